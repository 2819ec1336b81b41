// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// kSentinelPointer as a pointer of its own: of every class, and no object.

#include "halfword/sentinel_pointer.h"

#include <type_traits>

#include "gtest/gtest.h"
#include "halfword/internal/page_record.h"
#include "halfword/internal/word.h"
#include "halfword/member.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Incomplete;

static_assert(std::is_convertible_v<SentinelPointer, Incomplete*>);
static_assert(std::is_convertible_v<SentinelPointer, const Incomplete*>);
static_assert(std::is_convertible_v<SentinelPointer, Member<Incomplete>>);
static_assert(!std::is_convertible_v<SentinelPointer, int>);
static_assert(kSentinelPointer == SentinelPointer());

TEST(SentinelPointerTest, IsOnePointerOfEveryClass) {
  Incomplete* const pointer = kSentinelPointer;
  const int* const number = kSentinelPointer;

  EXPECT_TRUE(pointer == kSentinelPointer);
  EXPECT_TRUE(kSentinelPointer == number);
  EXPECT_NE(pointer, nullptr);
  EXPECT_EQ(static_cast<const void*>(pointer), number);
}

TEST(SentinelPointerTest, IsNoReferenceAndNoPlaceInTheCage) {
  const Member<Incomplete> member = kSentinelPointer;

  EXPECT_FALSE(IsReference(member.GetRawStorage()));
  EXPECT_EQ(member.GetRawStorage(), kSentinelWord);
  EXPECT_FALSE(IsInCage(static_cast<void*>(kSentinelPointer)));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
