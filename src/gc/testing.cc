// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// halfword/testing.h, in terms of the collector.

#include "halfword/testing.h"

#include "gc/collector.h"
#include "halfword/internal/checks.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::testing {

using internal::Collector;

namespace {

Collector& OwnCollector(HeapHandle& heap) {
  Collector& collector = Collector::From(heap);
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a heap is tested on the thread that created it");
  return collector;
}

}  // namespace

OverrideEmbedderStackStateScope::OverrideEmbedderStackStateScope(
    HeapHandle& heap, EmbedderStackState state)
    : heap_(heap) {
  std::optional<StackState>& stack_override =
      OwnCollector(heap_).stack_override();
  HALFWORD_CHECK(!stack_override.has_value(),
                 "OverrideEmbedderStackStateScopes do not nest");
  stack_override = state;
}

OverrideEmbedderStackStateScope::~OverrideEmbedderStackStateScope() {
  Collector::From(heap_).stack_override().reset();
}

void StandaloneTestingHeap::StartGarbageCollection() {
  HALFWORD_CHECK(!has_begun_, "call FinalizeGarbageCollection() first");
  has_begun_ = true;
  Collector& collector = OwnCollector(heap_);
  // One that the heap has begun may have marked what is dead by now.
  collector.AbandonMarking();
  // The steps and the pause look at the stack.
  collector.BeginMarking();
}

bool StandaloneTestingHeap::PerformMarkingStep(EmbedderStackState stack_state) {
  HALFWORD_CHECK(has_begun_, "call StartGarbageCollection() first");
  Collector& collector = Collector::From(heap_);
  return !collector.is_marking_beside() || collector.StepMarking(stack_state);
}

void StandaloneTestingHeap::FinalizeGarbageCollection(
    EmbedderStackState stack_state) {
  HALFWORD_CHECK(has_begun_, "call StartGarbageCollection() first");
  has_begun_ = false;
  Collector& collector = Collector::From(heap_);
  const CollectOptions options = {.stack = stack_state, .reason = "testing"};
  if (collector.is_marking_beside()) {
    collector.FinishMarking(options);
  } else {
    collector.Collect(options);
  }
}

void StandaloneTestingHeap::ToggleMainThreadMarking(bool) {}

void StandaloneTestingHeap::ForceCompactionForNextGarbageCollection() {}

bool IsHeapObjectOld(void* object) {
  const uintptr_t begin =
      internal::SlotBegin(reinterpret_cast<uintptr_t>(object));
  auto* const collector = static_cast<Collector*>(
      internal::RecordAt(internal::PageIndexOf(begin)).heap);
  // An unswept page has its survivors in the other bitmap.
  collector->FinishSweep();
  return internal::IsAllocated(begin);
}

}  // namespace halfword::inline HALFWORD_ABI::testing
