// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bits that an image may have, and no heap.

#include "image/page_objects.h"

#include <vector>

#include "gtest/gtest.h"
#include "halfword/heap.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

std::vector<uintptr_t> ObjectsOf(PageIndex page) {
  std::vector<uintptr_t> objects;
  ForEachObject(page, [&](uintptr_t object) { objects.push_back(object); });
  return objects;
}

// Sets a bit for as long as it lives.
class StrayBit {
 public:
  StrayBit(PageIndex page, size_t granule)
      : word_(AllocatedBits(page)[granule / 64]),
        bit_(uint64_t{1} << granule % 64) {
    EXPECT_EQ(word_ & bit_, 0u);
    word_ |= bit_;
  }
  ~StrayBit() { word_ &= ~bit_; }

 private:
  uint64_t& word_;
  const uint64_t bit_;
};

TEST(PageObjectsTest, BitsBetweenSlotsAreNoObjects) {
  TestHeap heap;
  const auto object =
      reinterpret_cast<uintptr_t>(heap.Allocate<Sized<48, 7>>());
  heap.CloseRuns();
  const PageIndex page = PageIndexOf(object);
  const size_t granule = object % kPageBytes / kGranuleBytes;

  const StrayBit between(page, granule + 1);
  const StrayBit behind_all(page, kPageGranules - 1);

  EXPECT_EQ(ObjectsOf(page), std::vector<uintptr_t>{object});
}

TEST(PageObjectsTest, ALargeObjectIsTheOnlyOneOfItsPages) {
  TestHeap heap;
  const auto object =
      reinterpret_cast<uintptr_t>(heap.Allocate<Sized<48, 7>>(3 * kPageBytes));
  const PageIndex page = PageIndexOf(object);

  const StrayBit inside(page, 8);
  const StrayBit in_tail(page + 1, 0);

  EXPECT_EQ(ObjectsOf(page), std::vector<uintptr_t>{object});
  EXPECT_TRUE(ObjectsOf(page + 1).empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
