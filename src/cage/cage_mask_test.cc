// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// When the mask gets its value: what this program sees of it before any
// constructor has run, in a constructor, and in main.

#include "cage/cage_mask.h"

#include "cage/cage.h"
#include "gtest/gtest.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

bool cage_was_reserved_in_constructor = false;

[[gnu::constructor(102)]] void NoteCage() {
  cage_was_reserved_in_constructor = side_tables.end != 0;
}

#if HALFWORD_DECODE_BASED && HALFWORD_REFERENCES == 32

uintptr_t mask_before_constructors = 0;
uintptr_t mask_in_constructor = 0;

HALFWORD_NO_SANITIZE void NoteFirstMask(int, char**, char**) {
  mask_before_constructors = halfword_cage_mask;
}
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const note_first_mask)(int, char**,
                                            char**) = NoteFirstMask;

[[gnu::constructor(102)]] void NoteMask() {
  mask_in_constructor = halfword_cage_mask;
}

TEST(CageMaskTest, KeepsNullAndTheSentinelBeforeThereIsACage) {
  const uintptr_t mask = mask_before_constructors;

  EXPECT_EQ(mask, kWindowBytes - 1);
  EXPECT_EQ(DecompressBased(kNullWord, mask), 0u);
  EXPECT_EQ(DecompressBased(kSentinelWord, mask), kSentinelAddress);
}

TEST(CageMaskTest, IsSetBeforeOtherConstructorsRun) {
  const uintptr_t window = Cage::Get().window_begin();

  EXPECT_TRUE(cage_was_reserved_in_constructor);
  EXPECT_EQ(mask_in_constructor, window | (kWindowBytes - 1));
  EXPECT_EQ(halfword_cage_mask, mask_in_constructor);
}

#else

TEST(CageMaskTest, NeedsNoCageBeforeTheFirstHeap) {
  const uintptr_t address = Cage::Get().begin();
  const Word word = CompressAddress(address);

  SetCageMask(5 * kWindowBytes);

  EXPECT_FALSE(cage_was_reserved_in_constructor);
  EXPECT_EQ(DecompressWord(word), address);
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
