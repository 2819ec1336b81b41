// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bitmaps against a vector of bools that does the same one bit at a time.

#include "base/bits.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

static_assert(RoundDown(4095, 4096) == 0 && RoundDown(4096, 4096) == 4096);
static_assert(RoundUp(0, 8) == 0 && RoundUp(1, 8) == 8 && RoundUp(8, 8) == 8);
static_assert(RoundUp(SIZE_MAX - 7, 8) == SIZE_MAX - 7);
static_assert(RoundUpToMultiple(0, 24) == 0 && RoundUpToMultiple(1, 24) == 24);
static_assert(RoundUpToMultiple(24, 24) == 24);
static_assert(RoundUpToMultiple(25, 24) == 48);
static_assert(WordMask(0, 0) == 0 && WordMask(64, 64) == 0);
static_assert(WordMask(0, 64) == ~uint64_t{0} && WordMask(3, 5) == 0x18);

constexpr size_t kWordCount = 5;
constexpr size_t kBitCount = kWordCount * kBitsPerWord;
using Bitmap = std::array<uint64_t, kWordCount>;
using Model = std::vector<bool>;

size_t ModelNext(const Model& model, size_t from, bool value) {
  while (from < model.size() && model[from] != value) ++from;
  return from;
}

void ExpectSame(const Bitmap& bitmap, const Model& model) {
  size_t count = 0;
  for (size_t i = 0; i < kBitCount; ++i) {
    const bool bit = (bitmap[i / kBitsPerWord] >> (i % kBitsPerWord)) & 1;
    ASSERT_EQ(bit, model[i]) << "bit " << i;
    count += model[i] ? 1 : 0;
  }
  ASSERT_EQ(CountSetBits(bitmap.data(), kWordCount), count);
}

TEST(BitsTest, SearchesAnEmptyBitmap) {
  EXPECT_EQ(NextSetBit(nullptr, 0, 0), 0u);
  EXPECT_EQ(NextClearBit(nullptr, 0, 0), 0u);
  EXPECT_EQ(CountSetBits(nullptr, 0), 0u);
}

TEST(BitsTest, FindsTheLastBitAndNothingBehindIt) {
  const Bitmap only_last = {0, 0, 0, 0, uint64_t{1} << 63};
  const Bitmap all_but_last = {~uint64_t{0}, ~uint64_t{0}, ~uint64_t{0},
                               ~uint64_t{0}, ~uint64_t{0} >> 1};

  EXPECT_EQ(NextSetBit(only_last.data(), kWordCount, 0), kBitCount - 1);
  EXPECT_EQ(NextSetBit(only_last.data(), kWordCount, kBitCount), kBitCount);
  EXPECT_EQ(NextSetBit(only_last.data(), kWordCount - 1, 0), kBitCount - 64);
  EXPECT_EQ(NextClearBit(all_but_last.data(), kWordCount, 0), kBitCount - 1);
  EXPECT_EQ(NextClearBit(all_but_last.data(), kWordCount, kBitCount),
            kBitCount);
  EXPECT_EQ(NextClearBit(all_but_last.data(), kWordCount - 1, 0),
            kBitCount - 64);
}

// All ranges of three words, so that each way to begin and end in a word is
// met.
TEST(BitsTest, SetsAndClearsEveryRange) {
  for (size_t begin = 0; begin <= 192; ++begin) {
    for (size_t end = begin; end <= 192; ++end) {
      Bitmap set = {};
      Bitmap cleared;
      cleared.fill(~uint64_t{0});

      SetBitRange(set.data(), kWordCount, begin, end);
      ClearBitRange(cleared.data(), kWordCount, begin, end);

      for (size_t word = 0; word < kWordCount; ++word) {
        ASSERT_EQ(set[word], ~cleared[word]) << begin << ".." << end;
      }
      ASSERT_EQ(CountSetBits(set.data(), kWordCount), end - begin);
      if (begin == end) continue;
      ASSERT_EQ(NextSetBit(set.data(), kWordCount, 0), begin);
      ASSERT_EQ(NextClearBit(set.data(), kWordCount, begin), end);
    }
  }
}

TEST(BitsTest, AgreesWithTheModelOnRandomBitmaps) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  Bitmap bitmap = {};
  Model model(kBitCount, false);

  for (int step = 0; step < 5000; ++step) {
    size_t begin = random() % (kBitCount + 1);
    // Mostly short ranges, so that the bitmap keeps a texture.
    size_t end =
        std::min(begin + random() % (step % 7 == 0 ? 200 : 9), kBitCount);
    const bool value = random() % 2 == 0;
    if (value) {
      SetBitRange(bitmap.data(), kWordCount, begin, end);
    } else {
      ClearBitRange(bitmap.data(), kWordCount, begin, end);
    }
    for (; begin < end; ++begin) model[begin] = value;

    ASSERT_NO_FATAL_FAILURE(ExpectSame(bitmap, model));
    const size_t from = random() % (kBitCount + 1);
    ASSERT_EQ(NextSetBit(bitmap.data(), kWordCount, from),
              ModelNext(model, from, true));
    ASSERT_EQ(NextClearBit(bitmap.data(), kWordCount, from),
              ModelNext(model, from, false));
  }
}

TEST(BitsTest, RoundsAsDivisionDoes) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());

  for (int step = 0; step < 10000; ++step) {
    const size_t value = random() >> (1 + random() % 63);
    const size_t power = size_t{1} << (random() % 40);
    const size_t multiple = 1 + (random() >> (24 + random() % 40));
    ASSERT_EQ(RoundDown(value, power), value / power * power);
    ASSERT_EQ(RoundUp(value, power),
              value / power * power + (value % power == 0 ? 0 : power));
    ASSERT_EQ(
        RoundUpToMultiple(value, multiple),
        value / multiple * multiple + (value % multiple == 0 ? 0 : multiple));
  }
}

#if HALFWORD_DCHECK_ENABLED
TEST(BitsDeathTest, RefusesWhatTheContractForbids) {
  Bitmap bitmap = {};

  EXPECT_DEATH(RoundUp(1, 24), "power of two");
  EXPECT_DEATH(RoundUp(SIZE_MAX, 8), "check sizes from outside");
  EXPECT_DEATH(RoundUpToMultiple(1, 0), "multiple of 0");
  EXPECT_DEATH(NextSetBit(bitmap.data(), kWordCount, kBitCount + 1),
               "inside the bitmap");
  EXPECT_DEATH(NextClearBit(bitmap.data(), kWordCount, kBitCount + 1),
               "inside the bitmap");
  EXPECT_DEATH(SetBitRange(bitmap.data(), kWordCount, 2, 1), "behind");
  EXPECT_DEATH(ClearBitRange(bitmap.data(), kWordCount, 0, kBitCount + 1),
               "inside the bitmap");
}
#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
