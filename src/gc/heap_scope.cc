// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which heap strings and containers belong to. Collector::Enlist() and Delist()
// keep the thread's current heap when heaps come and go.

#include "halfword/heap_scope.h"

#include "base/error_line.h"
#include "gc/collector.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/checks.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

constinit HALFWORD_INITIAL_EXEC thread_local AllocationHandle*
    current_allocation_handle = nullptr;
constinit HALFWORD_INITIAL_EXEC thread_local uint32_t collections_of_thread = 0;
constinit HALFWORD_INITIAL_EXEC thread_local uint32_t
    heaps_with_tables_to_clean = 0;

void FailWithoutCurrentHeap() {
  FatalLine(
      "a string or container outside of the heap needs memory, and this thread "
      "has no heap: create one first, or enter a HeapScope");
}

size_t UsableBytesOf(const void* object) {
  return UsableBytes(RecordOf(object));
}

size_t RoundUpToUsable(size_t bytes) {
  if (bytes <= kSmallBytesMax - kCanaryBytes) {
    return SizeClassBytes(SizeClassOf(bytes + kCanaryBytes)) - kCanaryBytes;
  }
  // A length that overflows is asked for as one that no heap can have.
  if (bytes > SIZE_MAX / 2) return bytes;
  return (bytes + kCanaryBytes + kPageBytes - 1) / kPageBytes * kPageBytes -
         kCanaryBytes;
}

BackingFate FreeBacking(void* object, BackingContent content) {
  auto& collector = static_cast<Collector&>(HandleOfObject(object));
  // Its page may have been swept.
  if (collector.is_in_destructor()) return BackingFate::kKept;
  if (collector.LeavesBackings()) {
    if (content != BackingContent::kBytes) collector.LeaveBacking(object);
    return BackingFate::kKept;
  }
  const bool is_listed =
      content == BackingContent::kWeakTable && heaps_with_tables_to_clean != 0;
  // Or an element of what was left refers to it.
  if (is_listed || collector.has_left_backings()) return BackingFate::kToClear;
  if (collector.is_marking_beside()) {
    return collector.AbandonBacking(object) ? BackingFate::kFreed
                                            : BackingFate::kToClear;
  }
  // A marker may be reading it.
  if (collector.is_marking() || write_barrier_is_on) {
    return BackingFate::kToClear;
  }
  collector.FreeUnreferenced(object);
  return BackingFate::kFreed;
}

void LeaveBacking(void* object) {
  auto& collector = static_cast<Collector&>(HandleOfObject(object));
  if (!collector.is_in_destructor()) collector.LeaveBacking(object);
}

bool CollectIfDue(AllocationHandle& handle, size_t bytes, size_t object_count) {
  return static_cast<Collector&>(handle).CollectIfDue(bytes, object_count);
}

bool HasRoomFor(AllocationHandle& handle, size_t bytes, size_t object_count) {
  return static_cast<Collector&>(handle).HasRoomFor(bytes, object_count);
}

bool GetRoomFor(AllocationHandle& handle, size_t bytes, size_t object_count) {
  return static_cast<Collector&>(handle).GetRoomFor(bytes, object_count);
}

void AllowTable(AllocationHandle& handle, size_t bytes) {
  static_cast<Collector&>(handle).AllowTable(bytes);
}

NoAllocationScope::NoAllocationScope(const void* object)
    : handle_(HandleOfObject(object)) {
  ++static_cast<Collector&>(handle_).scopes().disallow_depth;
}

NoAllocationScope::~NoAllocationScope() {
  --static_cast<Collector&>(handle_).scopes().disallow_depth;
}

bool IsDeadReference(Word word) {
  const uintptr_t object = SlotBegin(DecompressWord(word));
  if (object == 0) return true;  // the program has freed it
  const auto* const heap =
      static_cast<const Collector*>(RecordAt(PageIndexOf(object)).heap);
  return heap->has_tables_to_clean() && heap->IsDead(object);
}

std::unique_ptr<HeapExtension>& ExtensionOf(AllocationHandle& handle,
                                            ExtensionIndex index) {
  return static_cast<Collector&>(handle).extension(index);
}

uint64_t HashSeedOf(const AllocationHandle& handle) {
  return static_cast<const Collector&>(handle).hash_seed();
}

}  // namespace internal

HeapScope::HeapScope(Heap& heap)
    : previous_(internal::current_allocation_handle) {
  auto& collector =
      static_cast<internal::Collector&>(heap.GetAllocationHandle());
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a heap is the current one of its own thread only");
  internal::current_allocation_handle = &collector;
}

HeapScope::~HeapScope() {
  HALFWORD_DCHECK(internal::Collector::IsOfThisThread(previous_),
                  "the heap that was current before a HeapScope outlives it");
  internal::current_allocation_handle = previous_;
}

}  // namespace halfword::inline HALFWORD_ABI
