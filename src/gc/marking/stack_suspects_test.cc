// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What two looks in turn find in the same place is confirmed, and nothing else.

#include "gc/marking/stack_suspects.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(StackSuspectsTest, ConfirmsWhatTheLastLookFoundInTheSamePlace) {
  StackSuspects suspects;
  suspects.BeginLook();
  // Halves of a word stand in one place, in no order.
  EXPECT_FALSE(suspects.Confirms({16, 300}));
  EXPECT_FALSE(suspects.Confirms({8, 200}));
  EXPECT_FALSE(suspects.Confirms({8, 100}));
  EXPECT_EQ(suspects.suspects().size(), 3u);

  suspects.BeginLook();
  EXPECT_TRUE(suspects.suspects().empty());
  EXPECT_TRUE(suspects.Confirms({8, 100}));
  EXPECT_TRUE(suspects.Confirms({8, 200}));
  EXPECT_TRUE(suspects.Confirms({16, 300}));
  EXPECT_TRUE(suspects.suspects().empty());
}

TEST(StackSuspectsTest, ConfirmsAllThatComeAfterTooMany) {
  StackSuspects suspects;
  suspects.BeginLook();
  for (uintptr_t i = 0; i < StackSuspects::kCountMax; ++i) {
    ASSERT_FALSE(suspects.Confirms({i, 100}));
  }
  EXPECT_TRUE(suspects.Confirms({StackSuspects::kCountMax, 100}));
  EXPECT_EQ(suspects.suspects().size(), StackSuspects::kCountMax);
}

TEST(StackSuspectsTest, DoesNotConfirmWhatMovedOrChanged) {
  StackSuspects suspects;
  suspects.BeginLook();
  EXPECT_FALSE(suspects.Confirms({8, 100}));
  suspects.BeginLook();
  EXPECT_FALSE(suspects.Confirms({16, 100}));
  EXPECT_FALSE(suspects.Confirms({8, 200}));
  EXPECT_EQ(suspects.suspects().size(), 2u);
}

TEST(StackSuspectsTest, ForgetsWhatALookDidNotFind) {
  StackSuspects suspects;
  suspects.BeginLook();
  EXPECT_FALSE(suspects.Confirms({8, 100}));
  suspects.BeginLook();
  EXPECT_TRUE(suspects.suspects().empty());
  suspects.BeginLook();
  EXPECT_TRUE(suspects.suspects().empty());
  EXPECT_FALSE(suspects.Confirms({8, 100}));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
