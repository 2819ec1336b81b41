// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Pages have the data by slot that they need, and the heap counts its bytes.

#include "heap/slot_data.h"

#include "gtest/gtest.h"
#include "heap/heap_testing.h"
#include "heap/memory_debug.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(SlotDataTest, HasWhatThePageNeeds) {
  SlotData* const shared = MakeSlotData(100, true);
  ASSERT_NE(shared->type_ids, nullptr);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(shared->type_ids[i], 0);
  EXPECT_EQ(shared->debug != nullptr, kMemoryDebug);
  FreeSlotData(shared);

  SlotData* const own = MakeSlotData(100, false);
  EXPECT_EQ(own->type_ids, nullptr);
  EXPECT_EQ(own->debug != nullptr, kMemoryDebug);
  FreeSlotData(own);
}

TEST(SlotDataTest, IsCountedWhileThePageIsInUse) {
  TestHeap heap;
  heap.Allocate<Sized<24>>();
  const PageRecord& record = RecordAt(heap.bins().front().page);
  const size_t bytes = HeapCoreTestPeer::SlotDataBytes(heap);
  EXPECT_EQ(bytes, SlotDataBytes(record.slot_count, true));
  EXPECT_GE(bytes, record.slot_count * sizeof(TypeId));

  heap.SweepAll();
  EXPECT_EQ(HeapCoreTestPeer::SlotDataBytes(heap), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
