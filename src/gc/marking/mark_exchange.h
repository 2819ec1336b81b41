// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MarkExchange: what the thread of a heap and markers beside the program hand
// each other while a cycle marks outside the pause.
//
//   words      references to be marked, by whoever comes first
//   arrays     long ones, to be traced likewise
//   weak slots to be sifted, when nothing else is left
//   own work   what only the thread of the heap may look at: objects that may
//              be half built, strings (their owners change by plain writes);
//              and what holds weakly, which only that thread looks at twice
//
// Unlike a MarkPool it never keeps a thread waiting: a helper that finds
// nothing here goes home, and is called again when something comes.
//
// Threads: any.

#ifndef HALFWORD_GC_MARKING_MARK_EXCHANGE_H_
#define HALFWORD_GC_MARKING_MARK_EXCHANGE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "gc/marking/mark_stack.h"
#include "gc/weak/weak_arrays.h"
#include "gc/weak/weak_slots.h"
#include "halfword/internal/string_owner.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What a marker leaves for the thread of the heap.
struct OwnThreadWork {
  std::vector<uintptr_t> objects;  // marked, not traced
  std::vector<const StringOwner*> owners;
  std::vector<TraceDescriptor> parts;     // of objects, to be traced
  std::vector<ElementArray> weak_arrays;  // found, to be looked at later
  WeakSlots weak_slots;                   // to be cleared in the pause

  size_t size() const {
    return objects.size() + owners.size() + parts.size() + weak_arrays.size() +
           weak_slots.block_count();
  }
  bool empty() const { return size() == 0; }
  size_t bytes() const {
    return objects.capacity() * sizeof(uintptr_t) +
           owners.capacity() * sizeof(StringOwner*) +
           parts.capacity() * sizeof(TraceDescriptor) +
           weak_arrays.capacity() * sizeof(ElementArray) + weak_slots.bytes();
  }
  // Moves what `from` has here.
  void Take(OwnThreadWork* from);
};

class MarkExchange {
 public:
  // Moves the older half of a stack here, or all of it.
  void Share(MarkStack* stack) { Give(stack, stack->size() / 2); }
  void GiveAll(MarkStack* stack) { Give(stack, stack->size()); }

  // Moves arrays here.
  void GiveArrays(std::vector<ElementArray>* arrays);

  // Moves some words from here to a stack or, if there are none, a part of an
  // array. False: there is nothing, or the markers are to stop, or another has
  // asked.
  bool Take(MarkStack* stack, std::vector<ElementArray>* arrays);

  // The thread of the heap waits for work: until it does not, helpers take
  // nothing from here, and each gives half of what it has after its next batch.
  void Ask(bool asks) { is_asked_.store(asks, std::memory_order_relaxed); }
  bool is_asked() const { return is_asked_.load(std::memory_order_relaxed); }
  // The half of a stack, rounded up, or arrays where it is empty.
  void GiveAsked(MarkStack* stack, std::vector<ElementArray>* arrays);
  // The same as Take(), for whoever has asked.
  bool TakeAsked(MarkStack* stack, std::vector<ElementArray>* arrays);

  // All of them, also when markers are to stop.
  void TakeAll(MarkStack* stack, std::vector<ElementArray>* arrays);

  // Moves weak slots here, to be sifted by whoever comes first.
  void GiveSlotsToSift(WeakSlots* slots);
  // Sifts some thousands of them. False: there are none, or the markers are to
  // stop.
  bool SiftSome();
  // What is left of them, and what was not sifted.
  void TakeSifted(WeakSlots* sifted);
  void TakeUnsifted(WeakSlots* slots);
  bool has_slots_to_sift() const {
    return unsifted_count_.load(std::memory_order_relaxed) != 0;
  }

  // Whether there is something to take; may be outdated.
  bool has_work() const {
    return word_count() != 0 ||
           array_count_.load(std::memory_order_relaxed) != 0 ||
           has_slots_to_sift();
  }

  // How many words are here; may be outdated.
  size_t word_count() const {
    return word_count_.load(std::memory_order_relaxed);
  }

  // Own work, from a helper and for the thread of the heap, which takes as much
  // at a time as was given at a time. What is taken is moved, not copied, into
  // work that has none. False: there is none.
  void GiveOwnWork(OwnThreadWork* work);
  bool TakeOwnWork(OwnThreadWork* work);
  bool has_own_work() const {
    return own_work_count_.load(std::memory_order_relaxed) != 0;
  }

  // Markers leave their loops between two batches. In one order with the count
  // of those that are at work: either one that begins sees it, or is seen.
  void Stop() { is_stopping_.store(true); }
  bool is_stopping() const { return is_stopping_.load(); }
  // Requires: no helper is at work, and none will be.
  void Resume() { is_stopping_.store(false); }

  // A helper had no memory; the cycle cannot go on outside the pause.
  void Fail() { has_failed_.store(true, std::memory_order_relaxed); }
  bool has_failed() const {
    return has_failed_.load(std::memory_order_relaxed);
  }

  // Bytes that helpers have marked, for the schedule.
  void AddMarkedBytes(size_t bytes) {
    marked_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  }
  size_t marked_bytes() const {
    return marked_bytes_.load(std::memory_order_relaxed);
  }

 private:
  using Lock = std::lock_guard<std::mutex>;

  // Of the words that are here, as many are taken at once; and of the elements
  // of an array.
  static constexpr size_t kTakeCount = 512;
  static constexpr size_t kTakeElementCount = size_t{1} << 14;

  void Give(MarkStack* stack, size_t count);

  std::mutex mutex_;
  MarkStack words_;
  std::vector<ElementArray> arrays_;
  WeakSlots unsifted_;
  WeakSlots sifted_;
  std::vector<OwnThreadWork> own_work_;
  // Written under the lock, read without.
  std::atomic<size_t> word_count_{0};
  std::atomic<size_t> array_count_{0};
  std::atomic<size_t> unsifted_count_{0};  // blocks
  std::atomic<size_t> own_work_count_{0};
  std::atomic<size_t> marked_bytes_{0};
  std::atomic<bool> is_asked_{false};
  std::atomic<bool> is_stopping_{false};
  std::atomic<bool> has_failed_{false};
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARK_EXCHANGE_H_
