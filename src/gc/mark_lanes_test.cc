// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The lanes against one word after the other, on random words and mark bits.

#include "gc/mark_lanes.h"

#include <random>
#include <vector>

#include "base/test_seed.h"
#include "base/virtual_memory.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// The thread sanitizer's build has no lanes.
#if HALFWORD_REFERENCES == 32 && !HALFWORD_HAS_TSAN

constexpr Word kUntouched = 0x12345678;

std::vector<Word> OneAfterTheOther(const Word* object, uint32_t lanes,
                                   const std::vector<uint64_t>& marked) {
  std::vector<Word> found;
  for (uint32_t lane = 0; lane < kLaneCount; ++lane) {
    if (((lanes >> lane) & 1) == 0 || !IsReference(object[lane])) continue;
    const size_t granule = WindowGranule(object[lane]);
    if (((marked[granule / 64] >> (granule % 64)) & 1) == 0) {
      found.push_back(object[lane]);
    }
  }
  return found;
}

TEST(MarkLanesTest, FindsWhatOneAfterTheOtherFinds) {
  if (!HasLanes()) GTEST_SKIP() << "this processor has no AVX2";
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  std::vector<uint64_t> marked(64);
  const size_t granule_count = marked.size() * 64;
  for (int round = 0; round < 20000; ++round) {
    for (uint64_t& bits : marked) bits = random();
    std::vector<Word> object(kLaneCount);
    for (Word& word : object) {
      word = static_cast<Word>(random() % granule_count);
      // Two of three are references; of integers all bits may be set.
      if (random() % 3 != 0) {
        word |= kReferenceBit;
      } else if (random() % 2 != 0) {
        word = static_cast<Word>(random()) & ~kReferenceBit;
      }
    }
    const auto lanes = static_cast<uint32_t>(random() % (1 << kLaneCount));
    std::vector<Word> stack(kLaneCount + 1, kUntouched);
    Word* const top =
        PushUnmarkedLanes(reinterpret_cast<uintptr_t>(object.data()), lanes,
                          stack.data(), marked.data());
    EXPECT_EQ(std::vector<Word>(stack.data(), top),
              OneAfterTheOther(object.data(), lanes, marked));
    ASSERT_EQ(stack.back(), kUntouched);
  }
}

TEST(MarkLanesTest, ReadsNoWordOutsideTheSet) {
  if (!HasLanes()) GTEST_SKIP() << "this processor has no AVX2";
  // The last word of memory that may be read.
  void* const pages = Reserve(2 * kOsPageBytes, kOsPageBytes);
  ASSERT_TRUE(Commit(pages, kOsPageBytes));
  auto* const last =
      static_cast<Word*>(pages) + kOsPageBytes / sizeof(Word) - 1;
  *last = kReferenceBit;
  const uint64_t marked = 0;
  Word stack[kLaneCount];
  EXPECT_EQ(
      PushUnmarkedLanes(reinterpret_cast<uintptr_t>(last), 1, stack, &marked),
      stack + 1);
  EXPECT_EQ(stack[0], kReferenceBit);
  Release(pages, 2 * kOsPageBytes);
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
