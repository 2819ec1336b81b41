// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Free pages go back that a program has not needed for long, by rule and in a
// whole heap.

#include "gc/surplus_pages.h"

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

  EXPECT_EQ(pages.NoteCollection(1000, 100, 400), 0u);
  EXPECT_EQ(pages.NoteCollection(700, 100, 400), 0u);
  EXPECT_EQ(pages.NoteCollection(900, 100, 300), 0u);
  EXPECT_EQ(pages.NoteCollection(800, 100, 100), 600u);
  EXPECT_EQ(pages.NoteCollection(400, 100, 0), 300u);
}

TEST(SurplusPagesTest, AreNotWhatIsNeededNowAndThen) {
  SurplusPages pages;

  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(pages.NoteCollection(1000, 100, 800), 0u);
    EXPECT_EQ(pages.NoteCollection(1000, 100, 800), 0u);
    EXPECT_EQ(pages.NoteCollection(100, 100, 800), 0u);
  }
}

TEST(SurplusPagesTest, AreNotWhatIsToBeKept) {
  SurplusPages pages;

  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(pages.NoteCollection(1000, SIZE_MAX, 1000), 0u);
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
