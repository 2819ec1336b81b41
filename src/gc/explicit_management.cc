// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Objects freed and resized by the program: refused in a collection, and passed
// on to the heap.

#include "halfword/explicit_management.h"

#include "gc/collector.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Marks are being read or written, by another thread perhaps
// (design/concurrent_marking.md#req.beside.stay), or a destructor
// runs whose object's page is being swept.
bool IsCollecting(const Collector& collector) {
  return collector.is_in_pause() || collector.is_in_destructor() ||
         collector.is_marking();
}

void CheckOwn(const Collector& collector, const void* object) {
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "objects are freed and resized on the thread of their heap");
  HALFWORD_DCHECK(collector.IsLive(object),
                  "only a living object of the heap is freed or resized");
}

}  // namespace

void FreeUnreferencedObject(HeapHandle& heap, void* object) {
  Collector& collector = Collector::From(heap);
  if (IsCollecting(collector) || collector.has_left_backings()) return;
  CheckOwn(collector, object);
  collector.FreeUnreferenced(object);
}

bool ResizeObject(void* object, size_t bytes) {
  auto& collector = static_cast<Collector&>(*RecordOf(object).heap);
  if (IsCollecting(collector) || collector.has_left_backings()) return false;
  CheckOwn(collector, object);
  const bool is_resized = collector.Resize(object, bytes);
  collector.UpdateShare();
  return is_resized;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
