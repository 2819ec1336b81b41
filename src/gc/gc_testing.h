// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of the collector share: a look behind halfword::Heap, collections
// that find nothing on the stack, pointers that no conservative scan takes for
// one, and heaps whose types have pages of their own from the first object.
// Only tests include this file.

#ifndef HALFWORD_GC_GC_TESTING_H_
#define HALFWORD_GC_GC_TESTING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gc/collector.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/heap_core.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline Collector& CollectorOf(Heap& heap) {
  return static_cast<Collector&>(heap.GetAllocationHandle());
}

// What is private of a collector.
struct CollectorTestPeer {
  static auto& Constructing(Collector& collector) {
    return collector.constructing_;
  }
  static auto& Prefinalizers(Collector& collector) {
    return collector.prefinalizers_.items_;
  }
  static TableCleaning& Cleaning(Collector& collector) {
    return collector.cleaning_;
  }
  static MarkingCycle& Cycle(Collector& collector) { return *collector.cycle_; }
  static size_t ScheduleEnd(const Collector& collector, size_t begin_bytes) {
    return collector.pacer_.ScheduleEnd(begin_bytes);
  }
  static void SetMarking(Collector& collector, bool is_marking) {
    collector.is_marking_ = is_marking;
    write_barrier_is_on = is_marking;
  }
};

// The whole of a collection, from handles alone.
inline void CollectPrecisely(Heap& heap) {
  heap.Collect({.stack = StackState::kNoHeapPointers, .reason = "test"});
}

// The same, and what the stack and the registers seem to refer to lives too.
inline void CollectConservatively(Heap& heap) {
  heap.Collect(
      {.stack = StackState::kMayContainHeapPointers, .reason = "test"});
}

// What Verify() says, as one text: "" where it is silent.
inline std::string Findings(Heap& heap) {
  std::string text;
  for (const std::string& finding : heap.Verify().findings) {
    text += finding + '\n';
  }
  return text;
}

// The slots that the barrier has noted.
inline std::vector<const void*> Noted(std::span<const StoredWord> stores) {
  std::vector<const void*> slots;
  for (const StoredWord& store : stores) slots.push_back(store.slot());
  return slots;
}

// An address in a form that no scan recognises: two halves of 31 bits.
class HiddenPointer {
 public:
  HiddenPointer() = default;
  explicit HiddenPointer(const void* pointer)
      : low_(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pointer)) &
             0x7fffffffu),
        high_(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pointer) >>
                                    31)) {}

  void* Reveal() const {
    return reinterpret_cast<void*>(uintptr_t{high_} << 31 | low_);
  }

 private:
  uint32_t low_ = 0;
  uint32_t high_ = 0;
};

// Overwrites what finished calls left below the caller's frame.
HALFWORD_NOINLINE HALFWORD_NO_SANITIZE inline void ScrubStack() {
  volatile uintptr_t words[4096];
  for (volatile uintptr_t& word : words) word = 0;
}

// Calls function() in a frame of its own and leaves no trace of what that did
// on the stack.
template <typename Function>
HALFWORD_NOINLINE auto CallAndScrub(Function function) {
  if constexpr (std::is_void_v<decltype(function())>) {
    function();
    ScrubStack();
  } else {
    const auto result = function();
    ScrubStack();
    return result;
  }
}

constexpr size_t kMiB = size_t{1} << 20;

// A KiB, for tests that fill a heap.
class Block : public GarbageCollected<Block> {
 public:
  uint64_t words_[126] = {};
  Member<Block> next_;
  HALFWORD_FIELDS(Block, words_, next_)
};

// Where objects of a test lie: in pages that several types share, whose slots
// have type ids, or in pages of one type.
enum class Pages { kShared, kOwn };

inline std::string PagesName(const ::testing::TestParamInfo<Pages>& info) {
  return info.param == Pages::kShared ? "SharedPages" : "OwnPages";
}

// A heap, and objects in pages of the one or the other kind.
class HeapTest : public ::testing::TestWithParam<Pages> {
 protected:
  template <typename T, typename... Args>
  T* Make(Args&&... args) {
    PreparePages<T>();
    return MakeGarbageCollected<T>(heap().GetAllocationHandle(),
                                   std::forward<Args>(args)...);
  }

  template <typename T>
  void PreparePages() {
    if (GetParam() == Pages::kShared) return;
    HeapCoreTestPeer::GiveOwnPages(collector(), TypeInfoOf<T>());
  }

  Heap& heap() { return *heap_; }
  Collector& collector() { return CollectorOf(*heap_); }
  void ResetHeap(HeapOptions options = {}) {
    heap_.reset();
    heap_ = Heap::Create(std::move(options));
  }
  void DestroyHeap() { heap_.reset(); }

 private:
  std::unique_ptr<Heap> heap_ = Heap::Create();
};

#define HALFWORD_INSTANTIATE_FOR_PAGES(Suite) \
  INSTANTIATE_TEST_SUITE_P(                   \
      , Suite, ::testing::Values(Pages::kShared, Pages::kOwn), PagesName)

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_GC_TESTING_H_
