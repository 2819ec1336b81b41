// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Held objects: their bits, and the pages that have any.

#include "gc/held_objects.h"

#include <algorithm>

#include "gc/collector.h"
#include "halfword/internal/checks.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

uint64_t BitOf(const void* object) {
  return uint64_t{1} << (GranuleOf(reinterpret_cast<uintptr_t>(object)) % 64);
}
uint64_t& HeldWordOf(const void* object) {
  return side_tables.held[GranuleOf(reinterpret_cast<uintptr_t>(object)) / 64];
}

HeldObjects& HeldObjectsOf(const void* object) {
  HeapCore* const heap = CollectedHeapOf(RecordOf(object));
  HALFWORD_DCHECK(heap != nullptr, "a body of a string lies in a heap");
  auto& collector = static_cast<Collector&>(*heap);
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a string is used on the thread of its heap");
  return collector.held_objects();
}

}  // namespace

void HeldObjects::Add(const void* object) {
  const PageIndex page = PageIndexOf(reinterpret_cast<uintptr_t>(object));
  PageRecord& record = RecordAt(page);
  if (!record.lists_held && record.kind == PageKind::kSlots) {
    // Pages may come and go for ever without a collection. Twice the room, so
    // that they are not sorted again soon.
    if (pages_.size() == pages_.capacity()) {
      SortPages();
      pages_.reserve(2 * pages_.size());
    }
    pages_.push_back(page);
    record.lists_held = true;
  }
  ++count_;
}

void HeldObjects::Remove(const void*) { --count_; }

// A page may have come back from the pool since, and then is here twice.
void HeldObjects::SortPages() {
  std::sort(pages_.begin(), pages_.end());
  pages_.erase(std::unique(pages_.begin(), pages_.end()), pages_.end());
}

std::vector<uintptr_t> HeldObjects::Find(const HeapCore& heap) {
  std::vector<uintptr_t> found;
  ForEach(heap, [&found](uintptr_t object) { found.push_back(object); });
  return found;
}

void HoldObject(const void* object) {
  HALFWORD_DCHECK(!IsHeldObject(object), "the object is held already");
  HeldObjectsOf(object).Add(object);
  HeldWordOf(object) |= BitOf(object);
}

bool ReleaseObject(const void* object) {
  if (!IsHeldObject(object)) return false;
  HeldWordOf(object) &= ~BitOf(object);
  HeldObjectsOf(object).Remove(object);
  return true;
}

bool IsHeldObject(const void* object) {
  return (HeldWordOf(object) & BitOf(object)) != 0;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
