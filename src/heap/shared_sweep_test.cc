// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What helpers sweep is as if the heap had swept it, whatever its thread does
// meanwhile; and nothing of it is touched once the heap's thread says so.

#include "heap/shared_sweep.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "heap/heap_core.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Item = Sized<64>;

class Destroyed : public GarbageCollected<Destroyed> {
 public:
  ~Destroyed() { ++count; }
  static int count;
  char bytes_[64];
  HALFWORD_FIELDS(Destroyed, bytes_)
};
int Destroyed::count = 0;

class SharedSweepTest : public ::testing::Test {
 protected:
  SharedSweepTest() {
    HeapCoreTestPeer::GiveOwnPages(heap_, TypeInfoOf<Item>());
    HeapCoreTestPeer::GiveOwnPages(heap_, TypeInfoOf<Destroyed>());
  }
  ~SharedSweepTest() override { heap_.FinishSweep(); }

  std::vector<Item*> Make(size_t count) {
    std::vector<Item*> items;
    for (size_t i = 0; i < count; ++i) items.push_back(heap_.Allocate<Item>());
    return items;
  }

  // From here on what was not kept is dead, and helpers may sweep.
  std::shared_ptr<SharedSweep> BeginSweep() {
    heap_.BeginSweep(0);
    return heap_.ShareSweep();
  }

  // How many slots pages without growth of the heap have.
  size_t FillFreeSlots() {
    heap_.set_limit_bytes(heap_.used_page_bytes());
    size_t count = 0;
    while (heap_.Allocate<Item>() != nullptr) ++count;
    heap_.set_limit_bytes(SIZE_MAX);
    return count;
  }

  TestHeap heap_;
};

#if HALFWORD_MEMORY_DEBUG

// Who fills what died reads it, which is for the heap's thread alone.
TEST_F(SharedSweepTest, NothingIsSharedWhereTheDeadAreFilled) {
  Make(10'000);
  heap_.CloseRuns();
  EXPECT_EQ(BeginSweep(), nullptr);
  EXPECT_TRUE(heap_.is_sweeping());
}

#else

uintptr_t AddressOf(const void* object) {
  return reinterpret_cast<uintptr_t>(object);
}

void SweepAll(SharedSweep& sweep) {
  while (sweep.SweepSome()) {
  }
}

TEST_F(SharedSweepTest, HelpersSweepWhatHasNoDestructors) {
  const std::vector<Item*> items = Make(10'000);
  Destroyed::count = 0;
  for (int i = 0; i < 1000; ++i) heap_.Allocate<Destroyed>();
  heap_.CloseRuns();
  for (size_t i = 0; i < items.size(); i += 3) TestHeap::Keep(items[i]);

  const std::shared_ptr<SharedSweep> sweep = BeginSweep();
  ASSERT_NE(sweep, nullptr);
  EXPECT_TRUE(sweep->has_work());
  SweepAll(*sweep);

  EXPECT_FALSE(sweep->has_work());
  for (size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(IsAllocated(AddressOf(items[i])), i % 3 == 0) << i;
    ASSERT_FALSE(IsMarked(AddressOf(items[i])));
  }
  EXPECT_EQ(Destroyed::count, 0);
  EXPECT_TRUE(heap_.is_sweeping());
  heap_.FinishSweep();
  EXPECT_EQ(Destroyed::count, 1000);
  EXPECT_FALSE(heap_.is_sweeping());
}

TEST_F(SharedSweepTest, ThereMayBeNothingForHelpers) {
  EXPECT_EQ(heap_.ShareSweep(), nullptr);
  for (int i = 0; i < 1000; ++i) heap_.Allocate<Destroyed>();
  heap_.CloseRuns();
  EXPECT_EQ(BeginSweep(), nullptr);
}

TEST_F(SharedSweepTest, PagesWithoutSurvivorsGoBack) {
  Make(10'000);
  heap_.CloseRuns();
  const std::shared_ptr<SharedSweep> sweep = BeginSweep();
  SweepAll(*sweep);

  while (heap_.SweepSomePage()) {
  }

  EXPECT_FALSE(heap_.is_sweeping());
  EXPECT_EQ(heap_.used_page_bytes(), 0u);
}

// The heap's thread comes to the end of all lists while a helper has pages.
TEST_F(SharedSweepTest, AllAreSweptWhoeverDoesIt) {
  for (int helped = 0; helped < 40; ++helped) {
    const std::vector<Item*> items = Make(10'000);
    heap_.CloseRuns();
    const std::shared_ptr<SharedSweep> sweep = BeginSweep();
    for (int i = 0; i < helped; ++i) sweep->SweepSome();
    while (heap_.SweepSomePage()) {
    }
    ASSERT_EQ(heap_.used_page_bytes(), 0u) << helped;
  }
}

TEST_F(SharedSweepTest, AllocationTakesWhatHelpersSwept) {
  const std::vector<Item*> items = Make(10'000);
  heap_.CloseRuns();
  for (size_t i = 0; i < items.size(); i += 2) TestHeap::Keep(items[i]);
  const size_t used = heap_.used_page_bytes();
  const std::shared_ptr<SharedSweep> sweep = BeginSweep();
  SweepAll(*sweep);

  std::set<void*> taken;
  for (int i = 0; i < 4000; ++i) taken.insert(heap_.Allocate<Item>());

  EXPECT_EQ(taken.size(), 4000u);
  EXPECT_EQ(heap_.used_page_bytes(), used);
  for (size_t i = 0; i < items.size(); i += 2) {
    ASSERT_EQ(taken.count(items[i]), 0u) << i;
  }
}

// So that its thread asks for them once, and not for each page.
TEST_F(SharedSweepTest, TheHeapTakesOverAllThatWasHanded) {
  const std::vector<Item*> items = Make(10'000);
  heap_.CloseRuns();
  for (Item* item : items) TestHeap::Keep(item);
  const std::shared_ptr<SharedSweep> sweep = BeginSweep();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(sweep->SweepSome());
  const auto handed_bin =
      std::ranges::find_if(HeapCoreTestPeer::Bins(heap_),
                           [](const Bin& bin) { return !bin.handed.empty(); });
  ASSERT_NE(handed_bin, HeapCoreTestPeer::Bins(heap_).end());
  const size_t handed = handed_bin->handed.count();
  EXPECT_GT(handed, 16u);

  EXPECT_TRUE(heap_.SweepSomePage());
  EXPECT_TRUE(handed_bin->handed.empty());
  EXPECT_EQ(handed_bin->swept.count(), handed - 1);
  EXPECT_TRUE(heap_.SweepSomePage());
  EXPECT_EQ(handed_bin->swept.count(), handed - 2);
}

TEST_F(SharedSweepTest, TouchesNothingAfterItsEnd) {
  Make(10'000);
  heap_.CloseRuns();
  const std::shared_ptr<SharedSweep> sweep = BeginSweep();
  EXPECT_TRUE(sweep->SweepSome());
  heap_.EndSharedSweep();

  EXPECT_FALSE(sweep->SweepSome());
  EXPECT_FALSE(sweep->has_work());
  size_t unswept = 0;
  heap_.ForEachPage([&](PageIndex page) {
    unswept += RecordAt(page).swept_cycle != heap_.cycle() ? 1 : 0;
  });
  EXPECT_GT(unswept, 20u);
}

// The last free slots lie in pages that a helper swept, and nobody filed.
TEST_F(SharedSweepTest, AHeapAtItsLimitFindsWhatHelpersSwept) {
  Make(4000);
  heap_.CloseRuns();
  heap_.set_limit_bytes(heap_.used_page_bytes());
  const std::shared_ptr<SharedSweep> sweep = BeginSweep();
  SweepAll(*sweep);

  EXPECT_NE(heap_.Allocate<Sized<5000>>(), nullptr);
  heap_.set_limit_bytes(SIZE_MAX);
}

// Free() is called for what lives in pages that are unswept, swept by a helper
// and not filed, or filed: each slot is found again once.
TEST_F(SharedSweepTest, FreedSlotsAreFoundAgainOnce) {
  for (const int helped : {0, 1, 100}) {
    for (const bool files : {false, true}) {
      std::vector<Item*> items = Make(4000);
      heap_.CloseRuns();
      for (Item* item : items) TestHeap::Keep(item);
      const std::shared_ptr<SharedSweep> sweep = BeginSweep();
      for (int i = 0; i < helped; ++i) sweep->SweepSome();
      if (files) heap_.EndSharedSweep();
      for (size_t i = 0; i < items.size(); i += 4) heap_.Free(items[i]);
      heap_.FinishSweep();

      size_t live = 0;
      for (Item* item : items) live += IsAllocated(AddressOf(item)) ? 1 : 0;
      EXPECT_EQ(live, 3000u);
      const size_t slot_count = RecordOf(items[1]).slot_count;
      EXPECT_EQ(FillFreeSlots(),
                heap_.used_page_bytes() / kPageBytes * slot_count - 3000);
      for (Item* item : items) ASSERT_TRUE(IsAllocated(AddressOf(item)));
      heap_.FreeEverything();
    }
  }
}

// A page that helpers have swept, all of whose objects are freed then.
TEST_F(SharedSweepTest, APageMayBecomeEmptyBeforeItIsFiled) {
  const std::vector<Item*> items = Make(4000);
  heap_.CloseRuns();
  for (Item* item : items) TestHeap::Keep(item);
  const std::shared_ptr<SharedSweep> sweep = BeginSweep();
  SweepAll(*sweep);

  for (Item* item : items) heap_.Free(item);
  heap_.FinishSweep();

  EXPECT_EQ(heap_.used_page_bytes(), 0u);
}

// As FreeUnreferencedObject() does: a helper sweeps it away in between.
TEST_F(SharedSweepTest, WhatWasUnmarkedAndSweptIsFreedOnce) {
  const std::vector<Item*> items = Make(1000);
  heap_.CloseRuns();
  for (Item* item : items) TestHeap::Keep(item);
  const std::shared_ptr<SharedSweep> sweep = BeginSweep();

  heap_.Unmark(items[500]);
  SweepAll(*sweep);
  heap_.Free(items[500]);
  heap_.FinishSweep();

  const PageRecord& record = RecordOf(items[500]);
  EXPECT_EQ(record.live_slots, record.slot_count - 1);
  EXPECT_FALSE(IsAllocated(AddressOf(items[500])));
}

TEST_F(SharedSweepTest, TellsWhatLivesBeforeAndAfter) {
  const std::vector<Item*> items = Make(2000);
  heap_.CloseRuns();
  for (size_t i = 0; i < items.size(); i += 2) TestHeap::Keep(items[i]);
  const std::shared_ptr<SharedSweep> sweep = BeginSweep();
  const auto expect_all = [&] {
    for (size_t i = 0; i < items.size(); ++i) {
      ASSERT_EQ(heap_.IsLive(items[i]), i % 2 == 0) << i;
    }
  };
  expect_all();
  sweep->SweepSome();
  expect_all();
  SweepAll(*sweep);
  expect_all();
  heap_.FinishSweep();
  expect_all();
}

// A thread that sweeps until nothing is left. It is never joined, which the
// child of a fork could not do.
class Helper {
 public:
  explicit Helper(std::shared_ptr<SharedSweep> sweep) {
    std::thread([state = state_, sweep = std::move(sweep)] {
      sweep->SweepSome();
      *state = kHasBegun;
      SweepAll(*sweep);
      *state = kHasEnded;
    }).detach();
    WaitFor(kHasBegun);
  }
  ~Helper() { WaitFor(kHasEnded); }
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

 private:
  static constexpr int kHasBegun = 1;
  static constexpr int kHasEnded = 2;
  void WaitFor(int state) const {
    while (*state_ < state) std::this_thread::yield();
  }

  const std::shared_ptr<std::atomic<int>> state_ =
      std::make_shared<std::atomic<int>>(0);
};

// The model is a set; no object is handed out twice, freed or lost.
TEST_F(SharedSweepTest, AProgramGoesOnBesideAHelper) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  std::set<Item*> live;
  const auto allocate = [&] {
    Item* const item = heap_.Allocate<Item>();
    ASSERT_TRUE(live.insert(item).second) << "handed out twice";
    ASSERT_TRUE(IsAllZero(item, sizeof(Item)));
    item->bytes_[0] = 1;
  };
  const auto free_some = [&] {
    auto it = live.begin();
    std::advance(it, random() % std::min<size_t>(live.size(), 50));
    heap_.Free(*it);
    live.erase(it);
  };
  for (int cycle = 0; cycle < 20; ++cycle) {
    while (live.size() < 20'000) allocate();
    heap_.CloseRuns();
    const size_t one_of = 1 + random() % 4;
    std::set<Item*> kept;
    for (Item* item : live) {
      if (random() % one_of != 0) continue;
      TestHeap::Keep(item);
      kept.insert(item);
    }
    live.swap(kept);
    std::optional<Helper> helper;
    if (auto sweep = BeginSweep()) helper.emplace(std::move(sweep));
    const size_t end = random() % 3000;
    for (size_t i = 0; i < end; ++i) {
      allocate();
      if (random() % 4 == 0) free_some();
      if (random() % 16 == 0) {
        ASSERT_TRUE(heap_.IsLive(*live.begin()));
      }
      if (random() % 64 == 0) heap_.SweepSomePage();
    }
    heap_.FinishSweep();
    heap_.CloseRuns();
    size_t allocated = 0;
    heap_.ForEachPage([&](PageIndex page) {
      for (size_t word = 0; word < kPageBitmapWords; ++word) {
        allocated +=
            static_cast<size_t>(std::popcount(AllocatedBits(page)[word]));
        ASSERT_EQ(MarkedBits(page)[word], 0u);
      }
    });
    ASSERT_EQ(allocated, live.size());
    for (Item* item : live) ASSERT_TRUE(IsAllocated(AddressOf(item)));
  }
}

// Times that this thread slept since it began.
int64_t SleepCount() {
  rusage usage;
  EXPECT_EQ(getrusage(RUSAGE_THREAD, &usage), 0);
  return usage.ru_nvcsw;
}

// It comes to full pages only, so that it asks for the next one at once.
TEST_F(SharedSweepTest, TheHeapsThreadDoesNotSleepForAHelper) {
  const std::vector<Item*> items = Make(1'000'000);
  heap_.CloseRuns();
  for (Item* item : items) TestHeap::Keep(item);
  const Helper helper(BeginSweep());
  const int64_t before = SleepCount();
  size_t page_count = 0;
  while (heap_.SweepSomePage()) ++page_count;
  EXPECT_GT(page_count, 1000u);
  // Each time that it met a helper it would have been one.
  EXPECT_LT(SleepCount() - before, 20);
}

// Returns what a child found that finished the sweep: 0 if every other item
// lives.
int StatusOfChild(TestHeap& heap, const std::vector<Item*>& items) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    heap.FinishSweep();
    bool is_right = true;
    for (size_t i = 0; i < items.size(); ++i) {
      is_right &= IsAllocated(AddressOf(items[i])) == (i % 2 == 0);
    }
    _exit(is_right ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

// The child has no helper, and pages that are whole.
TEST_F(SharedSweepTest, AForkFindsNoPageHalfSwept) {
  for (int round = 0; round < 10; ++round) {
    const std::vector<Item*> items = Make(100'000);
    heap_.CloseRuns();
    for (size_t i = 0; i < items.size(); i += 2) TestHeap::Keep(items[i]);
    const Helper helper(BeginSweep());
    ASSERT_EQ(StatusOfChild(heap_, items), 0);
    heap_.FreeEverything();
  }
}

// As a helper would that is slow: the fork waits for its pages.
TEST_F(SharedSweepTest, AForkWaitsForAHelper) {
  const std::vector<Item*> items = Make(1000);
  heap_.CloseRuns();
  for (size_t i = 0; i < items.size(); i += 2) TestHeap::Keep(items[i]);
  const std::shared_ptr<SharedSweep> sweep = BeginSweep();
  std::atomic<bool> has_begun = false;
  std::thread([&sweep, &has_begun] {
    const SharedSweep::Pause pause(sweep.get());
    has_begun = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }).detach();
  while (!has_begun) std::this_thread::yield();
  EXPECT_EQ(StatusOfChild(heap_, items), 0);
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
