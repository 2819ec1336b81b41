// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Down before aside, each once, from all roots.

#include "image/offline/object_order.h"

#include <string>

#include "halfword/halfword.h"
#include "image/image_testing.h"
#include "image/offline/offline_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class OrderedNode : public GarbageCollected<OrderedNode> {
 public:
  explicit OrderedNode(uint32_t number) : number_(number) {}
  Member<OrderedNode> left_;
  Member<OrderedNode> right_;
  WeakMember<OrderedNode> weak_;
  uint32_t number_;
  HALFWORD_FIELDS(OrderedNode, left_, right_, weak_, number_)
};

namespace {

using ObjectOrderTest = ImageTest;

TEST_F(ObjectOrderTest, GoesDownBeforeItGoesAside) {
  {
    const auto heap =
        Open<OrderedNode>({.heap = {.growth_bytes_min = SIZE_MAX}});
    AllocationHandle& handle = heap->GetAllocationHandle();
    OrderedNode* nodes[8];
    for (uint32_t i = 0; i < 8; ++i) {
      nodes[i] = MakeGarbageCollected<OrderedNode>(handle, i);
    }
    // 1 -> (2 -> (4, 3), 3 -> 1); 5 -> 2
    nodes[1]->left_ = nodes[2];
    nodes[1]->right_ = nodes[3];
    nodes[2]->left_ = nodes[4];
    nodes[2]->right_ = nodes[3];
    nodes[3]->left_ = nodes[1];
    nodes[3]->weak_ = nodes[6];
    nodes[5]->left_ = nodes[2];
    heap->SetRoot("a", nodes[1]);
    heap->SetRoot("b", nodes[5]);
    Save(heap.get());
  }
  const OfflineImage image(Path());
  std::string order;
  for (const ImageGranule object :
       OrderByReach(image.objects(), image.maps(), image.live(), nullptr)) {
    order += std::to_string(image.NumberOf<uint32_t>(object, "number_")) + " ";
  }
  EXPECT_EQ(order, "1 2 4 3 5 ");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
