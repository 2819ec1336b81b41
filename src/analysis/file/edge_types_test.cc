// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Types by name, known and unknown.

#include "analysis/file/edge_types.h"

#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(EdgeTypesTest, KnowsTypesByTheirNames) {
  const EdgeTypes types({"weak", "property", "hidden", "stranger"});
  EXPECT_EQ(types[0].kind, EdgeKind::kWeak);
  EXPECT_FALSE(types[0].has_index);
  EXPECT_TRUE(types[1].is_property);
  EXPECT_EQ(types[1].kind, EdgeKind::kOther);
  EXPECT_EQ(types[2].kind, EdgeKind::kHidden);
  EXPECT_TRUE(types[2].has_index);
  EXPECT_EQ(types[3].kind, EdgeKind::kOther);
}

TEST(EdgeTypesTest, TakesANumberWithoutANameForAnUnknownType) {
  const EdgeTypes types({"weak"});
  EXPECT_EQ(types[1].kind, EdgeKind::kOther);
  EXPECT_FALSE(types[1].has_index);
}

}  // namespace

}  // namespace halfword::analysis
