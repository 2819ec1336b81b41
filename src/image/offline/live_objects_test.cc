// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What an image's roots keep, and what they do not.

#include "image/offline/live_objects.h"

#include <map>
#include <string>

#include "halfword/halfword.h"
#include "image/image_testing.h"
#include "image/offline/offline_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class LivingNode : public GarbageCollected<LivingNode> {
 public:
  Member<LivingNode> next_;
  WeakMember<LivingNode> weak_;
  uint64_t number_ = 0;
  HALFWORD_FIELDS(LivingNode, next_, weak_, number_)
};

class LivingTable : public GarbageCollected<LivingTable> {
 public:
  HeapHashMap<WeakMember<LivingNode>, Member<LivingNode>> pairs_;
  HALFWORD_FIELDS(LivingTable, pairs_)
};

namespace {

class LiveObjectsTest : public ImageTest {
 protected:
  LivingNode* Make(Heap* heap, uint64_t number) {
    auto* const node =
        MakeGarbageCollected<LivingNode>(heap->GetAllocationHandle());
    node->number_ = number;
    return node;
  }

  // The numbers of the nodes that live.
  std::map<uint64_t, int> LivingNumbers() {
    const OfflineImage image(Path());
    uint32_t ordinal = 0;
    image.live().ForEach([&](ImageGranule object) {
      EXPECT_EQ(image.live().OrdinalOf(object), ordinal++);
    });
    EXPECT_EQ(image.live().count(), ordinal);
    std::map<uint64_t, int> numbers;
    for (const ImageGranule object :
         image.ObjectsOf(TypeInfoOf<LivingNode>().name)) {
      ++numbers[image.NumberOf<uint64_t>(object, "number_")];
    }
    return numbers;
  }
};

TEST_F(LiveObjectsTest, WhatNoRootLeadsToIsNone) {
  {
    const auto heap =
        Open<LivingNode>({.heap = {.growth_bytes_min = SIZE_MAX}});
    LivingNode* const root = Make(heap.get(), 1);
    root->next_ = Make(heap.get(), 2);
    root->next_->next_ = root;
    root->weak_ = Make(heap.get(), 3);
    Make(heap.get(), 4);
    heap->SetRoot("root", root);
    Save(heap.get());
  }
  EXPECT_EQ(LivingNumbers(), (std::map<uint64_t, int>{{1, 1}, {2, 1}}));
}

// 1 -> 2 -> ... by pairs, which the table has in any order.
TEST_F(LiveObjectsTest, AKeyKeepsItsValue) {
  constexpr uint64_t kCount = 500;
  {
    const auto heap =
        Open<LivingNode, LivingTable>({.heap = {.growth_bytes_min = SIZE_MAX}});
    auto* const table =
        MakeGarbageCollected<LivingTable>(heap->GetAllocationHandle());
    heap->SetRoot("table", table);
    LivingNode* const first = Make(heap.get(), 1);
    heap->SetRoot("first", first);
    LivingNode* key = first;
    for (uint64_t i = 2; i <= kCount; ++i) {
      LivingNode* const value = Make(heap.get(), i);
      table->pairs_.insert_or_assign(key, value);
      key = value;
    }
    LivingNode* const lost = Make(heap.get(), 1000);
    table->pairs_.insert_or_assign(lost, Make(heap.get(), 1001));
    Save(heap.get());
  }
  const std::map<uint64_t, int> numbers = LivingNumbers();
  EXPECT_EQ(numbers.size(), kCount);
  EXPECT_EQ(numbers.rbegin()->first, kCount);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
