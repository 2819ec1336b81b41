// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Free pages go back that a program has not needed for long, by rule and in a
// whole heap.

#include "gc/surplus_pages.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(SurplusPagesTest, AreWhatTheProgramDidNotNeedForLong) {
  SurplusPages pages;

  EXPECT_EQ(pages.NoteCollection(1000, 100, 400, 0), 0u);
  EXPECT_EQ(pages.NoteCollection(700, 100, 400, 0), 0u);
  EXPECT_EQ(pages.NoteCollection(900, 100, 300, 0), 0u);
  EXPECT_EQ(pages.NoteCollection(800, 100, 100, 0), 600u);
}

TEST(SurplusPagesTest, GoOnGoing) {
  SurplusPages pages;

  EXPECT_EQ(pages.NoteCollection(800, 100, 1400, 0), 700u);
  EXPECT_EQ(pages.NoteCollection(500, 100, 100, 400), 400u);
  EXPECT_EQ(pages.NoteCollection(300, 100, 100, 300), 200u);
  EXPECT_EQ(pages.NoteCollection(100, 100, 100, 200), 0u);
}

TEST(SurplusPagesTest, AreNotWhatIsNeededNowAndThen) {
  SurplusPages pages;

  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(pages.NoteCollection(1000, 100, 800, 0), 0u);
    EXPECT_EQ(pages.NoteCollection(1000, 100, 800, 0), 0u);
    EXPECT_EQ(pages.NoteCollection(100, 100, 800, 0), 0u);
  }
}

TEST(SurplusPagesTest, AreNotWhatIsToBeKept) {
  SurplusPages pages;

  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(pages.NoteCollection(1000, SIZE_MAX, 1000, 0), 0u);
  }
}

TEST(SurplusPagesTest, DoNotPileUpWhereFewWereFreeOnce) {
  SurplusPages pages;
  size_t free_pages = 110;

  for (int i = 0; i < 1000; ++i) {
    const size_t surplus = pages.NoteCollection(free_pages, 100, 40, 0);
    free_pages += 20 - std::min(surplus, free_pages);
    ASSERT_LE(free_pages, 300u) << i;
  }
}

class SurplusBlock : public GarbageCollected<SurplusBlock> {
 public:
  Member<SurplusBlock> next_;
  char bytes_[200] = {};
  HALFWORD_FIELDS(SurplusBlock, next_, bytes_)
};

constexpr size_t kMiB = size_t{1} << 20;

// Allocates so many bytes, of which nothing lives.
void Churn(Heap& heap, size_t bytes) {
  for (size_t i = 0; i < bytes / sizeof(SurplusBlock); ++i) {
    MakeGarbageCollected<SurplusBlock>(heap.GetAllocationHandle());
  }
}

// What a heap with 64 MiB that die has free, when it has allocated 160 MiB
// more.
size_t FreeBytesAfterAPeak(HeapOptions options) {
  const auto heap = Heap::Create(std::move(options));
  {
    // Not linked, so that a stray word of the stack keeps one of them only.
    std::vector<Persistent<SurplusBlock>> blocks;
    for (size_t i = 0; i < 64 * kMiB / sizeof(SurplusBlock); ++i) {
      blocks.emplace_back(
          MakeGarbageCollected<SurplusBlock>(heap->GetAllocationHandle()));
    }
  }
  Churn(*heap, 400 * kMiB);
  return heap->CollectStatistics(HeapStatistics::kBrief)
      .pooled_memory_size_bytes;
}

TEST(SurplusPagesTest, GoBackWhileTheProgramAllocates) {
  EXPECT_LE(FreeBytesAfterAPeak({}), 24 * kMiB);
  EXPECT_LE(FreeBytesAfterAPeak({.marking_support = MarkingType::kAtomic}),
            24 * kMiB);
}

TEST(SurplusPagesTest, StayIfTheProgramWantsThemTo) {
  EXPECT_GE(FreeBytesAfterAPeak({.kept_free_bytes_min = SIZE_MAX}), 40 * kMiB);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
