// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The current heap of a thread: where strings and containers that lie outside
// of any managed object take their memory from.
//
//   std::unique_ptr<halfword::Heap> heap = halfword::Heap::Create();
//   halfword::String greeting = "Good morning";   // in that heap
//   {
//     halfword::HeapScope scope(*other_heap);
//     halfword::String reply = "Good evening";    // in the other one
//   }
//
// The first heap that a thread creates is its current one, so that a thread
// with one heap need not think of this. When the current heap ends, the
// youngest other heap of the thread takes its place. A string or container
// inside a managed object always belongs to that object's heap.

#ifndef HALFWORD_HEAP_SCOPE_H_
#define HALFWORD_HEAP_SCOPE_H_

#include "halfword/allocation_handle.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI {

class Heap;

namespace internal {

// Null: the thread has no heap.
// Threads: each has its own.
extern constinit HALFWORD_INITIAL_EXEC thread_local AllocationHandle*
    current_allocation_handle;

// Ends the process with one line that says what to do.
[[noreturn]] HALFWORD_COLD void FailWithoutCurrentHeap();

}  // namespace internal

// The allocation handle of the thread's current heap.
// Errors: ends the process with one line if the thread has no heap.
HALFWORD_ALWAYS_INLINE AllocationHandle& CurrentAllocationHandle() {
  AllocationHandle* const handle = internal::current_allocation_handle;
  if (__builtin_expect(handle == nullptr, false)) {
    internal::FailWithoutCurrentHeap();
  }
  return *handle;
}

// Makes a heap the thread's current one until the end of the scope. Scopes
// nest. Requires: the heap belongs to the thread, and outlives the scope, as
// does the one that was current before. Debug builds check that it is the
// thread's, and that the one before is still there.
class [[nodiscard]] HeapScope {
 public:
  explicit HeapScope(Heap& heap);
  ~HeapScope();
  HeapScope(const HeapScope&) = delete;
  HeapScope& operator=(const HeapScope&) = delete;

 private:
  AllocationHandle* const previous_;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_SCOPE_H_
