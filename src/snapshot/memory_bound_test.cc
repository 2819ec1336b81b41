// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a snapshot takes of malloc's memory: measured, by counting what passes
// through operator new, beside what its report says, of heaps that are mostly
// what a snapshot has to note. And what becomes of it where there is no memory,
// at each of its allocations.

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"

namespace {

// Of this program. Threads: any.
std::atomic<size_t> live_bytes = 0;
std::atomic<size_t> live_bytes_max = 0;
// The allocation that fails, counted from 1 down; 0: none.
std::atomic<size_t> fails_in = 0;
std::atomic<size_t> failure_count = 0;
// All that come after it fail as well.
std::atomic<bool> fails_on = false;

bool IsToFail() {
  if (fails_in == 0) return false;
  const size_t left = --fails_in;
  return left == 0;
}

void* Allocate(size_t bytes) {
  if (IsToFail()) {
    ++failure_count;
    if (fails_on) fails_in = 1;
    return nullptr;
  }
  void* const memory = std::malloc(bytes != 0 ? bytes : 1);
  if (memory == nullptr) return nullptr;
  const size_t live = live_bytes += malloc_usable_size(memory);
  size_t before = live_bytes_max;
  while (before < live && !live_bytes_max.compare_exchange_weak(before, live)) {
  }
  return memory;
}

}  // namespace

// All but those for alignments. Those for arrays and those that do not throw
// would call the first two, but not under AddressSanitizer, which has its own.
void* operator new(size_t bytes) {
  void* const memory = Allocate(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new[](size_t bytes) { return operator new(bytes); }
void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  return Allocate(bytes);
}
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept {
  return Allocate(bytes);
}
void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  live_bytes -= malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, size_t) noexcept {
  operator delete(memory);
}

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Item : public GarbageCollected<Item> {
 public:
  Member<Item> next_;
  HALFWORD_FIELDS(Item, next_)
};
class Named : public GarbageCollected<Named> {
 public:
  explicit Named(Named* next, uint32_t number) : next_(next), number_(number) {}
  std::string GetHumanReadableName() const {
    return "a name that no other has " + std::to_string(number_);
  }
  Member<Named> next_;
  uint32_t number_;
  HALFWORD_FIELDS(Named, next_, number_)
};
class Pairs : public GarbageCollected<Pairs> {
 public:
  HeapVector<EphemeronPair<Item, Item>> pairs_;
  Member<Item> first_key_;
  HALFWORD_FIELDS(Pairs, pairs_, first_key_)
};

class Pair : public GarbageCollected<Pair> {
 public:
  Member<Pair> next_;
  EphemeronPair<Item, Item> pair_;
  HALFWORD_FIELDS(Pair, next_, pair_)
};

class NullSink final : public SnapshotSink {
 public:
  bool Write(const char*, size_t) override { return true; }
};

// What a small heap's snapshot takes anyway: a buffer of 64 KiB, some tables of
// 32 KiB, the names of classes and fields.
constexpr size_t kSmallBytes = size_t{320} << 10;

class MemoryBoundTest : public ::testing::Test {
 protected:
  Heap& heap() { return *heap_; }
  template <typename T, typename... Arguments>
  T* Make(Arguments&&... arguments) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(),
                                   std::forward<Arguments>(arguments)...);
  }
  // A list of so many, which nothing holds but the handle.
  void MakeList(Persistent<Item>* list, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      Item* const item = Make<Item>();
      item->next_ = list->Get();
      *list = item;
    }
  }

  // A snapshot that is not the first, since ids are kept by the heap. What was
  // measured is not more than what it says.
  SnapshotReport Take() {
    NullSink sink;
    EXPECT_EQ(WriteHeapSnapshot(heap(), sink, kPrecise).error, "");
    const size_t before = live_bytes;
    live_bytes_max = before;
    SnapshotReport report = WriteHeapSnapshot(heap(), sink, kPrecise);
    const size_t measured = live_bytes_max - before;
    EXPECT_EQ(report.error, "");
    EXPECT_GT(measured, 0u);
    EXPECT_LE(measured, report.memory_bytes + kSmallBytes / 4);
    EXPECT_EQ(live_bytes, before) << "something is kept";
    return report;
  }

  // design/snapshots.md#req.snapshot.memory
  size_t Bound(const SnapshotReport& report) {
    const size_t live = heap()
                            .CollectStatistics(HeapStatistics::kBrief)
                            .live_bytes_after_collection;
    return std::max(live * 15 / 100, 6 * report.node_count) + kSmallBytes;
  }

  // Of a heap of ephemerons. Places of slots take 8 bytes in windows of 32 GiB
  // and more (gc/weak/weak_slots.h).
  size_t PairBound(const SnapshotReport& report) {
    constexpr bool kIsWide = kWindowBytes > size_t{16} << 30;
    return Bound(report) + (kIsWide ? 4 * report.node_count : 0);
  }

 private:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
};

TEST_F(MemoryBoundTest, HoldsForAList) {
  Persistent<Item> list;
  MakeList(&list, 300'000);

  const SnapshotReport report = Take();

  EXPECT_LE(report.memory_bytes, Bound(report));
}

TEST_F(MemoryBoundTest, HoldsForHandlesOfOtherThreads) {
  constexpr size_t kCount = 300'000;
  std::vector<CrossThreadPersistent<Item>> handles;
  for (size_t i = 0; i < kCount; ++i) handles.emplace_back(Make<Item>());

  const SnapshotReport report = Take();

  EXPECT_LE(report.memory_bytes, Bound(report));
  EXPECT_GE(report.edge_count, kCount);
}

TEST_F(MemoryBoundTest, HoldsForHandlesOfTheOwnThread) {
  constexpr size_t kCount = 300'000;
  std::vector<Persistent<Item>> handles;
  for (size_t i = 0; i < kCount; ++i) handles.emplace_back(Make<Item>());

  const SnapshotReport report = Take();

  EXPECT_LE(report.memory_bytes, Bound(report));
  EXPECT_GE(report.edge_count, kCount);
}

TEST_F(MemoryBoundTest, HoldsForManyHandlesOfOneObject) {
  constexpr size_t kCount = 300'000;
  const std::vector<CrossThreadPersistent<Item>> handles(kCount, Make<Item>());

  const SnapshotReport report = Take();

  EXPECT_LE(report.memory_bytes, Bound(report));
  EXPECT_GE(report.edge_count, kCount);
}

TEST_F(MemoryBoundTest, HoldsForStringsOutsideOfTheHeap) {
  std::vector<ScopedMutableString> strings;
  const HeapScope scope(heap());
  for (int i = 0; i < 200'000; ++i) {
    strings.emplace_back("a string with a buffer " + std::to_string(i));
  }

  const SnapshotReport report = Take();

  EXPECT_LE(report.memory_bytes, Bound(report));
  EXPECT_GE(report.string_count, strings.size());
}

TEST_F(MemoryBoundTest, HoldsWhereEachObjectHasANameOfItsOwn) {
  constexpr uint32_t kCount = 500'000;
  Persistent<Named> list;
  for (uint32_t i = 0; i < kCount; ++i) list = Make<Named>(list.Get(), i);

  const SnapshotReport report = Take();

  EXPECT_LE(report.memory_bytes, Bound(report));
  EXPECT_GT(report.shortened_name_count, 0u);
  EXPECT_LT(report.shortened_name_count, kCount - 1000) << "some have room";
  EXPECT_GE(report.shortened_name_count + report.string_count, kCount);
}

TEST_F(MemoryBoundTest, ATreeOfCallsTakesABitANode) {
  Persistent<Item> list;
  StartTrackingAllocations(heap());
  MakeList(&list, 1000);
  const SnapshotReport small = Take();
  const AllocationTracker& tracker =
      *SnapshotState::Of(heap().GetAllocationHandle()).tracker();
  // As a program would fill it in hours.
  auto& tree = const_cast<TraceTree&>(tracker.tree());
  constexpr size_t kCount = 300'000;
  TraceTree::NodeIndex node = TraceTree::kRoot;
  for (size_t i = 0; i < kCount; ++i) {
    if (i % 32 == 0) node = TraceTree::kRoot;
    node = tree.ChildOf(node, i % 32 == 0 ? static_cast<uint32_t>(i) : 1);
  }
  // Functions that the table does not know would not do.
  for (const TraceTree::Node& made : tree.nodes()) {
    const_cast<TraceTree::Node&>(made).function %= tracker.functions().count();
  }

  const SnapshotReport report = Take();

  EXPECT_LE(report.memory_bytes, small.memory_bytes + kCount / 8 + 4096);
  EXPECT_GE(report.file_bytes, small.file_bytes + 8 * kCount);
}

// Each value is the next key, so that scans do not end it and nearly all wait
// for theirs, be it in an array ...
TEST_F(MemoryBoundTest, HoldsForAChainOfEphemeronsInAnArray) {
  constexpr size_t kCount = 300'000;
  const Persistent<Pairs> holder = Make<Pairs>();
  holder->first_key_ = Make<Item>();
  Persistent<Item> key = holder->first_key_.Get();
  for (size_t i = 0; i < kCount; ++i) {
    Item* const value = Make<Item>();
    holder->pairs_.emplace_back(key.Get(), value);
    key = value;
  }

  const SnapshotReport report = Take();

  EXPECT_LE(report.memory_bytes, PairBound(report));
  EXPECT_GE(report.edge_count, 3 * kCount);
}

// ... or in a field of each object.
TEST_F(MemoryBoundTest, HoldsForAChainOfEphemeronsInFields) {
  constexpr size_t kCount = 300'000;
  const Persistent<Item> first_key = Make<Item>();
  Persistent<Item> key = first_key.Get();
  Persistent<Pair> pairs;
  for (size_t i = 0; i < kCount; ++i) {
    Pair* const pair = Make<Pair>();
    pair->next_ = pairs.Get();
    pairs = pair;
    pair->pair_ = {key.Get(), Make<Item>()};
    key = pair->pair_.value.Get();
  }

  const SnapshotReport report = Take();

  EXPECT_LE(report.memory_bytes, PairBound(report));
  EXPECT_GE(report.edge_count, 3 * kCount);
}

// At each allocation that it makes, once, and with none behind it: an error,
// and the heap goes on.
TEST_F(MemoryBoundTest, WithoutMemoryItIsAnErrorAndTheHeapGoesOn) {
  Persistent<Item> list;
  // On several pages of their own.
  MakeList(&list, 4000);
  const Persistent<Pairs> holder = Make<Pairs>();
  holder->pairs_.resize(8);
  for (EphemeronPair<Item, Item>& pair : holder->pairs_) {
    pair.key = list.Get();
    pair.value = Make<Item>();
  }
  const Persistent<Named> named = Make<Named>(nullptr, 1u);
  const CrossThreadPersistent<Item> strong = list.Get();
  const WeakCrossThreadPersistent<Item> weak = list.Get();
  WeakPersistent<Item> dead = Make<Item>();

  for (const bool goes_on : {false, true}) {
    fails_on = goes_on;
    size_t attempt = 0;
    size_t recovery_count = 0;
    for (bool has_failed = true; has_failed;) {
      NullSink sink;
      const size_t failures_before = failure_count;
      fails_in = ++attempt;
      const SnapshotReport report = WriteHeapSnapshot(heap(), sink, kPrecise);
      fails_in = 0;
      has_failed = failure_count != failures_before;
      if (report.ok()) {
        recovery_count += has_failed ? 1 : 0;
      } else {
        ASSERT_TRUE(has_failed) << attempt;
        ASSERT_EQ(report.error,
                  goes_on ? "out of memory"
                          : "malloc has no memory for the snapshot's tables");
      }
      ASSERT_EQ(Findings(heap()), "") << attempt;
      ASSERT_EQ(weak.Lock().Get(), list.Get());
    }

    EXPECT_GE(attempt, 20u);
    // Where helpers are asked, and threads are made, it goes on without them.
    EXPECT_LE(recovery_count, goes_on ? 0u : 6u);
  }
  EXPECT_EQ(dead.Get(), nullptr);
  EXPECT_EQ(LoadedSnapshot(heap()).report().error, "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
