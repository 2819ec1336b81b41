// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is printed, and where.

#include "examples/nouns/messages.h"

#include <gtest/gtest.h>

namespace nouns {
namespace {

TEST(MessagesTest, PrintsAnErrorAsOneLine) {
  ::testing::internal::CaptureStderr();

  PrintError("a\nb\x1b.jam: bad");

  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "halfword-nouns: a?b?.jam: bad\n");
}

TEST(MessagesTest, PrintsAResult) {
  ::testing::internal::CaptureStdout();

  PrintResult("a\nb\n");

  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "a\nb\n");
}

}  // namespace
}  // namespace nouns
