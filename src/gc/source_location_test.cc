// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SourceLocation: the place of the call, as text and in parts.

#include "halfword/source_location.h"

#include <string>

#include "gtest/gtest.h"

namespace halfword {
namespace {

SourceLocation PlaceOfCall(
    const SourceLocation& location = SourceLocation::Current()) {
  return location;
}

TEST(SourceLocationTest, IsThePlaceOfTheCall) {
  const SourceLocation location = PlaceOfCall();
  const size_t line = __LINE__ - 1;

  EXPECT_EQ(location.Line(), line);
  EXPECT_NE(std::string(location.FileName()).find("source_location_test.cc"),
            std::string::npos);
  EXPECT_NE(std::string(location.Function()).find("TestBody"),
            std::string::npos);
}

TEST(SourceLocationTest, ReadsAsFunctionFileAndLine) {
  const SourceLocation location = PlaceOfCall();

  EXPECT_EQ(location.ToString(), std::string(location.Function()) + "@" +
                                     location.FileName() + ":" +
                                     std::to_string(__LINE__ - 4));
}

TEST(SourceLocationTest, IsEmptyWhenItNamesNoPlace) {
  constexpr SourceLocation kNowhere;

  EXPECT_STREQ(kNowhere.Function(), "");
  EXPECT_STREQ(kNowhere.FileName(), "");
  EXPECT_FALSE(kNowhere);
  EXPECT_TRUE(PlaceOfCall());
  EXPECT_EQ(kNowhere.Line(), 0u);
  EXPECT_EQ(kNowhere.ToString(), "");
}

}  // namespace
}  // namespace halfword
