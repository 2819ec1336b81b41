// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The lanes against one word after the other, on random words and mark bits.

#include "gc/marking/mark_lanes.h"

#include <sys/mman.h>

#include <random>
#include <vector>

#include "base/test_seed.h"
#include "base/virtual_memory.h"
#include "gtest/gtest.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// The thread sanitizer's build has no lanes.
#if HALFWORD_REFERENCES == 32 && !HALFWORD_HAS_TSAN

constexpr Word kUntouched = 0x12345678;

// Words in the cage, which an object of a heap has for them.
class Words : public GarbageCollected<Words> {
 public:
  Word* begin() { return reinterpret_cast<Word*>(bytes_); }
  alignas(Word) char bytes_[2 * kPageBytes];
  HALFWORD_FIELDS(Words, bytes_)
};

LaneObject ObjectAt(const Word* words, uint32_t lanes) {
  return {CompressPointer(words), lanes};
}

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

void ExpectLanes(LaneObject object, const std::vector<uint64_t>& marked,
                 const std::vector<Word>& expected) {
  std::vector<Word> stack(expected.size() + kLaneCount + 1, kUntouched);
  Word* const top = PushUnmarkedLanes(object, stack.data(), marked.data());
  EXPECT_EQ(std::vector<Word>(stack.data(), top), expected);
  ASSERT_EQ(stack.back(), kUntouched);
}

TEST(MarkLanesTest, FindsWhatOneAfterTheOtherFinds) {
  if (!HasLanes()) GTEST_SKIP() << "this processor has no AVX2";
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  TestHeap heap;
  Word* const words = heap.Allocate<Words>()->begin();
  std::vector<uint64_t> marked(64);
  const size_t granule_count = marked.size() * 64;
  for (int round = 0; round < 5000; ++round) {
    for (uint64_t& bits : marked) bits = random();
    LaneObjects objects;
    objects.count = random() % (kLaneObjectsMax + 1);
    std::vector<Word> expected;
    for (size_t i = 0; i < objects.count; ++i) {
      Word* const object = words + i * kLaneCount;
      for (Word* word = object; word != object + kLaneCount; ++word) {
        *word = static_cast<Word>(random() % granule_count);
        // Two of three are references; of integers all bits may be set.
        if (random() % 3 != 0) {
          *word |= kReferenceBit;
        } else if (random() % 2 != 0) {
          *word = static_cast<Word>(random()) & ~kReferenceBit;
        }
      }
      const auto lanes = static_cast<uint8_t>(random() % (1 << kLaneCount));
      const std::vector<Word> found = OneAfterTheOther(object, lanes, marked);
      ExpectLanes(ObjectAt(object, lanes), marked, found);
      objects.words[i] = CompressPointer(object);
      objects.lanes[i] = lanes;
      expected.insert(expected.end(), found.begin(), found.end());
    }
    std::vector<Word> stack(expected.size() + 2, kUntouched);
    Word* const top = PushUnmarkedLanes(objects, stack.data(), marked.data());
    EXPECT_EQ(std::vector<Word>(stack.data(), top), expected);
    ASSERT_EQ(stack.back(), kUntouched);
  }
}

TEST(MarkLanesTest, ReadsNoWordOutsideTheSet) {
  if (!HasLanes()) GTEST_SKIP() << "this processor has no AVX2";
  TestHeap heap;
  Word* const words = heap.Allocate<Words>()->begin();
  // The last granule of memory that may be read.
  Word* const end = words + kOsPageBytes / sizeof(Word);
  Word* const last = end - kGranuleBytes / sizeof(Word);
  ASSERT_EQ(mprotect(end, kOsPageBytes, PROT_NONE), 0);
  *last = kReferenceBit;
  const uint64_t marked = 0;
  Word stack[kLaneCount];
  EXPECT_EQ(PushUnmarkedLanes(ObjectAt(last, 1), stack, &marked), stack + 1);
  EXPECT_EQ(stack[0], kReferenceBit);
  const LaneObjects objects = {
      .words = {CompressPointer(last)}, .lanes = {1}, .count = 1};
  EXPECT_EQ(PushUnmarkedLanes(objects, stack, &marked), stack + 1);
  ASSERT_EQ(mprotect(end, kOsPageBytes, PROT_READ | PROT_WRITE), 0);
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
