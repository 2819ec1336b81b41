// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapState: what a heap is doing at this moment, for code that may be called
// from inside a collection.
//
// Threads: the heap's own.

#ifndef HALFWORD_HEAP_STATE_H_
#define HALFWORD_HEAP_STATE_H_

#include "halfword/heap.h"

namespace halfword::inline HALFWORD_ABI::subtle {

class HeapState final {
 public:
  HeapState() = delete;

  // Whether a cycle is marking, in the pause or before it.
  static bool IsMarking(const HeapHandle& heap);

  // Whether pages wait for their sweep, by this thread or another.
  static bool IsSweeping(const HeapHandle& heap);

  // Whether the caller was called by a sweep: from a destructor.
  static bool IsSweepingOnOwningThread(const HeapHandle& heap);

  // Whether a collection is in its pause: Trace(), weak callbacks,
  // prefinalizers, and the destructors that it runs at once.
  static bool IsInAtomicPause(const HeapHandle& heap);

  // Whether the last collection scanned the stack.
  static bool PreviousGCWasConservative(const HeapHandle& heap);
};

}  // namespace halfword::inline HALFWORD_ABI::subtle

#endif  // HALFWORD_HEAP_STATE_H_
