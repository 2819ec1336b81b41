// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Slots of objects and what the heap costs beside them add up to what it has
// taken, to the byte, whatever was done to it.

#include "snapshot/heap_cost.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/node_table.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI {
namespace internal {
namespace {

class OtherSpace : public CustomSpace<OtherSpace> {
 public:
  static constexpr CustomSpaceIndex kSpaceIndex = 0;
};
class Apart : public GarbageCollected<Apart> {
 public:
  char bytes_[200] = {};
  HALFWORD_FIELDS(Apart, bytes_)
};
class Row : public GarbageCollected<Row> {
  HALFWORD_FIELDS(Row)
  HALFWORD_TRAILING(Row, char)
};

}  // namespace
}  // namespace internal

template <>
struct SpaceTrait<internal::Apart> {
  using Space = internal::OtherSpace;
};

namespace internal {
namespace {

class HeapCostTest : public ::testing::Test {
 protected:
  HeapCostTest() {
    HeapOptions options;
    options.custom_spaces.push_back(std::make_unique<OtherSpace>());
    heap_ = Heap::Create(std::move(options));
  }

  // Of all objects and all costs. Requires: all swept.
  uint64_t Sum() {
    collector().CloseRuns();
    uint64_t sum = 0;
    for (const HeapCost& cost : HeapCostsOf(collector())) {
      EXPECT_GT(cost.bytes, 0u) << cost.name;
      EXPECT_LE(cost.bytes, uint64_t{1} << 30) << cost.name;
      sum += cost.bytes;
    }
    collector().ForEachPage([&](PageIndex page) {
      ForEachObject(page,
                    [&](uintptr_t) { sum += NodeSelfSize(RecordAt(page)); });
    });
    return sum;
  }
  uint64_t Committed() {
    return heap_->CollectStatistics(HeapStatistics::kBrief)
        .committed_size_bytes;
  }
  uint64_t CostOf(const std::string& name) {
    collector().CloseRuns();
    uint64_t sum = 0;
    for (const HeapCost& cost : HeapCostsOf(collector())) {
      if (cost.name == name) sum += cost.bytes;
    }
    return sum;
  }
  Collector& collector() { return CollectorOf(*heap_); }
  AllocationHandle& handle() { return heap_->GetAllocationHandle(); }
  void MakeRow(size_t bytes) {
    rows_.emplace_back(
        MakeGarbageCollected<Row>(handle(), AdditionalBytes(bytes)));
  }

  std::unique_ptr<Heap> heap_;
  std::deque<Persistent<Row>> rows_;
};

TEST_F(HeapCostTest, AnEmptyHeapCostsWhatItHasTaken) {
  EXPECT_EQ(Sum(), Committed());
}

TEST_F(HeapCostTest, CountsFreeSlotsByTheirSize) {
  const Persistent<Apart> apart = MakeGarbageCollected<Apart>(handle());
  const size_t slot_bytes = SlotBytes(RecordOf(apart.Get()));

  EXPECT_EQ(Sum(), Committed());
  uint64_t free_bytes = 0;
  for (const HeapCost& cost : HeapCostsOf(collector())) {
    if (cost.name.find("(free slots of") == 0) free_bytes += cost.bytes;
  }
  EXPECT_EQ(free_bytes, kPageBytes - slot_bytes);
}

// Of chunks that hold something; empty ones go back to the cage.
TEST_F(HeapCostTest, CountsFreePages) {
  for (int i = 0; i < 3; ++i) MakeRow(3 * kPageBytes - 1000);
  const size_t free_before = CostOf("(free pages)");
  rows_.pop_back();
  CollectPrecisely(*heap_);

  EXPECT_EQ(CostOf("(free pages)"), free_before + 3 * kPageBytes);
  EXPECT_EQ(Sum(), Committed());
  heap_->ReleaseFreeMemory();
  EXPECT_EQ(Sum(), Committed());
}

TEST_F(HeapCostTest, NamesFreeSlotsOfOneClass) {
  HeapCoreTestPeer::GiveOwnPages(collector(), TypeInfoOf<Block>());
  const Persistent<Block> block = MakeGarbageCollected<Block>(handle());
  const size_t slot_bytes = SlotBytes(RecordOf(block.Get()));

  EXPECT_EQ(CostOf(std::string("(free slots of ") + kTypeName<Block> + ", " +
                   std::to_string(slot_bytes) + " bytes)"),
            kPageBytes - slot_bytes);
  EXPECT_EQ(Sum(), Committed());
}

// DevTools keeps sizes in 32 bits.
TEST_F(HeapCostTest, CutsWhatIsLargerThanANodeMayBe) {
  PageRecord record = {};
  record.kind = PageKind::kLarge;
  record.run_pages = (size_t{3} << 30) / kPageBytes;
  EXPECT_EQ(NodeSelfSize(record), uint64_t{1} << 30);
  record.run_pages = 5;
  EXPECT_EQ(NodeSelfSize(record), 5 * kPageBytes);
  record.kind = PageKind::kSlots;
  record.slot_bytes = 48;
  EXPECT_EQ(NodeSelfSize(record), 48u);
}

// With these, all of it would be touched.
#if !HALFWORD_MEMORY_DEBUG && !HALFWORD_HAS_ASAN && !HALFWORD_HAS_TSAN
TEST_F(HeapCostTest, AnObjectOfMoreThanAGibIsShownInParts) {
  constexpr size_t kBytes = (size_t{1} << 30) + (size_t{300} << 20);
  MakeRow(kBytes);
  const size_t slot_bytes = SlotBytes(RecordOf(rows_.front().Get()));

  const LoadedSnapshot snapshot(*heap_);

  const size_t node = snapshot.NodeOf(rows_.front().Get());
  EXPECT_EQ(snapshot[node].self_bytes, uint64_t{1} << 30);
  EXPECT_EQ(snapshot[snapshot.Find("(rest of objects above 1 GiB)")].self_bytes,
            slot_bytes - (size_t{1} << 30));
}
#endif

TEST_F(HeapCostTest, AddsUpWhateverWasDone) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  std::deque<Persistent<Apart>> aparts;
  std::deque<Persistent<Block>> blocks;
  for (int round = 0; round < 12; ++round) {
    for (int i = 0; i < 300; ++i) {
      switch (random() % 4) {
        case 0:
          MakeRow(random() % 300);
          break;
        case 1:
          MakeRow(random() %
                  (random() % 8 == 0 ? 20 * kPageBytes : kPageBytes));
          break;
        case 2:
          aparts.emplace_back(MakeGarbageCollected<Apart>(handle()));
          break;
        default:
          blocks.emplace_back(MakeGarbageCollected<Block>(handle()));
          break;
      }
    }
    std::shuffle(rows_.begin(), rows_.end(), random);
    rows_.resize(rows_.size() / 2);
    aparts.resize(aparts.size() / 2);
    if (round % 4 == 3) blocks.clear();
    CollectPrecisely(*heap_);
    if (round % 3 == 2) heap_->ReleaseFreeMemory();
    ASSERT_EQ(Sum(), Committed());
    // Which numbers objects, and checks the sum once more.
    const LoadedSnapshot snapshot(*heap_);
    ASSERT_EQ(Sum(), Committed());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI
