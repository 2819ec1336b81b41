// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapConsistency: which barrier a store needs, and what each does. (The scopes
// are tested in heap_state_test.cc.)

#include "halfword/heap_consistency.h"

#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using subtle::HeapConsistency;
using Params = HeapConsistency::WriteBarrierParams;
using Type = HeapConsistency::WriteBarrierType;

class Row : public GarbageCollected<Row> {
 public:
  void Trace(Visitor* visitor) const { visitor->TraceMultiple(cells_, 3); }
  Member<Row> cells_[3];
};

void TraceCell(Visitor* visitor, const void* cell) {
  visitor->Trace(*static_cast<const Member<Row>*>(cell));
}

class HeapConsistencyTest : public HeapTest {
 protected:
  HeapConsistencyTest() : row_(Make<Row>()) {}
  ~HeapConsistencyTest() override { write_barrier_is_on = false; }
  void TearDown() override { row_.Clear(); }

  Persistent<Row> row_;
};
HALFWORD_INSTANTIATE_FOR_PAGES(HeapConsistencyTest);

TEST_P(HeapConsistencyTest, AStoreNeedsNoBarrierWhileNothingMarks) {
  Params params;
  Row* const row = row_;

  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(row->cells_, row, params),
            Type::kNone);
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(row->cells_[0], params),
            Type::kNone);
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(row, params), Type::kNone);
}

TEST_P(HeapConsistencyTest, AStoreOfAReferenceNeedsTheMarkingBarrier) {
  Params params;
  Row* const row = row_;
  row->cells_[0] = row;
  const auto heap_of = [&]() -> HeapHandle& { return heap().GetHeapHandle(); };
  write_barrier_is_on = true;

  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(row->cells_, row, params),
            Type::kMarking);
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(row->cells_[0], params),
            Type::kMarking);
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(row->cells_, params, heap_of),
            Type::kMarking);
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(row, params), Type::kMarking);
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(row->cells_[1], params),
            Type::kNone);
  row->cells_[1] = kSentinelPointer;
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(row->cells_[1], params),
            Type::kNone);
}

TEST_P(HeapConsistencyTest, TheBarriersNoteWhatIsToBeMarkedOrTraced) {
  Params params;
  Row* const row = row_;
  write_barrier_is_on = true;
  ASSERT_EQ(HeapConsistency::GetWriteBarrierType(row, params), Type::kMarking);

  HeapConsistency::DijkstraWriteBarrier(params, row);
  HeapConsistency::DijkstraWriteBarrierRange(params, row->cells_,
                                             sizeof(Member<Row>), 3, TraceCell);
  HeapConsistency::SteeleWriteBarrier(params, row);

  EXPECT_EQ(collector().stores().objects(), std::vector<const void*>{row});
  const std::vector<TraceDescriptor>& elements = collector().stores().parts();
  ASSERT_EQ(elements.size(), 3u);
  EXPECT_EQ(elements[2].base_object_payload, &row->cells_[2]);
  EXPECT_EQ(elements[2].callback, &TraceCell);
  EXPECT_EQ(collector().stores().changed(), std::vector<const void*>{row});

  write_barrier_is_on = false;
  CollectPrecisely(heap());
  EXPECT_TRUE(collector().stores().empty());
}

#if HALFWORD_DCHECK_ENABLED
TEST_P(HeapConsistencyTest, ABarrierIsAskedForFirst) {
  EXPECT_DEATH(HeapConsistency::DijkstraWriteBarrier(Params(), row_.Get()),
               "ask GetWriteBarrierType");
}
#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
