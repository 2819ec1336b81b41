// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The heap of one thread's counted objects: its slots against a model, its
// pages, and what other threads hand over.

#include "heap/counted_heap.h"

#include <cstring>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "heap/heap_testing.h"
#include "heap/poison.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kSlotBytes = 64;
constexpr size_t kSlotsOfAPage = kPageBytes / kSlotBytes;

// Frees at its end what the test left.
class CountedHeapTest : public ::testing::Test {
 protected:
  ~CountedHeapTest() override {
    while (!slots_.empty()) FreeLast();
  }

  void* Allocate(size_t bytes = kSlotBytes) {
    slots_.push_back(heap_.Allocate(bytes));
    return slots_.back();
  }

  void FreeLast() {
    heap_.Free(slots_.back());
    slots_.pop_back();
  }

  CountedHeap heap_;
  std::vector<void*> slots_;
};

TEST_F(CountedHeapTest, GivesSlotsOfNoManagedObject) {
  void* const slot = Allocate();

  EXPECT_EQ(RecordOf(slot).kind, PageKind::kCounted);
  EXPECT_EQ(CollectedHeapOf(RecordOf(slot)), nullptr);
  EXPECT_EQ(SlotBegin(reinterpret_cast<uintptr_t>(slot)), 0u);
}

TEST_F(CountedHeapTest, GivesEverySlotOfAPageBeforeTheNextPage) {
  for (size_t i = 0; i < kSlotsOfAPage; ++i) Allocate();
  EXPECT_EQ(heap_.used_page_count(), 1u);

  Allocate();

  EXPECT_EQ(heap_.used_page_count(), 2u);
}

TEST_F(CountedHeapTest, GivesSlotsAgainThatWereFreedInAnOpenRun) {
  for (size_t i = 0; i < 10 * kSlotsOfAPage; ++i) {
    Allocate();
    FreeLast();
  }

  EXPECT_EQ(heap_.used_page_count(), 1u);
}

TEST_F(CountedHeapTest, ReusesAPageWhenAnEighthOfItIsFree) {
  for (size_t i = 0; i < 2 * kSlotsOfAPage; ++i) Allocate();
  const uint32_t reusable = ReusableSlotCount(RecordOf(slots_[0]));
  std::vector<void*> kept(slots_.begin() + reusable, slots_.end());
  const std::vector<void*> freed(slots_.begin(), slots_.begin() + reusable);
  slots_ = std::move(kept);
  for (size_t i = 0; i + 1 < freed.size(); ++i) heap_.Free(freed[i]);
  EXPECT_EQ(heap_.bins()[SizeClassOf(kSlotBytes)].available.first(), kNoPage);

  heap_.Free(freed.back());

  EXPECT_NE(heap_.bins()[SizeClassOf(kSlotBytes)].available.first(), kNoPage);
  for (size_t i = 0; i < reusable; ++i) Allocate();
  EXPECT_EQ(heap_.used_page_count(), 2u);
}

TEST_F(CountedHeapTest, GivesAnEmptyPageBackToItsPool) {
  for (size_t i = 0; i < 2 * kSlotsOfAPage; ++i) Allocate();

  // The page that is allocated from stays.
  while (!slots_.empty()) FreeLast();

  EXPECT_EQ(heap_.used_page_count(), 1u);
  EXPECT_GE(heap_.pool().free_page_count(), 1u);
}

TEST_F(CountedHeapTest, GivesChunksBackToTheCage) {
  for (size_t i = 0; i < 1024 * kSlotsOfAPage; ++i) Allocate();
  const size_t before = heap_.pool().chunk_bytes();
  EXPECT_GE(before, 1024 * kPageBytes);

  while (!slots_.empty()) FreeLast();

  EXPECT_LT(heap_.pool().chunk_bytes(), before / 4);
  heap_.Park();
  EXPECT_EQ(heap_.pool().chunk_bytes(), 0u);
}

TEST_F(CountedHeapTest, GivesPagesOfTheirOwnToLargeObjects) {
  void* const large = Allocate(3 * kPageBytes + 1);
  EXPECT_EQ(heap_.used_page_count(), 4u);
  const auto address = reinterpret_cast<uintptr_t>(large);
  EXPECT_EQ(SlotBegin(address + 3 * kPageBytes), 0u);
  std::memset(large, 0xff, 3 * kPageBytes + 1);

  FreeLast();

  EXPECT_EQ(heap_.used_page_count(), 0u);
}

TEST_F(CountedHeapTest, FreesWhatOtherThreadsHandedOver) {
  std::vector<void*> far;
  for (size_t i = 0; i < 2 * kSlotsOfAPage; ++i) far.push_back(Allocate());
  far.push_back(Allocate(2 * kPageBytes));
  slots_.clear();

  std::thread([&] {
    for (void* const slot : far) heap_.Return(slot);
  }).join();
  EXPECT_EQ(heap_.used_page_count(), 4u);
  heap_.TakeReturned();

  EXPECT_EQ(heap_.used_page_count(), 1u);
}

TEST_F(CountedHeapTest, LooksAtWhatWasHandedOverBeforeItTakesAPage) {
  for (size_t i = 0; i < kSlotsOfAPage; ++i) Allocate();
  for (void* const slot : slots_) heap_.Return(slot);
  slots_.clear();

  for (size_t i = 0; i < kSlotsOfAPage; ++i) Allocate();

  EXPECT_EQ(heap_.used_page_count(), 1u);
}

TEST_F(CountedHeapTest, KeepsTheCountOfADeadObjectThatWaits) {
  auto* const words = static_cast<uint32_t*>(Allocate(kCountedBytesMin));
  slots_.clear();
  words[0] = 0;
  const auto read = [&]() HALFWORD_NO_SANITIZE { return words[0]; };

  heap_.Return(words);

  EXPECT_EQ(read(), 0u);
  heap_.TakeReturned();
}

#if HALFWORD_HAS_ASAN

TEST_F(CountedHeapTest, PoisonsASlotForAsLongAsItIsFree) {
  for (size_t i = 0; i < kSlotsOfAPage; ++i) Allocate();
  void* const slot = slots_.back();
  void* const other = slots_.front();
  EXPECT_FALSE(__asan_address_is_poisoned(slot));

  FreeLast();
  heap_.Return(other);
  slots_.erase(slots_.begin());

  EXPECT_TRUE(__asan_address_is_poisoned(slot));
  EXPECT_TRUE(__asan_address_is_poisoned(other));
  while (!slots_.empty()) FreeLast();
  for (size_t i = 0; i < kSlotsOfAPage; ++i) Allocate();
  EXPECT_FALSE(__asan_address_is_poisoned(slot));
}

#endif

TEST_F(CountedHeapTest, KeepsObjectsWhenItIsParked) {
  auto* const number = static_cast<int*>(Allocate());
  *number = 42;

  heap_.Park();
  heap_.Park();

  EXPECT_EQ(*number, 42);
  EXPECT_EQ(heap_.used_page_count(), 1u);
  EXPECT_NE(Allocate(), number);
  EXPECT_EQ(heap_.used_page_count(), 1u);
}

TEST_F(CountedHeapTest, SurvivesAnythingInAnyOrder) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  std::map<unsigned char*, std::pair<size_t, unsigned char>> model;
  const auto check_and_free = [&](auto it) {
    for (size_t i = 0; i < it->second.first; ++i) {
      ASSERT_EQ(it->first[i], it->second.second);
    }
    if (random() % 4 == 0) {
      heap_.Return(it->first);
    } else {
      heap_.Free(it->first);
    }
    model.erase(it);
  };

  for (int step = 0; step < 20000; ++step) {
    if (random() % 1000 == 0) heap_.Park();
    if (random() % 100 < 52) {
      const size_t bytes =
          kCountedBytesMin + random() % (random() % 50 == 0 ? 40000 : 200);
      auto* const slot = static_cast<unsigned char*>(heap_.Allocate(bytes));
      const auto fill = static_cast<unsigned char>(random());
      std::memset(slot, fill, bytes);
      const auto next = model.lower_bound(slot);
      ASSERT_TRUE(next == model.end() || slot + bytes <= next->first);
      ASSERT_TRUE(next == model.begin() ||
                  std::prev(next)->first + std::prev(next)->second.first <=
                      slot);
      model[slot] = {bytes, fill};
    } else if (!model.empty()) {
      const auto offset = static_cast<std::ptrdiff_t>(random() % model.size());
      check_and_free(std::next(model.begin(), offset));
    }
  }

  while (!model.empty()) check_and_free(model.begin());
  heap_.Park();
  EXPECT_EQ(heap_.used_page_count(), 0u);
  EXPECT_EQ(heap_.pool().chunk_bytes(), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
