// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The texts of sums, beside a walk that knows no shortcut; and sums that take
// long for such a walk.

#include "analysis/export/concatenations.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "analysis/file/json_text.h"
#include "analysis/file/snapshot_testing.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

// Nodes from `first` on are sums of two others.
struct Sums {
  TestGraph graph = GraphWithRoot();
  std::vector<std::pair<Node, Node>> parts;
  Node first = 0;

  Node Add(Node left, Node right) {
    if (parts.empty()) first = static_cast<Node>(graph.nodes.size());
    parts.emplace_back(left, right);
    return graph.Add("concatenated string", "");
  }
};

class OpenSums {
 public:
  explicit OpenSums(const Sums& sums)
      : snapshot_(Read(sums.graph)), concatenations_(snapshot_.graph) {
    for (uint32_t i = 0; i < sums.parts.size(); ++i) {
      concatenations_.SetFirst(sums.first + i, sums.parts[i].first);
      concatenations_.SetSecond(sums.first + i, sums.parts[i].second);
    }
    concatenations_.Finish(*snapshot_.strings);
  }

  size_t LeavesOf(Node node) const {
    size_t count = 0;
    concatenations_.ForEachLeaf(node, [&count](NameSlot) { ++count; });
    return count;
  }

  std::string TextOf(Node node) const {
    std::string text;
    concatenations_.ForEachLeaf(
        node, [&](NameSlot slot) { text += snapshot_.strings->TextOf(slot); });
    return text;
  }

 private:
  Snapshot snapshot_;
  Concatenations concatenations_;
};

// From left to right, without a look ahead.
std::string ModelText(const Sums& sums, Node node) {
  std::string text;
  std::vector<Node> waiting = {node};
  while (!waiting.empty() && Utf16Length(text) < Concatenations::kUnitsMin) {
    const Node next = waiting.back();
    waiting.pop_back();
    if (next < sums.first) {
      text += sums.graph.strings[sums.graph.nodes[next].name];
    } else {
      const auto [left, right] = sums.parts[next - sums.first];
      waiting.push_back(right);
      waiting.push_back(left);
    }
  }
  return text;
}

TEST(ConcatenationsTest, AreTheTextsOfTheirLeavesInOrder) {
  Sums sums;
  const Node a = sums.graph.Add("string", "a");
  const Node empty = sums.graph.Add("string", "");
  const Node pair = sums.graph.Add("string", "\U0001f600");
  const Node first = sums.Add(a, pair);
  const Node flat = sums.Add(first, empty);
  const Node rooted = sums.Add(0, flat);
  const Node all = sums.Add(rooted, sums.Add(a, a));
  const OpenSums open(sums);

  EXPECT_EQ(open.TextOf(first), "a\U0001f600");
  EXPECT_EQ(open.TextOf(flat), "a\U0001f600");
  EXPECT_EQ(open.TextOf(rooted), "a\U0001f600") << "the root's name is empty";
  EXPECT_EQ(open.TextOf(all), ModelText(sums, all));
}

TEST(ConcatenationsTest, AreThoseOfAPlainWalk) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  for (int round = 0; round < 20; ++round) {
    Sums sums;
    for (const size_t units :
         std::vector<size_t>{0, 0, 1, 2, 300, 1023, 1024, 3000}) {
      sums.graph.Add("string", std::string(units, 'x') + "\u00e4");
      sums.graph.Add("string", std::string(units, 'y'));
    }
    for (int i = 0; i < 60; ++i) {
      const auto count = static_cast<Node>(sums.graph.nodes.size());
      const Node left = static_cast<Node>(random()) % count;
      sums.Add(left, static_cast<Node>(random()) % count);
    }
    const OpenSums open(sums);

    for (Node node = sums.first; node < sums.graph.nodes.size(); ++node) {
      ASSERT_EQ(open.TextOf(node), ModelText(sums, node)) << node;
    }
  }
}

TEST(ConcatenationsTest, TakeFewStepsHoweverDeepTheyAre) {
  constexpr Node kDepth = 200'000;
  Sums sums;
  const Node empty = sums.graph.Add("string", "");
  const Node letter = sums.graph.Add("string", "x");
  Node left = letter;
  for (Node i = 0; i < kDepth; ++i) {
    left = sums.Add(left, i % 3 == 0 ? empty : letter);
  }
  Node right = letter;
  for (Node i = 0; i < kDepth; ++i) {
    right = sums.Add(i % 3 == 0 ? empty : letter, right);
  }
  const OpenSums open(sums);

  const std::string wanted(Concatenations::kUnitsMin, 'x');
  EXPECT_EQ(open.TextOf(left), wanted);
  EXPECT_EQ(open.TextOf(right), wanted);
  EXPECT_EQ(open.TextOf(sums.first + 2), "xxx");
  // A walk over the depth for each of them would take an hour.
  size_t leaves = 0;
  for (Node node = sums.first; node < left; node += 7) {
    leaves += open.LeavesOf(node);
  }
  EXPECT_GT(leaves, kDepth);
}

TEST(ConcatenationsTest, EndWhereTheyAreInsideOfThemselves) {
  Sums sums;
  const Node a = sums.graph.Add("string", "a");
  const Node self = sums.Add(a, a + 1);
  const Node one = sums.Add(a + 3, a);
  const Node other = sums.Add(one, a);
  ASSERT_EQ(other, a + 3);
  const OpenSums open(sums);

  EXPECT_EQ(open.TextOf(self), "a");
  EXPECT_EQ(open.TextOf(one), "aa");
  EXPECT_EQ(open.TextOf(other), "a");
}

}  // namespace

}  // namespace halfword::analysis
