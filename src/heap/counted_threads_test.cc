// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Threads that come and go with their heaps, and the checks of debug builds.

#include "heap/counted_threads.h"

#include <cstdio>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Of a size class that no other test of this program uses.
constexpr size_t kBytes = 40;

void* Make() {
  void* const slot = AllocateCounted<kBytes>();
  static_cast<uint32_t*>(slot)[0] = 1;
  return slot;
}

CountedHeap* HeapOfSlot(void* slot) {
  return static_cast<CountedHeap*>(HeapOf(RecordOf(slot)));
}

TEST(CountedThreadsTest, GivesAThreadTheHeapOfItsSlots) {
  void* const slot = Make();

  EXPECT_EQ(HeapOfSlot(slot), &CountedHeapOfThisThread());
  EXPECT_EQ(counted_buffers, &CountedHeapOfThisThread());

  FreeCounted(slot);
}

TEST(CountedThreadsTest, GivesEachOfTwoThreadsItsOwnHeap) {
  CountedHeap* const own = &CountedHeapOfThisThread();
  CountedHeap* other = nullptr;

  std::thread([&] { other = &CountedHeapOfThisThread(); }).join();

  EXPECT_NE(other, own);
}

TEST(CountedThreadsTest, GoesOnWithTheHeapOfAThreadThatEnded) {
  CountedHeap* first = nullptr;
  CountedHeap* second = nullptr;
  std::thread([&] { first = &CountedHeapOfThisThread(); }).join();
  EXPECT_TRUE(first->is_parked().load());

  std::thread([&] {
    second = &CountedHeapOfThisThread();
    EXPECT_FALSE(second->is_parked().load());
  }).join();

  EXPECT_EQ(first, second);
}

TEST(CountedThreadsTest, FreesSlotsOfAThreadThatEndedAtOnce) {
  std::vector<void*> slots;
  std::thread([&] {
    for (int i = 0; i < 10000; ++i) slots.push_back(Make());
  }).join();
  CountedHeap* const heap = HeapOfSlot(slots[0]);
  const size_t before = heap->used_page_count();

  for (void* const slot : slots) FreeCounted(slot);

  EXPECT_LE(heap->used_page_count() + 10000 * kBytes / kPageBytes, before);
}

TEST(CountedThreadsTest, KeepsASlotForAThreadThatRuns) {
  void* const slot = Make();
  CountedHeap& heap = CountedHeapOfThisThread();
  heap.Park();  // takes what earlier tests left
  const size_t before = heap.used_page_count();

  std::thread([&] { FreeCounted(slot); }).join();

  EXPECT_EQ(heap.used_page_count(), before);
  heap.TakeReturned();
  EXPECT_EQ(heap.used_page_count(), before - 1);
}

// A thread whose own thread_local objects free and make slots when it ends.
struct LateUser {
  ~LateUser() {
    if (slot == nullptr) return;
    FreeCounted(slot);
    late_slot = Make();
  }
  void* slot = nullptr;
  static void* late_slot;
};
void* LateUser::late_slot = nullptr;
thread_local LateUser late_user;

TEST(CountedThreadsTest, ServesThreadLocalDestructors) {
  std::thread([] { late_user.slot = Make(); }).join();

  EXPECT_TRUE(HeapOfSlot(LateUser::late_slot)->is_parked().load());
  FreeCounted(LateUser::late_slot);
}

TEST(CountedThreadsDeathTest, EndsTheProcessWhereTheCageHasNoRoom) {
  EXPECT_DEATH(AllocateCountedOutOfLine(2 * kWindowBytes),
               "out of memory: no room for a reference-counted object of .*; "
               ".* of the cage of .* are free");
}

TEST(CountedThreadsDeathTest, AsksForRoomBeforeThat) {
  const auto ask = [] {
    SetCountedRoomMaker([] { std::fputs("asked", stderr); });
    AllocateCountedOutOfLine(2 * kWindowBytes);
  };

  EXPECT_DEATH(ask(), "asked.*out of memory");
}

void Check(void* slot, CountedUse use, bool is_of_one_thread) {
  CheckCountedUse(slot, static_cast<uint32_t*>(slot), use, is_of_one_thread,
                  "app::Thing");
}

TEST(CountedThreadsDeathTest, NamesWhatIsReleasedTwice) {
  void* const slot = Make();
  Check(slot, CountedUse::kRelease, true);
  static_cast<uint32_t*>(slot)[0] = 0;
  FreeCounted(slot);

  EXPECT_DEATH(Check(slot, CountedUse::kRelease, true),
               "a app::Thing is released twice: a RefPtr was copied as bytes");
}

TEST(CountedThreadsDeathTest, NamesWhatIsUsedAfterItsRelease) {
  void* const slot = Make();
  Check(slot, CountedUse::kRetain, false);
  static_cast<uint32_t*>(slot)[0] = 0;
  FreeCounted(slot);

  EXPECT_DEATH(Check(slot, CountedUse::kRetain, false),
               "a app::Thing is used after its last RefPtr was gone");
}

TEST(CountedThreadsDeathTest, NamesWhatWasNotMadeInTheCage) {
  uint32_t count = 1;

  EXPECT_DEATH(Check(&count, CountedUse::kRetain, false),
               "app::Thing .* was not made by MakeRefCounted");
}

TEST(CountedThreadsDeathTest, NamesWhatIsUsedOnAnotherThread) {
  void* const slot = Make();
  const auto use_elsewhere = [&](bool is_of_one_thread) {
    std::thread([&] {
      Check(slot, CountedUse::kRetain, is_of_one_thread);
    }).join();
  };
  use_elsewhere(false);

  EXPECT_DEATH(use_elsewhere(true), "derive the class from ThreadSafeRef");
  FreeCounted(slot);
}

TEST(CountedThreadsDeathTest, NamesWhatAConstructorLeftBehind) {
  uint32_t count = 1;
  CheckCountedFailure(&count, "app::Thing");
  count = 2;

  EXPECT_DEATH(CheckCountedFailure(&count, "app::Thing"),
               "app::Thing threw, and left a RefPtr to it behind");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
