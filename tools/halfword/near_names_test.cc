// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a mistyped name is near to, and what not.

#include "tools/halfword/near_names.h"

#include "gtest/gtest.h"

namespace halfword::tools {

namespace {

using Names = std::vector<std::string>;

TEST(NearNamesTest, AreThoseWithFewEdits) {
  const std::set<std::string> names = {"Session", "SessionStore", "Cache",
                                       "Map"};
  EXPECT_EQ(FindNearNames("Sesion", names), Names({"Session"}));
  EXPECT_EQ(FindNearNames("Sessoin", names), Names({"Session"}));
  EXPECT_EQ(FindNearNames("session", names), Names({"Session"}));
  EXPECT_EQ(FindNearNames("Sess", names), Names({"Session", "SessionStore"}));
  EXPECT_EQ(FindNearNames("Mop", names), Names({"Map"}));
  EXPECT_EQ(FindNearNames("Xyz", names), Names());
  EXPECT_EQ(FindNearNames("", names), Names());
}

TEST(NearNamesTest, AreThreeAtMostTheNearestFirst) {
  EXPECT_EQ(FindNearNames("abcdef", {"abcxyf", "abcdxf", "abcdey", "abcdez"}),
            Names({"abcdey", "abcdez", "abcdxf"}));
}

TEST(NearNamesTest, AreNoneOfAVeryLongName) {
  const std::string name(100'000, 'x');
  EXPECT_EQ(FindNearNames(name, {name + "y"}), Names());
  EXPECT_EQ(FindNearNames("xx", {name}), Names({name}));
}

}  // namespace

}  // namespace halfword::tools
