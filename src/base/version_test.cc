// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The form of the version, which scripts take apart at the dots.

#include "halfword/version.h"

#include <cstdio>
#include <cstring>

#include "gtest/gtest.h"

namespace halfword {
namespace {

TEST(VersionTest, IsThreeNumbers) {
  unsigned number = 0;
  int char_count = 0;

  EXPECT_EQ(std::sscanf(Version(), "%u.%u.%u%n", &number, &number, &number,
                        &char_count),
            3);
  EXPECT_EQ(static_cast<size_t>(char_count), std::strlen(Version()));
}

}  // namespace
}  // namespace halfword
