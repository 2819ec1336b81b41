// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whole files, and files that are damaged: an error of one line, or a snapshot
// whose figures can be computed.

#include "analysis/snapshot.h"

#include <string>

#include "analysis/analysis_testing.h"
#include "analysis/figures.h"
#include "analysis/snapshot_error.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

// Every kind of section, pairs, arrays, plain objects.
TestGraph LargerGraph() {
  TestGraph graph = GraphWithRoot();
  graph.location_fields = {"object_index", "script_id", "line", "column"};
  const uint32_t window = graph.Add("object", "Window", 10);
  graph.Connect(0, "shortcut", "1", window);
  for (uint32_t i = 0; i < 40; ++i) {
    const uint32_t table = graph.Add("array", "table", 16);
    const uint32_t object = graph.Add("object", "Object", i);
    const uint32_t node = graph.Add("native", "<p \"\u00e4\">", 30, i % 3);
    graph.Connect(window, "element", std::to_string(i), table);
    graph.Connect(window, "property", "\\" + std::to_string(i), object);
    graph.Connect(object, "property", "x", node);
    graph.Connect(object, "property", "y\n", table);
    graph.ConnectPair(table, object, node);
    graph.locations.push_back({object, 1, 2, i % 3});
  }
  return graph;
}

// The error's line, or "none".
std::string ErrorOf(const std::string& text) {
  try {
    Snapshot snapshot = ReadText(text);
    ComputeFigures(&snapshot, FigureScope::kSummary);
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

TEST(SnapshotTest, ReadsAFileOfAllSections) {
  const TestGraph graph = LargerGraph();
  const Snapshot snapshot = Read(graph);

  EXPECT_EQ(snapshot.graph.node_count(), graph.nodes.size());
  EXPECT_EQ(snapshot.graph.edge_count(), graph.edges.size());
  EXPECT_EQ(snapshot.strings->count(), graph.strings.size());
  EXPECT_EQ(snapshot.plain_objects.objects().size(), 40);
  EXPECT_EQ(snapshot.locations.nodes.size(), 40);
  EXPECT_EQ(snapshot.graph.special_edges.size(), 80);
}

TEST(SnapshotTest, TellsHowFarItIs) {
  const TestFile content(LargerGraph().Text());
  std::string phases;
  ReadSnapshot(content.path(), [&](const char* phase, double part) {
    EXPECT_TRUE(part >= 0 && part <= 1);
    phases += std::string(phase) + "\n";
  });
  EXPECT_NE(phases.find("reading nodes"), std::string::npos);
  EXPECT_NE(phases.find("reading edges"), std::string::npos);
}

TEST(SnapshotTest, RefusesAFileThatIsCut) {
  const std::string text = LargerGraph().Text();
  const size_t last = text.rfind(']');
  const size_t strings = text.find("\"strings\"");
  for (size_t length = 0; length < text.size(); length += 100) {
    const std::string error = ErrorOf(text.substr(0, length));
    // A bracket in a string passes for the end of the strings.
    if (length > strings && error == "none") continue;
    EXPECT_NE(error, "none") << length;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  EXPECT_NE(ErrorOf(text.substr(0, last)), "none");
  EXPECT_EQ(ErrorOf(text.substr(0, last + 1)), "none");
}

TEST(SnapshotTest, SurvivesAnyDamage) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  const std::string text = LargerGraph().Text();
  const std::string bytes = "0123456789,,,[]{}\"\"\\ :u\n\xff";

  int error_count = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = text;
    for (int changes = 1 + static_cast<int>(random() % 3); changes > 0;
         --changes) {
      const size_t place = random() % damaged.size();
      const size_t length = random() % 4;
      switch (random() % 3) {
        case 0:
          damaged[place] = bytes[random() % bytes.size()];
          break;
        case 1:
          damaged.erase(place, length);
          break;
        default:
          damaged.insert(place, length, bytes[random() % bytes.size()]);
      }
    }
    if (ErrorOf(damaged) != "none") ++error_count;
  }
  EXPECT_GT(error_count, 0);
}

TEST(SnapshotTest, SaysWhatIsWrongInALine) {
  EXPECT_EQ(ErrorOf(""), "is empty");
  EXPECT_EQ(ErrorOf(std::string(100'000, '\0')),
            "byte 0: no \"snapshot\" from here to the end");
  EXPECT_THROW(ReadSnapshot("/nowhere/at/all"), SnapshotError);
  std::string text = GraphWithRoot().Text();
  text.replace(text.find("\"node_count\":1"), 14, "\"node_count\":1000000000");
  EXPECT_EQ(ErrorOf(text).substr(0, 5), "byte ");
}

}  // namespace

}  // namespace halfword::analysis
