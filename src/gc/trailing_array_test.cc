// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Arrays behind objects: where they begin, how many bytes they take, and that
// they hold what they are given across collections.

#include "halfword/trailing_array.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Leaf : public GarbageCollected<Leaf> {
 public:
  explicit Leaf(int value) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Leaf, value_)
};

class Row : public GarbageCollected<Row> {
 public:
  explicit Row(uint32_t size) : size_(size) {}
  std::span<Member<Leaf>> cells() { return {TrailingArray(this), size_}; }
  uint32_t size_;
  HALFWORD_FIELDS(Row, size_)
  HALFWORD_TRAILING(Row, Member<Leaf>)
};

// Its elements are aligned to more than its end.
class Samples : public GarbageCollected<Samples> {
 public:
  char tag_ = 0;
  HALFWORD_FIELDS(Samples, tag_)
  HALFWORD_TRAILING(Samples, double)
};

class Bytes : public GarbageCollected<Bytes> {
 public:
  char tag_ = 0;
  HALFWORD_FIELDS(Bytes, tag_)
  HALFWORD_TRAILING(Bytes, char)
};

static_assert(TrailingBytes<Bytes>(7).value == 7);
static_assert(TrailingBytes<Samples>(0).value == alignof(double) - 1);
static_assert(TrailingBytes<Samples>(3).value ==
              alignof(double) - 1 + 3 * sizeof(double));
static_assert(TrailingBytes<Samples>(SIZE_MAX).value >= SIZE_MAX / 2,
              "a size that overflows is one that no heap has room for");
static_assert(
    std::is_same_v<decltype(TrailingArray(std::declval<const Bytes*>())),
                   const char*>);

using TrailingArrayTest = HeapTest;
HALFWORD_INSTANTIATE_FOR_PAGES(TrailingArrayTest);

TEST_P(TrailingArrayTest, BeginsWhereElementsAreAligned) {
  auto* const samples = MakeGarbageCollected<Samples>(
      heap().GetAllocationHandle(), TrailingBytes<Samples>(2));
  auto* const bytes = MakeGarbageCollected<Bytes>(heap().GetAllocationHandle(),
                                                  TrailingBytes<Bytes>(2));

  EXPECT_EQ(reinterpret_cast<uintptr_t>(TrailingArray(samples)),
            reinterpret_cast<uintptr_t>(samples) + alignof(double));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(TrailingArray(bytes)),
            reinterpret_cast<uintptr_t>(bytes) + 1);
}

TEST_P(TrailingArrayTest, HoldsWhatItIsGiven) {
  for (const uint32_t size : {0u, 1u, 3u, 500u, 20'000u}) {
    PreparePages<Row>();
    const Persistent<Row> row = MakeGarbageCollected<Row>(
        heap().GetAllocationHandle(), TrailingBytes<Row>(size), size);
    for (Member<Leaf>& cell : row->cells()) ASSERT_FALSE(cell);
    int next = 0;
    for (Member<Leaf>& cell : row->cells()) cell = Make<Leaf>(next++);

    CollectPrecisely(heap());

    int expected = 0;
    for (Member<Leaf>& cell : row->cells()) {
      ASSERT_EQ(cell->value_, expected++);
    }
    EXPECT_EQ(Findings(heap()), "");
  }
}

TEST_P(TrailingArrayTest, ACountTooLargeIsAnsweredAsAnyObjectTooLarge) {
  struct TooLarge {};
  HeapOptions options;
  options.out_of_memory_handler = [](Heap&, size_t) { throw TooLarge(); };
  ResetHeap(std::move(options));

  EXPECT_THROW(MakeGarbageCollected<Row>(heap().GetAllocationHandle(),
                                         TrailingBytes<Row>(SIZE_MAX), 0u),
               TooLarge);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
