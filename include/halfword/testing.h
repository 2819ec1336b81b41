// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of programs ask of a heap, under Oilpan's names. Programs do not
// include this.

#ifndef HALFWORD_TESTING_H_
#define HALFWORD_TESTING_H_

#include "halfword/heap.h"
#include "halfword/stack_state.h"

namespace halfword::inline HALFWORD_ABI::testing {

// While it lives, every collection takes this for the state of the stack,
// whatever it is asked with. Scopes do not nest.
class [[nodiscard]] OverrideEmbedderStackStateScope final {
 public:
  OverrideEmbedderStackStateScope(HeapHandle& heap, EmbedderStackState state);
  ~OverrideEmbedderStackStateScope();
  OverrideEmbedderStackStateScope(const OverrideEmbedderStackStateScope&) =
      delete;
  OverrideEmbedderStackStateScope& operator=(
      const OverrideEmbedderStackStateScope&) = delete;

 private:
  HeapHandle& heap_;
};

// Takes a collection apart. A collection of another kind in between, Verify()
// or a save that verifies all begins it anew.
//
// States: idle -> StartGarbageCollection() -> begun -> Finalize... -> idle.
class StandaloneTestingHeap final {
 public:
  explicit StandaloneTestingHeap(HeapHandle& heap) : heap_(heap) {}

  // A cycle that the heap itself has begun by now is begun anew.
  // Requires: idle.
  void StartGarbageCollection();

  // Returns whether little is left to be marked in the pause.
  // Requires: begun.
  bool PerformMarkingStep(EmbedderStackState stack_state);

  // Requires: begun.
  void FinalizeGarbageCollection(EmbedderStackState stack_state);

  // Whether the heap's thread takes part in marking; in the pause it does.
  void ToggleMainThreadMarking(bool should_mark);

  // Objects never move: nothing is forced.
  void ForceCompactionForNextGarbageCollection();

 private:
  HeapHandle& heap_;
  bool has_begun_ = false;
};

// Whether the object was there when the last collection ended. (Verify() and
// statistics make objects old, too.)
// Requires: it is managed, and on this thread.
bool IsHeapObjectOld(void* object);

}  // namespace halfword::inline HALFWORD_ABI::testing

#endif  // HALFWORD_TESTING_H_
