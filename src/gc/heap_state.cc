// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a heap is doing, and scopes in which it does not collect: questions and
// counts that the collector keeps.

#include "halfword/heap_state.h"

#include "gc/collector.h"
#include "halfword/heap_consistency.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::subtle {

using internal::Collector;

namespace {

// Of a scope, which counts without a lock.
Collector& OwnCollector(HeapHandle& heap) {
  Collector& collector = Collector::From(heap);
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a scope of a heap is on the thread that created the heap");
  return collector;
}

const Collector& AskedCollector(const HeapHandle& heap) {
  const Collector& collector = Collector::From(heap);
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a heap is used on the thread that created it");
  return collector;
}

void Leave(int* depth) {
  HALFWORD_CHECK(*depth > 0, "a scope is left that was not entered");
  --*depth;
}

}  // namespace

bool HeapState::IsMarking(const HeapHandle& heap) {
  return AskedCollector(heap).is_marking();
}

bool HeapState::IsSweeping(const HeapHandle& heap) {
  return AskedCollector(heap).is_sweeping();
}

bool HeapState::IsSweepingOnOwningThread(const HeapHandle& heap) {
  return AskedCollector(heap).is_in_destructor();
}

bool HeapState::IsInAtomicPause(const HeapHandle& heap) {
  return AskedCollector(heap).is_in_atomic_pause();
}

bool HeapState::PreviousGCWasConservative(const HeapHandle& heap) {
  return AskedCollector(heap).was_conservative();
}

bool DisallowGarbageCollectionScope::IsGarbageCollectionAllowed(
    HeapHandle& heap) {
  return OwnCollector(heap).scopes().disallow_depth == 0;
}

void DisallowGarbageCollectionScope::Enter(HeapHandle& heap) {
  ++OwnCollector(heap).scopes().disallow_depth;
}

void DisallowGarbageCollectionScope::Leave(HeapHandle& heap) {
  subtle::Leave(&OwnCollector(heap).scopes().disallow_depth);
}

void NoGarbageCollectionScope::Enter(HeapHandle& heap) {
  ++OwnCollector(heap).scopes().no_collection_depth;
}

void NoGarbageCollectionScope::Leave(HeapHandle& heap) {
  subtle::Leave(&OwnCollector(heap).scopes().no_collection_depth);
}

}  // namespace halfword::inline HALFWORD_ABI::subtle
