// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is growth, and what is too much of it.

#include "tools/halfword/growth_bound.h"

#include <stdexcept>

#include "gtest/gtest.h"

namespace halfword::tools {

namespace {

using Lines = std::vector<std::string>;

TEST(GrowthBoundTest, IsPassedByMoreBytesOnly) {
  const GrowthBound bound("Session=1kB");
  EXPECT_EQ(bound.FindFailed({{"Session", 1000}, {"Other", 5000}}), Lines());
  EXPECT_EQ(bound.FindFailed({{"Session", 1001}}),
            Lines({"Session has grown by 1001 bytes, more than 1000"}));
}

TEST(GrowthBoundTest, IsOfEachClassThatAnExpressionFinds) {
  const GrowthBound bound("/^Html/=0");
  EXPECT_EQ(bound.FindFailed({{"HtmlA", 1}, {"HtmlB", 0}, {"HtmlC", 2}}),
            Lines({"HtmlA has grown by 1 bytes, more than 0",
                   "HtmlC has grown by 2 bytes, more than 0"}));
}

TEST(GrowthBoundTest, TellsWhetherThereIsSuchAClass) {
  EXPECT_TRUE(GrowthBound("Session=0").MatchesAny({"Cache", "Session"}));
  EXPECT_FALSE(GrowthBound("Session=0").MatchesAny({"Sessions"}));
  EXPECT_TRUE(GrowthBound("/ess/=0").MatchesAny({"Sessions"}));
  EXPECT_FALSE(GrowthBound("/^ess/=0").MatchesAny({"Sessions"}));
  EXPECT_EQ(GrowthBound("/a=b/=0").class_text(), "/a=b/");
}

TEST(GrowthBoundTest, PrintsNamesWithoutControlCharacters) {
  EXPECT_EQ(GrowthBound("/./=0").FindFailed({{"a\n\x1b[31m", 1}}),
            Lines({"a??[31m has grown by 1 bytes, more than 0"}));
}

TEST(GrowthBoundTest, MayBeOfANameWithAnEqualsSign) {
  EXPECT_EQ(GrowthBound("a=b=5").FindFailed({{"a=b", 6}}).size(), 1);
}

TEST(GrowthBoundTest, SaysWhatIsWrong) {
  for (const char* const text :
       {"", "=5", "Session", "Session=", "Session=x", "/(/=5", "@12=5"}) {
    EXPECT_THROW(GrowthBound{text}, std::invalid_argument) << text;
  }
}

TEST(GrowthBoundTest, CountsWhatWasAddedAndWhatHasGrown) {
  analysis::Diff diff;
  diff.rows.push_back({.name = "A",
                       .added_count = 2,
                       .removed_count = 1,
                       .added_bytes = 200,
                       .removed_bytes = 50,
                       .kept_count = 1,
                       .kept_bytes = 100});
  diff.grown.push_back({.name = "A",
                        .grown_count = 1,
                        .grown_bytes = 7,
                        .kept_count = 1,
                        .kept_bytes = 5});
  diff.grown.push_back({.name = "B", .grown_count = 1, .grown_bytes = -9});
  EXPECT_EQ(GrowthOf(diff, false).at("A"), 157);
  EXPECT_EQ(GrowthOf(diff, false).at("B"), -9);
  EXPECT_EQ(GrowthOf(diff, true).at("A"), 105);
  EXPECT_EQ(GrowthOf(diff, true).at("B"), 0);
}

}  // namespace

}  // namespace halfword::tools
