// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Two snapshots of one program. The figures of a hand-made pair are DevTools'.

#include "analysis/diff.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

// "name +count bytes -count bytes" of each row.
std::vector<std::string> Lines(const std::string& base_path,
                               const std::string& newer_path) {
  std::vector<std::string> lines;
  for (const DiffRow& row : CompareSnapshots(base_path, newer_path).rows) {
    lines.push_back(row.name + " +" + std::to_string(row.added_count) + " " +
                    std::to_string(row.added_bytes) + " -" +
                    std::to_string(row.removed_count) + " " +
                    std::to_string(row.removed_bytes));
  }
  return lines;
}
std::vector<std::string> Lines(const TestGraph& base, const TestGraph& newer) {
  return Lines(TestFile(base.Text()).path(), TestFile(newer.Text()).path());
}

TEST(DiffTest, IsThatOfDevTools) {
  const std::filesystem::path folder = HALFWORD_SNAPSHOT_CASES;
  std::ifstream file(folder / "17-diff.expected.json");
  const nlohmann::json expected = nlohmann::json::parse(file);
  std::vector<std::string> wanted;
  for (const nlohmann::json& row : expected["diff"]) {
    wanted.push_back(row["name"].get<std::string>() + " +" +
                     row["addedCount"].dump() + " " + row["addedSize"].dump() +
                     " -" + row["removedCount"].dump() + " " +
                     row["removedSize"].dump());
  }

  std::vector<std::string> found = Lines(folder / "17-diff.a.heapsnapshot",
                                         folder / "17-diff.b.heapsnapshot");

  std::sort(wanted.begin(), wanted.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, wanted);
}

TEST(DiffTest, TellsWhatALaterSnapshotHasKept) {
  TestGraph base = GraphWithRoot();
  base.Add("object", "A", 10);
  TestGraph newer = base;
  newer.Add("object", "A", 20);
  newer.Add("object", "A", 30);
  newer.Add("object", "B", 40);
  TestGraph later = GraphWithRoot();
  later.Add("object", "A", 10);
  later.Add("object", "A", 25);
  later.nodes.back().id = newer.nodes[2].id;
  const Diff diff = CompareSnapshots(TestFile(base.Text()).path(),
                                     TestFile(newer.Text()).path(),
                                     TestFile(later.Text()).path());
  ASSERT_EQ(diff.rows.size(), 2);
  EXPECT_EQ(diff.rows[0].name, "A");
  EXPECT_EQ(diff.rows[0].added_count, 2);
  EXPECT_EQ(diff.rows[0].kept_count, 1);
  EXPECT_EQ(diff.rows[0].kept_bytes, 20);
  EXPECT_EQ(diff.rows[1].kept_count, 0);
}

TEST(DiffTest, TellsWhatALaterSnapshotHasKeptOfGrowth) {
  // Bytes in the three, and how much of them is kept.
  struct Sizes {
    uint32_t base, newer, later, kept;
  };
  constexpr Sizes kAll[] = {
      {100, 200, 200, 100},  // has grown, once
      {100, 200, 300, 100},  // and goes on: the rest may be garbage
      {100, 300, 150, 50},   // has given back most
      {100, 200, 100, 0},    // all
      {100, 200, 50, 0},     // more than that
      {100, 100, 200, 0},    // has grown too late
      {200, 100, 150, 0},    // is smaller than it was
      {0, 200, 100, 100},    // was added, and has given back half
  };
  for (const Sizes& sizes : kAll) {
    TestGraph base = GraphWithRoot();
    base.Add("object", "A", sizes.base);
    TestGraph newer = base;
    newer.nodes[1].self_bytes = sizes.newer;
    TestGraph later = base;
    later.nodes[1].self_bytes = sizes.later;
    const Diff diff = CompareSnapshots(TestFile(base.Text()).path(),
                                       TestFile(newer.Text()).path(),
                                       TestFile(later.Text()).path());
    uint64_t kept_bytes = 0;
    uint64_t kept_count = 0;
    for (const DiffRow& row : diff.rows) {
      kept_bytes += row.kept_bytes;
      kept_count += row.kept_count;
    }
    for (const GrownRow& row : diff.grown) {
      kept_bytes += row.kept_bytes;
      kept_count += row.kept_count;
    }
    EXPECT_EQ(kept_bytes, sizes.kept) << sizes.newer << ' ' << sizes.later;
    EXPECT_EQ(kept_count, sizes.kept != 0) << sizes.newer << ' ' << sizes.later;
  }
}

TEST(DiffTest, TellsWhatHasGrown) {
  TestGraph base = GraphWithRoot();
  base.Add("object", "A", 10);
  base.Add("object", "A", 10);
  base.Add("object", "B", 50);
  TestGraph newer = base;
  newer.nodes[1].self_bytes = 110;
  newer.nodes[3].self_bytes = 20;
  const Diff diff = CompareSnapshots(TestFile(base.Text()).path(),
                                     TestFile(newer.Text()).path());
  EXPECT_TRUE(diff.rows.empty());
  ASSERT_EQ(diff.grown.size(), 2);
  EXPECT_EQ(diff.grown[0].name, "A");
  EXPECT_EQ(diff.grown[0].grown_count, 1);
  EXPECT_EQ(diff.grown[0].grown_bytes, 100);
  EXPECT_EQ(diff.grown[1].grown_bytes, -30);
}

TEST(DiffTest, ListsWhatIsAddedOfSomeClasses) {
  TestGraph base = GraphWithRoot();
  base.Add("object", "A", 10);
  TestGraph newer = base;
  newer.Add("object", "A", 20);
  newer.Add("object", "B", 30);
  newer.Add("object", "A", 40);
  TestGraph later = newer;
  later.nodes[2].self_bytes = 15;
  later.nodes[4].id = 99;
  const Diff diff = CompareSnapshots(
      TestFile(base.Text()).path(), TestFile(newer.Text()).path(),
      TestFile(later.Text()).path(), {},
      [](const std::string& name) { return name == "A"; });
  ASSERT_EQ(diff.added.size(), 2);
  EXPECT_EQ(diff.added[0].id, newer.nodes[4].id);
  EXPECT_EQ(diff.added[0].bytes, 40);
  EXPECT_EQ(diff.added[0].kept_bytes, 0);
  EXPECT_EQ(diff.added[1].class_name, "A");
  EXPECT_EQ(diff.added[1].id, newer.nodes[2].id);
  EXPECT_EQ(diff.added[1].kept_bytes, 15);
}

TEST(DiffTest, NamesAllClasses) {
  const auto of = [](const char* own) {
    TestGraph graph = GraphWithRoot();
    graph.Add("object", "All", 10);
    graph.Add("object", own, 10);
    return graph.Text();
  };
  EXPECT_EQ(CompareSnapshots(TestFile(of("A")).path(), TestFile(of("B")).path(),
                             TestFile(of("C")).path())
                .class_names,
            (std::set<std::string>{"A", "All", "B", "C"}));
}

std::string Replaced(std::string text, const std::string& from,
                     const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(DiffTest, TellsClassesApartAsJavaScriptDoes) {
  TestGraph base = GraphWithRoot();
  base.Add("object", "high", 10);
  base.Add("object", "low", 10);
  TestGraph newer = base;
  newer.Add("object", "high", 30);
  newer.Add("object", "low", 20);
  const auto lines = [&](const std::string& high, const std::string& low) {
    const auto named = [&](const TestGraph& graph) {
      return Replaced(Replaced(graph.Text(), "high", high), "low", low);
    };
    return Lines(TestFile(named(base)).path(), TestFile(named(newer)).path());
  };
  // Halves of pairs differ.
  EXPECT_EQ(lines(R"(\ud83d)", R"(\ude00)"),
            (std::vector<std::string>{"\xed\xa0\xbd +1 30 -0 0",
                                      "\xed\xb8\x80 +1 20 -0 0"}));
  // Bytes that are no UTF-8 do not; of twins only the last is seen.
  EXPECT_EQ(lines("\xfe", "\xff"),
            (std::vector<std::string>{"\ufffd +1 20 -0 0"}));
}

TEST(DiffTest, HasNoRowsWhereNothingIsNew) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "A", 10);
  EXPECT_TRUE(Lines(graph, graph).empty());
  TestGraph grown = graph;
  grown.nodes[1].self_bytes = 1000;
  EXPECT_TRUE(Lines(graph, grown).empty()) << "it is the same object";
}

TEST(DiffTest, OrdersRowsByWhatIsAddedThenByName) {
  TestGraph base = GraphWithRoot();
  base.Add("object", "Gone", 100);
  TestGraph newer = GraphWithRoot();
  for (const char* const name : {"\uffee", "\U0001F600", "a", "Large"}) {
    newer.Add("object", name, name[0] == 'L' ? 10 : 1);
    newer.nodes.back().id += 100;
  }
  EXPECT_EQ(Lines(base, newer),
            (std::vector<std::string>{"Large +1 10 -0 0", "a +1 1 -0 0",
                                      "\U0001F600 +1 1 -0 0",
                                      "\uffee +1 1 -0 0", "Gone +0 0 -1 100"}));
}

// Of one name and size, but of different places in the source.
TEST(DiffTest, OrdersEqualRowsByTheBase) {
  TestGraph base = GraphWithRoot();
  base.location_fields = {"object_index", "script_id", "line", "column"};
  base.Add("object", "A", 1);
  base.locations = {{1, 7, 1, 1}};
  TestGraph newer = base;
  newer.Add("object", "A", 3);
  newer.Add("object", "A", 3);
  newer.nodes[1].id = 101;
  newer.nodes[1].self_bytes = 3;
  newer.locations = {{1, 7, 2, 2}, {3, 7, 1, 1}};
  EXPECT_EQ(
      Lines(base, newer),
      (std::vector<std::string>{"A +1 3 -1 1", "A +1 3 -0 0", "A +1 3 -0 0"}));
}

TEST(DiffTest, SaysWhichFileIsBad) {
  const TestFile good(GraphWithRoot().Text());
  const TestFile bad("{}");
  for (const bool is_base_bad : {false, true}) {
    try {
      CompareSnapshots(is_base_bad ? bad.path() : good.path(),
                       is_base_bad ? good.path() : bad.path());
      FAIL();
    } catch (const SnapshotError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(bad.path()));
    }
  }
}

}  // namespace

}  // namespace halfword::analysis
