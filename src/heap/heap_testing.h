// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A heap without a collector, for tests of this layer, where tests mark by hand
// what is to live; classes of many sizes; and a look behind any heap.

#ifndef HALFWORD_HEAP_HEAP_TESTING_H_
#define HALFWORD_HEAP_HEAP_TESTING_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "heap/heap_core.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

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
  // What helpers may sweep; null: nothing.
  static SharedSweep* Shared(HeapCore& heap) {
    return heap.shared_sweep_.get();
  }
  static size_t& UsedPageCount(HeapCore& heap) { return heap.used_page_count_; }
  static size_t& SlotDataBytes(HeapCore& heap) { return heap.slot_data_bytes_; }
};

class TestHeap : public HeapCore {
 public:
  TestHeap() : HeapCore(0) {}
  ~TestHeap() { FreeEverything(); }

  template <typename T>
  T* Allocate(size_t additional_bytes = 0) {
    return static_cast<T*>(
        TryAllocate(TypeInfoOf<T>(), sizeof(T) + additional_bytes));
  }

  // Sweeps away everything but what was marked by Keep() since the last time.
  void SweepAll() {
    CloseRuns();
    BeginSweep(0);
    FinishSweep();
  }

  // Requires: CloseRuns(), and no sweep since the object was allocated.
  static void Keep(const void* object) {
    const size_t granule = GranuleOf(reinterpret_cast<uintptr_t>(object));
    side_tables.marked[granule / 64] |= uint64_t{1} << (granule % 64);
  }
};

// A class of objects that need slots of so many bytes, without references; of
// its own for each number.
template <size_t kBytes, int kNumber = 0>
class Sized : public GarbageCollected<Sized<kBytes, kNumber>> {
 public:
  char bytes_[kBytes - kCanaryBytes];
  HALFWORD_FIELDS(Sized, bytes_)
};

inline bool IsAllZero(const void* begin, size_t bytes) {
  const auto* const at = static_cast<const unsigned char*>(begin);
  for (size_t i = 0; i < bytes; ++i) {
    if (at[i] != 0) return false;
  }
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_HEAP_TESTING_H_
