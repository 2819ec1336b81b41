// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The groups that DevTools' own code has found are in the cases of
// tests/devtools.

#include "analysis/findings/duplicate_strings.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

using Json = nlohmann::json;

std::vector<DuplicateStrings> FindIn(Snapshot* snapshot) {
  const Figures figures = ComputeFigures(snapshot, FigureScope::kNodes);
  return FindDuplicateStrings(*snapshot, figures);
}

TEST(DuplicateStringsTest, AreThoseOfDevTools) {
  int compared_count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(HALFWORD_SNAPSHOT_CASES)) {
    if (entry.path().extension() != ".json") continue;
    const Json wanted = Json::parse(std::ifstream(entry.path()));
    if (!wanted.contains("duplicateGroups")) continue;
    std::string path = entry.path().string();
    path.replace(path.find(".expected.json"), std::string::npos,
                 ".heapsnapshot");
    Snapshot snapshot = ReadSnapshot(path);
    const std::vector<DuplicateStrings> found = FindIn(&snapshot);
    const std::vector<uint32_t> ids =
        ReadNodeIds(*snapshot.file, snapshot.sections);
    ASSERT_EQ(found.size(), wanted["duplicateGroups"].size()) << path;
    for (size_t i = 0; i < found.size(); ++i) {
      const Json& group = wanted["duplicateGroups"][i];
      Json members = Json::array();
      for (const Node node : found[i].members) members.push_back(ids[node]);
      EXPECT_EQ(members, group["ids"]);
      EXPECT_EQ(found[i].is_cut, group["truncated"]);
      EXPECT_EQ(found[i].self_bytes, group["totalSelfSize"]);
      EXPECT_EQ(found[i].retained_bytes, group["totalRetainedSize"]);
    }
    ++compared_count;
  }
  EXPECT_GT(compared_count, 0);
}

TEST(DuplicateStringsTest, WouldBeSavedButForTheLargest) {
  TestGraph graph = GraphWithRoot();
  for (const uint32_t bytes : {16u, 24u, 16u}) {
    graph.Connect(0, "property", "p", graph.Add("string", "text", bytes));
  }
  graph.Connect(0, "property", "p", graph.Add("string", "other", 16));
  Snapshot snapshot = Read(graph);
  const std::vector<DuplicateStrings> found = FindIn(&snapshot);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].members, std::vector<Node>({1, 2, 3}));
  EXPECT_EQ(found[0].self_bytes, 56);
  EXPECT_EQ(found[0].wasted_bytes, 32);
}

TEST(DuplicateStringsTest, MayDifferBehindWhatIsSeen) {
  TestGraph graph = GraphWithRoot();
  for (const size_t length : {size_t{1023}, size_t{1024}}) {
    const std::string text(length, 'x');
    graph.Connect(0, "property", "p", graph.Add("string", text, 16));
    graph.Connect(0, "property", "p", graph.Add("string", text, 16));
  }
  Snapshot snapshot = Read(graph);
  const std::vector<DuplicateStrings> found = FindIn(&snapshot);
  ASSERT_EQ(found.size(), 2);
  EXPECT_FALSE(found[0].may_differ);
  EXPECT_TRUE(found[1].may_differ);
}

TEST(DuplicateStringsTest, AreFoundInTwinsOfTheStringTable) {
  TestGraph graph = GraphWithRoot();
  graph.Connect(0, "property", "p", graph.Add("string", "text", 16));
  graph.Connect(0, "property", "q", graph.Add("string", "", 16));
  graph.nodes.back().name = graph.NewSlot("text");
  Snapshot snapshot = Read(graph);
  EXPECT_EQ(FindIn(&snapshot).size(), 1);
}

}  // namespace

}  // namespace halfword::analysis
