// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is noted is avoided, for as long as scans see it and not much longer.

#include "cage/avoided_chunks.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kChunkCount = 1024;
using Avoided = AvoidedChunks<kChunkCount>;

bool Has(const Avoided& avoided, size_t chunk) {
  return ((avoided.Bits(chunk / 64) >> (chunk % 64)) & 1) != 0;
}

TEST(AvoidedChunksTest, HasWhatWasNoted) {
  Avoided avoided;
  for (size_t word = 0; word < kChunkCount / 64; ++word) {
    EXPECT_EQ(avoided.Bits(word), 0u);
  }

  for (const size_t chunk : {size_t{0}, size_t{63}, size_t{64}, size_t{255}}) {
    avoided.Note(chunk);
    avoided.Note(chunk);
  }

  EXPECT_EQ(avoided.Bits(0), uint64_t{1} | uint64_t{1} << 63);
  EXPECT_EQ(avoided.Bits(1), 1u);
  EXPECT_EQ(avoided.Bits(2), 0u);
  EXPECT_EQ(avoided.Bits(3), uint64_t{1} << 63);
}

TEST(AvoidedChunksTest, KeepsWhatEachScanSees) {
  Avoided avoided;
  avoided.Note(100);

  for (uint32_t scan = 0; scan < 5 * Avoided::kScansKept; ++scan) {
    avoided.Note(100);
    avoided.NoteEndOfScan();
    ASSERT_TRUE(Has(avoided, 100)) << scan;
  }
}

TEST(AvoidedChunksTest, AvoidsNoneWhereThereIsNoise) {
  Avoided avoided;
  EXPECT_FALSE(avoided.has_any());
  // The same ones again and again are no noise.
  for (int scan = 0; scan < 1000; ++scan) {
    avoided.Note(5);
    avoided.Note(6);
  }
  EXPECT_TRUE(avoided.has_any());

  for (size_t chunk = 100; chunk < 100 + Avoided::kNotedMax - 2; ++chunk) {
    avoided.Note(chunk);
    EXPECT_TRUE(avoided.has_any());
  }
  avoided.Note(500);
  EXPECT_FALSE(avoided.has_any());

  for (uint32_t i = 0; i < 2 * Avoided::kScansKept; ++i) {
    avoided.NoteEndOfScan();
  }
  EXPECT_FALSE(avoided.has_any());
  avoided.Note(5);
  EXPECT_TRUE(avoided.has_any());
}

// Wherever in an age it was seen.
TEST(AvoidedChunksTest, ForgetsWhatNoScanSees) {
  for (uint32_t before = 0; before < 2 * Avoided::kScansKept; ++before) {
    Avoided avoided;
    for (uint32_t scan = 0; scan < before; ++scan) avoided.NoteEndOfScan();
    avoided.Note(7);

    for (uint32_t scan = 0; scan < Avoided::kScansKept; ++scan) {
      ASSERT_TRUE(Has(avoided, 7)) << before << " " << scan;
      avoided.NoteEndOfScan();
    }
    for (uint32_t scan = 0; scan < Avoided::kScansKept; ++scan) {
      avoided.NoteEndOfScan();
    }
    ASSERT_FALSE(Has(avoided, 7)) << before;
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
