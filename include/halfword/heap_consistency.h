// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Scopes in which a heap does not collect.
//
//   {
//     halfword::subtle::NoGarbageCollectionScope scope(heap->GetHeapHandle());
//     ... objects that only a host table refers to are being moved ...
//   }
//
// Scopes nest, and each kind may be entered and left by hand.
// Threads: the heap's own.

#ifndef HALFWORD_HEAP_CONSISTENCY_H_
#define HALFWORD_HEAP_CONSISTENCY_H_

#include "halfword/heap.h"

namespace halfword::inline HALFWORD_ABI::subtle {

// To ask for a collection in here, or to allocate where one would be due, ends
// the process: for code that must not be interrupted by one. Debug builds end
// it at any allocation.
class [[nodiscard]] DisallowGarbageCollectionScope final {
 public:
  static bool IsGarbageCollectionAllowed(HeapHandle& heap);
  static void Enter(HeapHandle& heap);
  // Requires: entered.
  static void Leave(HeapHandle& heap);

  explicit DisallowGarbageCollectionScope(HeapHandle& heap) : heap_(heap) {
    Enter(heap_);
  }
  ~DisallowGarbageCollectionScope() { Leave(heap_); }
  DisallowGarbageCollectionScope(const DisallowGarbageCollectionScope&) =
      delete;
  DisallowGarbageCollectionScope& operator=(
      const DisallowGarbageCollectionScope&) = delete;

 private:
  HeapHandle& heap_;
};

// Collections that are asked for in here do nothing, and allocations go on
// beyond the budget, up to the heap's limit: out of room, they are answered as
// in a heap without stack scanning.
class [[nodiscard]] NoGarbageCollectionScope final {
 public:
  static void Enter(HeapHandle& heap);
  // Requires: entered.
  static void Leave(HeapHandle& heap);

  explicit NoGarbageCollectionScope(HeapHandle& heap) : heap_(heap) {
    Enter(heap_);
  }
  ~NoGarbageCollectionScope() { Leave(heap_); }
  NoGarbageCollectionScope(const NoGarbageCollectionScope&) = delete;
  NoGarbageCollectionScope& operator=(const NoGarbageCollectionScope&) = delete;

 private:
  HeapHandle& heap_;
};

}  // namespace halfword::inline HALFWORD_ABI::subtle

#endif  // HALFWORD_HEAP_CONSISTENCY_H_
