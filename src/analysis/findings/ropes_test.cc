// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ropes that are flat, cut, deep or tied to themselves.

#include "analysis/findings/ropes.h"

#include <string>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

// Strings by their texts, and ropes of them.
class RopesTest : public testing::Test {
 protected:
  uint32_t Text(const std::string& text) { return graph_.Add("string", text); }
  uint32_t Rope(uint32_t first, uint32_t second) {
    const uint32_t node = graph_.Add("concatenated string", "");
    halves_.push_back({node, first, second});
    return node;
  }
  void Compute() {
    snapshot_ = Read(graph_);
    contents_ = std::make_unique<StringContents>(
        snapshot_, std::initializer_list<std::string_view>{});
    ropes_ = std::make_unique<Ropes>(snapshot_.graph, *contents_);
    for (const auto& half : halves_) {
      ropes_->Add(half.node, half.first, half.second);
    }
    ropes_->Compute();
  }

  struct Halves {
    Node node;
    Node first;
    Node second;
  };

  TestGraph graph_ = GraphWithRoot();
  std::vector<Halves> halves_;
  Snapshot snapshot_;
  std::unique_ptr<StringContents> contents_;
  std::unique_ptr<Ropes> ropes_;
};

TEST_F(RopesTest, AreTheTextsOfTheirHalves) {
  const uint32_t ab = Rope(Text("a"), Text("b"));
  const uint32_t cab = Rope(Text("c"), ab);
  Compute();
  EXPECT_EQ(ropes_->HashOf(ab), HashOfText("ab"));
  EXPECT_EQ(ropes_->HashOf(cab), HashOfText("cab"));
  EXPECT_FALSE(ropes_->IsFlat(cab));
}

TEST_F(RopesTest, EndWhereEnoughIsShown) {
  const std::string half(600, 'x');
  const uint32_t x = Text(half);
  const uint32_t both = Rope(x, x);
  const uint32_t more = Rope(both, Text("unseen"));
  const uint32_t behind = Rope(Text("a"), both);
  const uint32_t far_behind = Rope(Text(half), both);
  Compute();
  EXPECT_EQ(ropes_->HashOf(more), HashOfText(half + half));
  EXPECT_EQ(ropes_->HashOf(behind), HashOfText("a" + half + half));
  EXPECT_EQ(ropes_->HashOf(far_behind), HashOfText(half + half));
}

TEST_F(RopesTest, AreFlatWithAnEmptyHalf) {
  const uint32_t empty = Text("");
  const uint32_t nothing = Rope(empty, empty);
  const uint32_t flat = Rope(Text("text"), nothing);
  Compute();
  EXPECT_TRUE(ropes_->IsFlat(flat));
  EXPECT_EQ(ropes_->HashOf(flat), HashOfText("text"));
}

TEST_F(RopesTest, HaveNoTextInACycle) {
  const uint32_t node = Rope(graph_.Add("string", "a"), 0);
  halves_.back().second = node;
  Compute();
  EXPECT_EQ(ropes_->HashOf(node), HashOfText("a"));
}

TEST_F(RopesTest, PassOverEmptyHalves) {
  const uint32_t empty = Text("");
  uint32_t rope = Text(std::string(600, 'x'));
  rope = Rope(rope, rope);
  for (int i = 0; i < 100'000; ++i) {
    rope = i % 2 == 0 ? Rope(rope, empty) : Rope(empty, rope);
  }
  const uint32_t behind = Rope(Text("a"), rope);
  // Each of these would walk down all of the empty halves.
  for (int i = 0; i < 20'000; ++i) Rope(Text("b"), rope);
  Compute();
  EXPECT_EQ(ropes_->HashOf(behind), HashOfText("a" + std::string(1200, 'x')));
}

TEST_F(RopesTest, MayBeAMillionDeep) {
  uint32_t left = Text("");
  const uint32_t letter = Text("x");
  for (int i = 0; i < 1'000'000; ++i) left = Rope(left, letter);
  Compute();
  EXPECT_EQ(ropes_->HashOf(left), HashOfText(std::string(1024, 'x')));
}

}  // namespace

}  // namespace halfword::analysis
