// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What people may write for objects that they mean.

#include "analysis/selector.h"

#include <stdexcept>
#include <string>

#include "analysis/figures.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(SelectorTest, IsAnIdOrAClassOrAnExpression) {
  EXPECT_EQ(Selector("12").id(), 12);
  EXPECT_EQ(Selector("@12").id(), 12);
  EXPECT_EQ(Selector("12a").id(), std::nullopt);
  EXPECT_TRUE(Selector("Session").Matches("Session"));
  EXPECT_FALSE(Selector("Session").Matches("Sessions"));
  EXPECT_TRUE(Selector("/ess/").Matches("Sessions"));
  EXPECT_FALSE(Selector("/^ess/").Matches("Sessions"));
  EXPECT_TRUE(Selector("/").Matches("/"));
  EXPECT_FALSE(Selector("12").Matches("12"));
}

TEST(SelectorTest, SaysWhatIsWrongWithAnExpression) {
  EXPECT_THROW(Selector(""), std::invalid_argument);
  try {
    static_cast<void>(Selector("/(/"));
    ADD_FAILURE();
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 5), "/(/: ");
  }
}

TEST(SelectorTest, RefusesWhatNoIdIs) {
  EXPECT_EQ(Selector("4294967295").id(), UINT32_MAX);
  EXPECT_EQ(Selector("4294967296x").id(), std::nullopt);
  for (const char* const text :
       {"4294967296", "@4294967296", "99999999999999999999999"}) {
    EXPECT_THROW(Selector{text}, std::invalid_argument) << text;
  }
}

TEST(SelectorTest, TakesTimeThatIsLinear) {
  const Selector selector("/(a*)*(a*)*(a*)*b/");
  EXPECT_FALSE(selector.Matches(std::string(100'000, 'a')));
}

TEST(SelectorTest, FindsObjects) {
  TestGraph graph = GraphWithRoot();
  for (const char* const name : {"A", "B", "A", "Bb"}) {
    graph.Add("object", name);
  }
  Snapshot snapshot = Read(graph);
  const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
  const auto find = [&](const char* text) {
    return FindNodes(snapshot, figures.classes, Selector(text));
  };
  EXPECT_EQ(find("A"), std::vector<Node>({1, 3}));
  EXPECT_EQ(find("/B/"), std::vector<Node>({2, 4}));
  EXPECT_EQ(find("@5"), std::vector<Node>({2}));
  EXPECT_THROW(find("C"), SnapshotError);
  EXPECT_THROW(find("99"), SnapshotError);
}

}  // namespace

}  // namespace halfword::analysis
