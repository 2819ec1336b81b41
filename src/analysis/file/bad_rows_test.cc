// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is said of rows that mean nothing: exactly where each stands, also far
// inside a file and across the buffers that it is read by.

#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

constexpr uint32_t kNodeCount = 30'000;
constexpr uint32_t kEdgeCount = kNodeCount - 1;
// The first row, those at the ends of a group, the last.
constexpr uint32_t kRows[] = {0, 1, 1023, 1024, 1025, 20'000, kEdgeCount - 1};

// The root holds each other node by one edge.
const std::string& LongText() {
  static const std::string text = [] {
    TestGraph graph = GraphWithRoot();
    for (uint32_t node = 1; node < kNodeCount; ++node) {
      graph.Add("object", "A", node);
      graph.Connect(0, "property", "A", node);
    }
    return graph.Text();
  }();
  return text;
}

// Of a row's first digit.
size_t OffsetOf(const std::string& text, std::string_view section,
                uint32_t row) {
  const std::string begin = '"' + std::string(section) + "\":[";
  size_t offset = text.find(begin) + begin.size();
  for (uint32_t i = 0; i < row; ++i) offset = text.find('\n', offset) + 1;
  return text.find_first_of("0123456789", offset);
}

// The error of the text with another number in one row.
std::string ErrorWith(std::string_view section, uint32_t row, size_t field,
                      const std::string& number) {
  std::string text = LongText();
  size_t begin = OffsetOf(text, section, row);
  for (size_t i = 0; i < field; ++i) begin = text.find(',', begin) + 1;
  const size_t end = text.find_first_not_of("0123456789", begin);
  text.replace(begin, end - begin, number);
  try {
    ReadText(text);
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

std::string At(std::string_view section, uint32_t row) {
  return "byte " + std::to_string(OffsetOf(LongText(), section, row)) + ": ";
}

std::string ErrorOf(const std::string& text) {
  try {
    ReadText(text);
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

// Fields of edges: type, name_or_index, to_node; six numbers a node.
TEST(BadRowsTest, TellWhereAnEdgeLeadsIntoANode) {
  for (const uint32_t row : kRows) {
    EXPECT_EQ(ErrorWith("edges", row, 2, "9"),
              At("edges", row) + "edge " + std::to_string(row) +
                  " leads to 9, where no node begins");
  }
}

TEST(BadRowsTest, TellWhereAnEdgeLeadsBeyondTheNodes) {
  const std::string beyond = std::to_string(kNodeCount * 6);
  for (const uint32_t row : kRows) {
    EXPECT_EQ(ErrorWith("edges", row, 2, beyond),
              At("edges", row) + "edge " + std::to_string(row) + " leads to " +
                  beyond + ", where no node begins");
  }
}

TEST(BadRowsTest, TellWhereANameIsBeyondTheStrings) {
  for (const uint32_t row : kRows) {
    EXPECT_EQ(ErrorWith("edges", row, 1, "2"),
              At("edges", row) + "the name of edge " + std::to_string(row) +
                  " is string 2 of 2");
    EXPECT_EQ(ErrorWith("nodes", row, 1, "4294967295"),
              At("nodes", row) + "the name of node " + std::to_string(row) +
                  " is string 4294967295 of 2");
  }
}

// Fields of nodes: type, name, id, self_size, edge_count, detachedness.
TEST(BadRowsTest, TellWhereThereAreMoreEdgesThanTheHeaderTells) {
  for (const uint32_t row : kRows) {
    const std::string count = row == 0 ? std::to_string(kEdgeCount + 1) : "1";
    EXPECT_EQ(ErrorWith("nodes", row, 4, count),
              At("nodes", row) + "up to this node, node " +
                  std::to_string(row) +
                  ", there are more edges than the header tells of");
  }
}

// As in DevTools: such a node is of a type without a name, and the last node
// has the edges that are left over.
TEST(BadRowsTest, AreNotThoseThatDevToolsTakes) {
  EXPECT_EQ(ErrorWith("nodes", 2000, 0, "4294967295"), "none");
  EXPECT_EQ(ErrorWith("edges", 2000, 0, "4294967295"), "none");
  EXPECT_EQ(ErrorWith("nodes", 0, 4, std::to_string(kEdgeCount - 1)), "none");
}

TEST(BadRowsTest, TellWhereTheHeaderStandsWhoseCountsAreTooLarge) {
  for (const std::string name : {"node_count", "edge_count"}) {
    std::string text = LongText();
    const size_t begin = text.find('"' + name + "\":") + name.size() + 3;
    const size_t end = text.find_first_of(",}", begin);
    text.replace(begin, end - begin, "1000000000");
    EXPECT_EQ(ErrorOf(text),
              "byte 12: the header tells of more nodes or edges than the file "
              "has bytes for");
  }
}

TEST(BadRowsTest, TellWhereAnArrayEndsTooEarly) {
  for (const std::string name : {"node", "edge"}) {
    std::string text = LongText();
    const uint32_t count = name == "node" ? kNodeCount : kEdgeCount;
    const std::string old = '"' + name + "_count\":" + std::to_string(count);
    text.replace(text.find(old), old.size(),
                 '"' + name + "_count\":" + std::to_string(count + 1));
    const size_t end = text.find(']', text.find('"' + name + "s\":["));
    EXPECT_EQ(ErrorOf(text), "byte " + std::to_string(end) + ": the array of " +
                                 name +
                                 "s ends before as many as the header tells");
  }
}

TEST(BadRowsTest, TellWhereTheArrayBeginsInWhichAFileIsCut) {
  for (const std::string name : {"nodes", "edges"}) {
    const size_t begin = OffsetOf(LongText(), name, 0);
    const size_t end = LongText().find(']', begin);
    EXPECT_EQ(ErrorOf(LongText().substr(0, end)),
              "byte " + std::to_string(begin) + ": the array of \"" + name +
                  "\" that begins here has no end: the file is cut off");
  }
}

}  // namespace

}  // namespace halfword::analysis
