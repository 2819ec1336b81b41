// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What comes back before a collection finds it: slots whose constructor threw,
// objects that the program frees itself, and the ends of large objects.
//
// A page that waits for its sweep counts nothing yet, so that clear bits say
// all there is to say. A swept page has a slot more, which must be found again.

#include <algorithm>
#include <cstring>
#include <utility>

#include "halfword/internal/checks.h"
#include "heap/destructor_report.h"
#include "heap/heap_core.h"
#include "heap/memory_debug.h"
#include "heap/object_lookup.h"
#include "heap/poison.h"
#include "heap/slot_ids.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

void RetireSlot(const PageRecord& record, void* object) {
  if (kMemoryDebug) FillFreedSlot(record, object);
  PoisonMemory(object, SlotBytes(record));
}

}  // namespace

void HeapCore::Abandon(void* object) {
  RetireSlot(RecordOf(object), object);
  GiveBackSlot(reinterpret_cast<uintptr_t>(object));
}

void HeapCore::Unmark(const void* object) {
  const SharedSweep::Pause pause(SharerOf(RecordOf(object)));
  const size_t granule = GranuleOf(reinterpret_cast<uintptr_t>(object));
  side_tables.marked[granule / 64] &= ~(uint64_t{1} << (granule % 64));
}

void HeapCore::Free(void* object) {
  HALFWORD_DCHECK(!is_in_destructor_, "a destructor must not free objects");
  const auto address = reinterpret_cast<uintptr_t>(object);
  const PageRecord& record = RecordOf(object);
  const TypeInfo& type = TypeOfSlot(record, address);
  if (type.has_destructor) {
    is_in_destructor_ = true;
    Destroy(type, object);
    is_in_destructor_ = false;
  }
  RetireSlot(record, object);
  GiveBackSlot(address);
}

void HeapCore::GiveBackSlot(uintptr_t object) {
  const PageIndex page = PageIndexOf(object);
  PageRecord& record = RecordAt(page);
  const SharedSweep::Pause pause(SharerOf(record));
  const bool is_large = record.kind == PageKind::kLarge;
  Bin* const bin = is_large ? nullptr : &bins_[record.bin];
  const auto granule =
      static_cast<uint32_t>((object & (kPageBytes - 1)) / kGranuleBytes);
  // Where allocations are tracked, one that is new has a number already.
  if (SlotIds* const ids = SlotIdsOf(page)) ids->Forget(granule);
  if (bin != nullptr) {
    if (bin->GiveBackLast(object)) return;
    if (bin->page == page) CloseRun(*bin);
  }
  const uint64_t bit = uint64_t{1} << (granule % 64);
  // Clear where a helper has swept it away since it was unmarked.
  const bool was_allocated = (AllocatedBits(page)[granule / 64] & bit) != 0;
  AllocatedBits(page)[granule / 64] &= ~bit;
  // Marked where a collection has run inside the constructor, or where the page
  // waits for its sweep.
  MarkedBits(page)[granule / 64] &= ~bit;
  NoteFreedBytes(SlotBytes(record));
  if (is_large) {
    large_.Remove(page);
    ReleasePages(page, record.run_pages);
  } else if (record.swept_cycle == cycle_ && was_allocated &&
             bin->NoteFreeSlot(page, granule)) {
    // Bytes that were freed make no collection due that would find it empty.
    ReleasePages(page, 1);
  }
}

void HeapCore::ReleaseUnusedPages() {
  for (Bin& bin : bins_) {
    if (bin.page == kNoPage) continue;
    CloseRun(bin);
    const uint64_t* const allocated = AllocatedBits(bin.page);
    const bool is_empty = std::all_of(allocated, allocated + kPageBitmapWords,
                                      [](uint64_t word) { return word == 0; });
    if (is_empty) ReleasePages(std::exchange(bin.page, kNoPage), 1);
  }
}

// Freed bytes were allocated since the last collection, or else lived then.
void HeapCore::NoteFreedBytes(size_t bytes) {
  const size_t recent = std::min(bytes, allocated_bytes_);
  allocated_bytes_ -= recent;
  live_bytes_ -= std::min(bytes - recent, live_bytes_);
}

bool HeapCore::Resize(void* object, size_t bytes) {
  const PageIndex page = PageIndexOf(reinterpret_cast<uintptr_t>(object));
  PageRecord& record = RecordAt(page);
  const size_t usable_bytes = UsableBytes(record);
  if (bytes > usable_bytes) return false;
  // What follows would hide a write past the old end.
  if (kMemoryDebug) CheckCanary(record, object);
  // Zero, so that the marker finds no reference there, and what grows again
  // begins as new memory does.
  std::memset(static_cast<char*>(object) + bytes, 0, usable_bytes - bytes);
  if (record.kind == PageKind::kLarge) ShrinkLarge(page, bytes);
  if (kMemoryDebug) ResizeCanary(record, object, bytes);
  return true;
}

// Gives back the pages behind so many bytes.
void HeapCore::ShrinkLarge(PageIndex page, size_t bytes) {
  PageRecord& record = RecordAt(page);
  const auto page_count = static_cast<uint32_t>(std::max<size_t>(
      1, (bytes + kCanaryBytes + kPageBytes - 1) >> kPageShift));
  const uint32_t freed_count = record.run_pages - page_count;
  if (freed_count == 0) return;
  record.run_pages = page_count;
  if (kMemoryDebug) FillFreedPages(page + page_count, freed_count);
  PoisonMemory(reinterpret_cast<void*>(PageAddress(page + page_count)),
               size_t{freed_count} << kPageShift);
  NoteFreedBytes(size_t{freed_count} << kPageShift);
  ReleasePages(page + page_count, freed_count);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
