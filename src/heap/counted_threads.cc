// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The calling thread's heap, the parked ones, and what inline code calls when
// it does not get on (internal/counted_memory.h).

#include "heap/counted_threads.h"

#include <atomic>
#include <mutex>

#include "base/error_line.h"
#include "base/fork_locks.h"
#include "base/size_text.h"
#include "base/thread_end.h"
#include "cage/cage.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// What a thread has before its first counted object.
constinit CountedBuffers no_heap;

// Guards the list of parked heaps, and each heap in it. Never destroyed.
constinit std::mutex parked_mutex;
constinit CountedHeap* first_parked = nullptr;

void ParkHeap(void* argument) {
  auto* const heap = static_cast<CountedHeap*>(argument);
  counted_buffers = &no_heap;
  const std::lock_guard<std::mutex> lock(parked_mutex);
  // First this, so that a slot that comes too late for Park() finds it.
  heap->is_parked().store(true);
  heap->Park();
  heap->next_parked() = first_parked;
  first_parked = heap;
}

// Should the system not have a hook to give, heaps of threads that ended keep
// their free memory.
constinit ThreadEndHook end_hook(&ParkHeap);

CountedHeap* TakeParkedHeap() {
  // Before any is parked.
  HoldWhileForking(ForkLock::kParkedHeaps, &parked_mutex);
  const std::lock_guard<std::mutex> lock(parked_mutex);
  CountedHeap* const heap = first_parked;
  if (heap != nullptr) {
    first_parked = heap->next_parked();
    heap->is_parked().store(false);
  }
  return heap;
}

// The count may be poisoned, or another thread's to write.
HALFWORD_NO_SANITIZE uint32_t ReadCount(const uint32_t* count) {
  return __atomic_load_n(count, __ATOMIC_RELAXED);
}

bool IsCounted(const void* object) {
  return IsInCage(object) && RecordOf(object).kind == PageKind::kCounted;
}

constinit std::atomic<RoomMaker> room_maker{nullptr};

[[noreturn]] void FailUse(CountedUse use, const char* class_name) {
  if (use == CountedUse::kRelease) {
    FatalLine(
        "a %s is released twice: a RefPtr was copied as bytes, or outlives the "
        "object; copy RefPtrs by their constructors only",
        class_name);
  }
  FatalLine(
      "a %s is used after its last RefPtr was gone, or was not made by "
      "MakeRefCounted(); hold a RefPtr for as long as it is used, but in its "
      "destructor make none",
      class_name);
}

}  // namespace

constinit HALFWORD_INITIAL_EXEC thread_local CountedBuffers* counted_buffers =
    &no_heap;

CountedHeap& CountedHeapOfThisThread() {
  if (counted_buffers == &no_heap) {
    Cage::Get();  // reserved before anything looks at its bounds
    CountedHeap* heap = TakeParkedHeap();
    if (heap == nullptr) heap = new CountedHeap;
    counted_buffers = heap;
    end_hook.Arm(heap);
  }
  return static_cast<CountedHeap&>(*counted_buffers);
}

void GiveCountedPagesBack() {
  if (counted_buffers == &no_heap) return;
  static_cast<CountedHeap*>(counted_buffers)->Park();
}

void SetCountedRoomMaker(RoomMaker make_room) { room_maker.store(make_room); }

void* AllocateCountedOutOfLine(size_t bytes) {
  CountedHeap& heap = CountedHeapOfThisThread();
  void* slot = heap.Allocate(bytes);
  if (slot == nullptr) {
    // Its free pages are one run with those of the cage beside them only there.
    heap.Park();
    slot = heap.Allocate(bytes);
  }
  const RoomMaker make_room = room_maker.load();
  if (slot == nullptr && make_room != nullptr) {
    make_room();
    slot = heap.Allocate(bytes);
  }
  if (slot == nullptr) {
    FatalLine(
        "out of memory: no room for a reference-counted object of %s; %s of "
        "the cage of %s are free",
        FormatBytes(bytes).c_str(),
        FormatBytes(Cage::Get().free_bytes()).c_str(),
        FormatBytes(Cage::Get().capacity_bytes()).c_str());
  }
  return slot;
}

void NoteFreedSlot(PageIndex page) noexcept {
  static_cast<CountedHeap*>(counted_buffers)->NoteFreed(page);
}

void FreeCountedOutOfLine(void* slot) noexcept {
  auto* const heap = static_cast<CountedHeap*>(HeapOf(RecordOf(slot)));
  if (heap == counted_buffers) {
    heap->Free(slot);
    return;
  }
  heap->Return(slot);
  if (!heap->is_parked().load()) return;
  const std::lock_guard<std::mutex> lock(parked_mutex);
  if (heap->is_parked().load()) heap->TakeReturned();
}

void CheckCountedUse(const void* object, const uint32_t* count, CountedUse use,
                     bool is_of_one_thread, const char* class_name) noexcept {
  if (!IsCounted(object) || ReadCount(count) == 0) FailUse(use, class_name);
  if (is_of_one_thread && HeapOf(RecordOf(object)) != counted_buffers) {
    FatalLine(
        "a %s is counted on one thread, and another one uses it; derive the "
        "class from ThreadSafeRefCounted",
        class_name);
  }
}

void CheckCountedFailure(const uint32_t* count,
                         const char* class_name) noexcept {
  if (ReadCount(count) == 1) return;
  FatalLine(
      "the constructor of a %s threw, and left a RefPtr to it behind; reset "
      "that before throwing",
      class_name);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
