// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The form of the version, which scripts take apart at the dots.

#include "halfword/version.h"

#include <regex>

#include "gtest/gtest.h"

namespace halfword {
namespace {

TEST(VersionTest, IsThreeNumbers) {
  EXPECT_TRUE(std::regex_match(Version(), std::regex(R"(\d+\.\d+\.\d+)")))
      << Version();
}

}  // namespace
}  // namespace halfword
