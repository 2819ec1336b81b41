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
#include <string>
#include <type_traits>
#include <utility>

#include "gc/collector.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/heap_core.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline Collector& CollectorOf(Heap& heap) {
  return static_cast<Collector&>(heap.GetAllocationHandle());
}

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

struct HeapCoreTestPeer {
  // Makes the type's next object the first of pages of its own, as if the type
  // had filled a page before. Does nothing for types that never have any.
  static void GiveOwnPages(HeapCore& heap, const TypeInfo& type) {
    if (type.buffer_index == 0) return;
    const uint32_t count = type.variable_size ? kVariableBufferCount : 1;
    const size_t end = size_t{type.buffer_index} + count;
    heap.buffer_states_.resize(std::max(heap.buffer_states_.size(), end));
    for (size_t i = type.buffer_index; i < end; ++i) {
      heap.buffer_states_[i].shared_bytes = 2 * kPageBytes;
    }
  }

  static PagePool& Pool(HeapCore& heap) { return heap.pool_; }
  static std::deque<Bin>& Bins(HeapCore& heap) { return heap.bins_; }
  static AllocationBuffer* Buffers(HeapCore& heap) { return heap.buffers_; }
  static auto& BufferStates(HeapCore& heap) { return heap.buffer_states_; }
  static auto& SharedBins(HeapCore& heap) { return heap.shared_bins_; }
  static uint32_t& Cycle(HeapCore& heap) { return heap.cycle_; }
  static size_t& UsedPageCount(HeapCore& heap) { return heap.used_page_count_; }
  static size_t& SlotDataBytes(HeapCore& heap) { return heap.slot_data_bytes_; }
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
