// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Classes whose objects are made in a way of the program's.

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// As many numbers as are asked for, behind the object.
class Numbers : public GarbageCollected<Numbers> {
 public:
  explicit Numbers(Heap* heap) {
    if (heap != nullptr) CollectPrecisely(*heap);
  }
  void Trace(Visitor*) const { ++traced; }
  static inline int traced = 0;
};

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal

namespace halfword {

template <>
class MakeGarbageCollectedTrait<internal::Numbers>
    : public MakeGarbageCollectedTraitBase<internal::Numbers> {
 public:
  static internal::Numbers* Call(AllocationHandle& handle, size_t count,
                                 Heap* collects) {
    void* const memory =
        Allocate(handle, sizeof(internal::Numbers) + count * sizeof(int));
    auto* const object = ::new (memory) internal::Numbers(collects);
    MarkObjectAsFullyConstructed(object);
    return object;
  }
};

}  // namespace halfword

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class AllocationTraitTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(AllocationTraitTest);

TEST_P(AllocationTraitTest, MakesTheObjectsOfItsClass) {
  const Persistent<Numbers> numbers = Make<Numbers>(size_t{100}, nullptr);

  EXPECT_GE(subtle::ObjectSizeTrait<Numbers>::GetSize(*numbers),
            sizeof(Numbers) + 100 * sizeof(int));
  Numbers::traced = 0;
  CollectPrecisely(heap());
  EXPECT_GE(Numbers::traced, 1);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(AllocationTraitTest, AnObjectUnderConstructionIsKeptAndNotTraced) {
  Numbers::traced = 0;
  Numbers* const numbers = Make<Numbers>(size_t{1}, &heap());

  EXPECT_EQ(Numbers::traced, 0);
  EXPECT_TRUE(collector().IsLive(numbers));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
