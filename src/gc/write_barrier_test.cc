// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The write barrier with its flag forced on: every store of a reference gives
// the address of its slot, one of nullptr gives none.

#include "halfword/internal/write_barrier.h"

#include <algorithm>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Cell : public GarbageCollected<Cell> {
 public:
  Cell() = default;
  explicit Cell(Cell* next) : next_(next) {}
  Member<Cell> next_;
  Member<Cell> row_[3];
  Tagged<Cell> tagged_;
  WeakMember<Cell> weak_;
  HALFWORD_FIELDS(Cell, next_, row_, tagged_, weak_)
};

class WriteBarrierTest : public ::testing::Test {
 protected:
  WriteBarrierTest() : heap_(Heap::Create()) {
    cell_ = Make();
    target_ = Make();
  }
  ~WriteBarrierTest() override { write_barrier_is_on = false; }

  Cell* Make() {
    return MakeGarbageCollected<Cell>(heap_->GetAllocationHandle());
  }

  // The slots that a store reports.
  template <typename Store>
  std::vector<const void*> SlotsOf(Store store) {
    const size_t before = CollectorOf(*heap_).stores().slots().size();
    write_barrier_is_on = true;
    store();
    write_barrier_is_on = false;
    return Noted(
        std::span(CollectorOf(*heap_).stores().slots()).subspan(before));
  }

  std::unique_ptr<Heap> heap_;
  Persistent<Cell> cell_;
  Persistent<Cell> target_;
};

using Slots = std::vector<const void*>;

TEST_F(WriteBarrierTest, ReportsTheSlotOfEveryStoreOfAReference) {
  Cell* const cell = cell_;
  Cell* const target = target_;
  const Member<Cell> other = target;

  EXPECT_EQ(SlotsOf([&] { cell->next_ = target; }), Slots{&cell->next_});
  EXPECT_EQ(SlotsOf([&] { cell->next_ = other; }), Slots{&cell->next_});
  EXPECT_EQ(SlotsOf([&] { cell->row_[2] = target; }), Slots{&cell->row_[2]});
  EXPECT_EQ(SlotsOf([&] { cell->tagged_ = target; }), Slots{&cell->tagged_});
  cell->row_[0] = cell;
  EXPECT_EQ(SlotsOf([&] { cell->next_.Swap(cell->row_[0]); }),
            (Slots{&cell->next_, &cell->row_[0]}));
}

TEST_F(WriteBarrierTest, ReportsWeakStoresApart) {
  Cell* const cell = cell_;
  const StoreBuffer& stores = CollectorOf(*heap_).stores();
  ASSERT_TRUE(stores.weak_slots().empty());

  EXPECT_TRUE(SlotsOf([&] { cell->weak_ = target_.Get(); }).empty());
  EXPECT_EQ(Noted(stores.weak_slots()), Slots{&cell->weak_});
  EXPECT_EQ(SlotsOf([&] { cell->next_ = cell->weak_; }), Slots{&cell->next_});
  EXPECT_EQ(stores.weak_slots().size(), 1u);

  SlotsOf([&] {
    cell->weak_ = nullptr;
    Cell* volatile none = nullptr;
    cell->weak_ = none;
    const WeakMember<Cell> null_member = none;
    cell->weak_ = null_member;
    WeakMember<Cell> local = target_.Get();
    local = cell_.Get();
  });
  EXPECT_EQ(stores.weak_slots().size(), 1u);
}

TEST_F(WriteBarrierTest, ReportsStoresThatConstructorsMake) {
  Cell* made = nullptr;

  const Slots slots = SlotsOf([&] {
    made =
        MakeGarbageCollected<Cell>(heap_->GetAllocationHandle(), target_.Get());
  });

  EXPECT_EQ(std::count(slots.begin(), slots.end(), &made->next_), 1);
}

TEST_F(WriteBarrierTest, ReportsNoStoreOfNullOrOfAnInteger) {
  Cell* const cell = cell_;

  EXPECT_TRUE(SlotsOf([&] {
                cell->next_ = nullptr;
                cell->next_.Clear();
                cell->next_ = kSentinelPointer;
                cell->tagged_ = 5;
              }).empty());
}

TEST_F(WriteBarrierTest, ReportsNoStoreOfWhatTurnsOutToBeAnInteger) {
  Cell* const cell = cell_;
  volatile int number = 5;
  Tagged<Cell> integer;
  integer = static_cast<int>(number);

  EXPECT_TRUE(SlotsOf([&] {
                cell->tagged_ = integer;
                cell->tagged_ = static_cast<int>(number);
              }).empty());
}

TEST_F(WriteBarrierTest, ReportsNoSlotOutsideTheHeap) {
  EXPECT_TRUE(SlotsOf([&] {
                Member<Cell> local = target_.Get();
                local = cell_.Get();
              }).empty());
}

TEST_F(WriteBarrierTest, KeepsWhatIsStoredElsewhereButOnTheStack) {
  CollectConservatively(*heap_);  // asks where the stack is
  StoreBuffer& stores = CollectorOf(*heap_).stores();
  const auto elsewhere = std::make_unique<Member<Cell>>();
  const auto weak_elsewhere = std::make_unique<WeakMember<Cell>>();
  Member<Cell> on_stack;
  EXPECT_EQ(SlotsOf([&] {
              *elsewhere = target_.Get();
              on_stack = target_.Get();
            }),
            Slots{});
  EXPECT_EQ(stores.objects(), Slots{target_.Get()});
  stores.Clear();
  write_barrier_is_on = true;
  *weak_elsewhere = target_.Get();
  write_barrier_is_on = false;
  EXPECT_EQ(stores.objects(), Slots{target_.Get()});
  EXPECT_TRUE(stores.weak_slots().empty());
  stores.Clear();
}

TEST_F(WriteBarrierTest, NotesTheLongestTailOfAnObjectOnce) {
  StoreBuffer& stores = CollectorOf(*heap_).stores();
  const TraceCallback callback = [](Visitor*, const void*) {};
  for (int round = 0; round < 3; ++round) {
    TailBarrier(&cell_->row_[2], callback);
    TailBarrier(&cell_->row_[1], callback);
    TailBarrier(&target_->row_[1], callback);
  }
  TailBarrier(&cell_->row_[2], callback);
  Slots tails;
  stores.ForEachTail([&](const TraceDescriptor& part) {
    tails.push_back(part.base_object_payload);
  });
  Slots expected = {&cell_->row_[1], &target_->row_[1]};
  std::sort(tails.begin(), tails.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(tails, expected);
  stores.Clear();
  EXPECT_TRUE(stores.empty());
}

// A queue that is a vector moves all its elements for each that leaves.
TEST_F(WriteBarrierTest, ElementsThatMoveAgainAndAgainAreTracedOnce) {
  HeapVector<Member<Cell>> queue;
  for (int i = 0; i < 3000; ++i) queue.push_back(Make());
  StoreBuffer& stores = CollectorOf(*heap_).stores();
  write_barrier_is_on = true;
  for (int i = 0; i < 2000; ++i) {
    queue.erase(queue.begin());
    queue.push_back(target_.Get());
  }
  write_barrier_is_on = false;
  size_t tails = 0;
  stores.ForEachTail([&](const TraceDescriptor&) { ++tails; });
  EXPECT_EQ(tails, 1u);
  EXPECT_TRUE(stores.parts().empty());
  stores.Clear();
}

// Its bit would be in no cache: a step asks for it.
TEST_F(WriteBarrierTest, ReportsAStoreOfWhatIsMarked) {
  const size_t granule = GranuleOf(reinterpret_cast<uintptr_t>(target_.Get()));
  uint64_t& marks = side_tables.marked[granule / 64];
  const uint64_t before = marks;
  marks |= uint64_t{1} << (granule % 64);

  const Slots slots = SlotsOf([&] {
    cell_->next_ = target_.Get();
    cell_->row_[0] = cell_.Get();
  });

  marks = before;
  EXPECT_EQ(slots, (Slots{&cell_->next_, &cell_->row_[0]}));
}

TEST_F(WriteBarrierTest, ReportsNothingWhileTheFlagIsOff) {
  cell_->next_ = target_.Get();

  EXPECT_TRUE(CollectorOf(*heap_).stores().slots().empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
