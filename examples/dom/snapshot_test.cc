// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Snapshots of small pages, read as JSON. cli_test.py looks at more of them
// from outside.

#include "examples/dom/snapshot.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include "examples/dom/dom_testing.h"

namespace dom {
namespace {

class SnapshotTest : public testing::Test {
 protected:
  SnapshotTest() { std::filesystem::create_directory(folder_); }
  ~SnapshotTest() override { std::filesystem::remove_all(folder_); }

  void Add(std::string html) {
    pages_.push_back(ParseForTest(std::move(html)));
  }

  nlohmann::json Take(SnapshotContents contents) {
    figures_ = TakeSnapshot(pages_, path_, contents);
    std::ifstream file(path_);
    return nlohmann::json::parse(file);
  }

  static std::multiset<std::string> NodeNames(const nlohmann::json& snapshot) {
    const auto& nodes = snapshot["nodes"];
    const size_t field_count =
        snapshot["snapshot"]["meta"]["node_fields"].size();
    std::multiset<std::string> names;
    for (size_t i = 1; i < nodes.size(); i += field_count) {
      names.insert(snapshot["strings"][nodes[i].get<size_t>()]);
    }
    return names;
  }

  const std::string folder_ =
      testing::TempDir() + "snapshot_test." + std::to_string(getpid());
  const std::string path_ = folder_ + "/a.heapsnapshot";
  Pages pages_;
  SnapshotFigures figures_;
};

TEST_F(SnapshotTest, ShowsWhatThePagesAreMadeOf) {
  Add("<p id=first-paragraph title='of some length'>longer text");
  Add("<p>another text");

  const auto snapshot = Take(SnapshotContents::kAll);

  const auto names = NodeNames(snapshot);
  EXPECT_EQ(names.count("dom::Document"), 2u);
  EXPECT_EQ(names.count("<html>"), 2u);
  EXPECT_EQ(names.count("<p>"), 1u);
  EXPECT_EQ(names.count("<p id=\"first-paragraph\">"), 1u);
  EXPECT_EQ(names.count("dom::Element"), 0u);
  EXPECT_EQ(names.count("dom::Attr"), 2u);
  EXPECT_EQ(names.count("dom::Text"), 2u);
  EXPECT_EQ(names.count("longer text"), 1u);
  EXPECT_EQ(names.count("another text"), 1u);
  EXPECT_EQ(names.count("of some length"), 1u);
}

// The library has a bound for the memory of names, a share of the heap's.
TEST_F(SnapshotTest, KeepsElementsInTheirRowsWhereNamesAreTooMany) {
  const auto id = [](int i) {
    return "paragraph-" + std::to_string(i) + std::string(50, '-');
  };
  const auto name_of = [&id](int i) { return "<p id=\"" + id(i) + "\">"; };
  std::string html;
  for (int i = 0; i < 100'000; ++i) html += "<p id=" + id(i) + ">";
  Add(html + "<video id=last>");

  const auto names = NodeNames(Take(SnapshotContents::kAll));

  EXPECT_EQ(names.count(name_of(0)), 1u);
  EXPECT_EQ(names.count(name_of(99'999)), 0u);
  EXPECT_GT(names.count("<p>"), 1'000u);
  EXPECT_EQ(names.count("<video>"), 1u);
  EXPECT_EQ(names.count("dom::Element"), 0u);
}

TEST_F(SnapshotTest, TellsWhatItWrote) {
  Add("<p>x");

  const auto snapshot = Take(SnapshotContents::kAll);

  EXPECT_EQ(figures_.path, path_);
  EXPECT_EQ(figures_.node_count, snapshot["snapshot"]["node_count"]);
  EXPECT_EQ(figures_.edge_count, snapshot["snapshot"]["edge_count"]);
  EXPECT_EQ(figures_.string_count, snapshot["strings"].size());
  EXPECT_EQ(figures_.file_bytes, std::filesystem::file_size(path_));
  EXPECT_GT(figures_.generation_ms, 0);
  EXPECT_GT(figures_.serialization_ms, 0);
}

TEST_F(SnapshotTest, LocatesElementsThatThePageHas) {
  Add("<p>x\n\u00e9<b>y");

  const auto snapshot = Take(SnapshotContents::kAll);

  // object_index, script_id, line, column: <p> and <b>, in some order. What the
  // parser added has none.
  const auto& locations = snapshot["locations"];
  ASSERT_EQ(locations.size(), 2u * 4);
  std::set<std::pair<int, int>> places;
  for (size_t i = 0; i < locations.size(); i += 4) {
    places.emplace(locations[i + 2], locations[i + 3]);
  }
  EXPECT_EQ(places, (std::set<std::pair<int, int>>{{0, 0}, {1, 1}}));
}

TEST_F(SnapshotTest, RedactedSaysNothingOfWhatThePagesSay) {
  Add("<secret-tag secret-name='secret value' id=secret>a secret text");

  const auto names = NodeNames(Take(SnapshotContents::kRedacted));

  EXPECT_EQ(names.count("dom::Element"), 4u);
  std::ifstream file(path_);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(bytes.find("secret"), std::string::npos);
}

TEST_F(SnapshotTest, ReplacesAFileOnlyByAWholeOne) {
  Add("<p>x");
  std::ofstream(path_) << "before";

  EXPECT_THROW(TakeSnapshot(pages_, folder_, SnapshotContents::kAll),
               std::runtime_error);
  EXPECT_EQ(std::filesystem::file_size(path_), 6u);
  Take(SnapshotContents::kAll);

  EXPECT_GT(std::filesystem::file_size(path_), 1000u);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".tmp"));
}

}  // namespace
}  // namespace dom
