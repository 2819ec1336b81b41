// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Live objects and costs are all pages.

#include "image/snapshot/image_costs.h"

#include "halfword/halfword.h"
#include "image/image_check.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class CostlyNode : public GarbageCollected<CostlyNode> {
 public:
  Member<CostlyNode> next_;
  char bytes_[40] = {};
  HALFWORD_FIELDS(CostlyNode, next_, bytes_)
};

namespace {

using ImageCostsTest = ImageTest;

TEST_F(ImageCostsTest, AddUpToThePages) {
  {
    const auto heap =
        Open<CostlyNode>({.heap = {.growth_bytes_min = SIZE_MAX}});
    AllocationHandle& handle = heap->GetAllocationHandle();
    for (int i = 0; i < 2000; ++i) {
      auto* const node = MakeGarbageCollected<CostlyNode>(handle);
      if (i % 2 == 0) continue;  // dead
      node->next_ = heap->GetRoot<CostlyNode>("list");
      heap->SetRoot("list", node);
    }
    Save(heap.get());
  }
  ImageView view(Path());
  ASSERT_TRUE(OpenChecked(&view).ok());
  const ImageObjects objects(view);
  const ReferenceMaps maps(view.catalog(), view.abi(), view.place());
  const LiveObjects live(objects, maps);
  EXPECT_EQ(live.count(), 1000u);
  uint64_t bytes = 0;
  live.ForEach(
      [&](ImageGranule object) { bytes += objects.SlotBytesOf(object); });
  bool names_free_slots = false;
  for (const HeapCost& cost : ImageCostsOf(objects, live)) {
    bytes += cost.bytes;
    names_free_slots |= cost.name.find("CostlyNode") != std::string::npos;
  }
  EXPECT_EQ(bytes, uint64_t{view.page_count()} * kPageBytes);
  EXPECT_TRUE(names_free_slots);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
