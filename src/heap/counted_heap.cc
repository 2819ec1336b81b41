// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Slots of counted objects: runs, pages, and the slots that come back from
// other threads.

#include "heap/counted_heap.h"

#include <algorithm>

#include "halfword/internal/checks.h"
#include "heap/object_lookup.h"
#include "heap/poison.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

uint32_t FreeSlotCount(const PageRecord& record) {
  return uint32_t{record.slot_count} - record.live_slots;
}

bool IsReusable(const PageRecord& record) {
  return FreeSlotCount(record) >= ReusableSlotCount(record);
}

size_t CountedSlotBytes(const PageRecord& record) {
  return record.slot_bytes != 0 ? record.slot_bytes
                                : size_t{record.run_pages} << kPageShift;
}

// Forgets one allocated slot.
void ClearSlot(uintptr_t slot, PageRecord* record) {
  const size_t granule = GranuleOf(slot);
  side_tables.allocated[granule / 64] &= ~(uint64_t{1} << (granule % 64));
  --record->live_slots;
}

// The link of a slot that was handed over. The count of its dead object, which
// lies at the beginning of some granule, stays what it was: debug builds know a
// dead object by it (design/ref_ptr.md#req.counted.double-release).
//
//    0  u32        may be the count
//    4  u32 low    of the next slot; with 32-bit references, its word
//    8  u32        may be the count    } full width only
//   12  u32 high                       }
//
// The slot is poisoned while it waits.
HALFWORD_NO_SANITIZE void SetLink(uintptr_t slot, uintptr_t next) {
  auto* const parts = reinterpret_cast<uint32_t*>(slot);
  const Word word = CompressAddress(next);
  __atomic_store_n(parts + 1, static_cast<uint32_t>(word), __ATOMIC_RELAXED);
  if constexpr (!kCompressed) {
    __atomic_store_n(parts + 3, static_cast<uint32_t>(next >> 32),
                     __ATOMIC_RELAXED);
  }
}

HALFWORD_NO_SANITIZE uintptr_t GetLink(uintptr_t slot) {
  auto* const parts = reinterpret_cast<uint32_t*>(slot);
  Word word = __atomic_load_n(parts + 1, __ATOMIC_RELAXED);
  if constexpr (!kCompressed) {
    word |= uintptr_t{__atomic_load_n(parts + 3, __ATOMIC_RELAXED)} << 32;
  }
  return DecompressWord(word);
}

}  // namespace

CountedHeap::CountedHeap() {
  for (size_t i = 0; i < kSizeClassCount; ++i) {
    bins_[i].index = static_cast<uint32_t>(i);
    bins_[i].buffer = &buffers[i];
  }
}

CountedHeap::~CountedHeap() {
  Park();
  HALFWORD_DCHECK(used_page_count_ == 0,
                  "counted objects end before their heap");
}

void* CountedHeap::Allocate(size_t bytes) {
  if (bytes > kSmallBytesMax) return AllocateLarge(bytes);
  Bin& bin = bins_[SizeClassOf(bytes)];
  if (bin.map == nullptr) bin.map = &SlotMapFor(SizeClassBytes(bin.index));
  if (bin.buffer->empty() && !Refill(bin)) return nullptr;
  void* const slot = reinterpret_cast<void*>(bin.buffer->cursor);
  bin.buffer->cursor += bin.map->slot_bytes;
  return slot;
}

bool CountedHeap::Refill(Bin& bin) {
  TakeReturned();
  bin.run_begin = 0;
  while (bin.page == kNoPage || !OpenRun(bin)) {
    if (bin.page != kNoPage) bin.full.PushFront(bin.page);
    bin.page = kNoPage;
    if (!FindPage(bin)) return false;
  }
  return true;
}

// Opens the next run of the page, from its beginning again while that is worth
// a search. False: the page counts as full.
bool CountedHeap::OpenRun(Bin& bin) {
  PageRecord& record = RecordAt(bin.page);
  size_t run_bytes = bin.OpenNextRun();
  if (run_bytes == 0 && IsReusable(record)) {
    bin.next_granule = 0;
    run_bytes = bin.OpenNextRun();
  }
  if (run_bytes == 0) return false;
  const uintptr_t page_begin = PageAddress(bin.page);
  SetSlots(
      *bin.map, AllocatedBits(bin.page),
      static_cast<uint32_t>((bin.buffer->cursor - page_begin) / kGranuleBytes),
      static_cast<uint32_t>((bin.buffer->end - page_begin) / kGranuleBytes));
  record.live_slots = static_cast<uint16_t>(record.live_slots +
                                            run_bytes / bin.map->slot_bytes);
  UnpoisonMemory(reinterpret_cast<void*>(bin.run_begin), run_bytes);
  return true;
}

// Makes what is left of the run free, and files the page.
void CountedHeap::CloseRun(Bin& bin) {
  if (bin.page == kNoPage) return;
  const PageIndex page = bin.page;
  PageRecord& record = RecordAt(page);
  for (uintptr_t slot = bin.buffer->cursor; slot < bin.buffer->end;
       slot += bin.map->slot_bytes) {
    ClearSlot(slot, &record);
  }
  *bin.buffer = AllocationBuffer{};
  bin.run_begin = 0;
  bin.page = kNoPage;
  if (record.live_slots == 0) {
    ReleasePages(page, 1);
  } else if (IsReusable(record)) {
    bin.available.PushFront(page);
  } else {
    bin.full.PushFront(page);
  }
}

bool CountedHeap::FindPage(Bin& bin) {
  PageIndex page = bin.available.PopFront();
  if (page == kNoPage) {
    page = TakePages(1);
    if (page == kNoPage) return false;
    PageRecord& record = RecordAt(page);
    record.slot_bytes = bin.map->slot_bytes;
    record.reciprocal = bin.map->reciprocal;
    record.slot_count = static_cast<uint16_t>(bin.map->slot_count);
    record.bin = bin.index;
  }
  bin.page = page;
  bin.next_granule = 0;
  return true;
}

// A large object has pages of its own: slot_bytes of the first is 0.
void* CountedHeap::AllocateLarge(size_t bytes) {
  const auto page_count =
      static_cast<uint32_t>((bytes + kPageBytes - 1) >> kPageShift);
  TakeReturned();
  const PageIndex page = TakePages(page_count);
  if (page == kNoPage) return nullptr;
  RecordAt(page).slot_count = 1;
  RecordAt(page).live_slots = 1;
  AllocatedBits(page)[0] |= 1;
  void* const slot = reinterpret_cast<void*>(PageAddress(page));
  UnpoisonMemory(slot, size_t{page_count} << kPageShift);
  return slot;
}

PageIndex CountedHeap::TakePages(uint32_t page_count) {
  PageIndex page = pool_.Take(page_count);
  if (page == kNoPage && pool_.Grow(page_count)) page = pool_.Take(page_count);
  if (page == kNoPage) return kNoPage;
  for (uint32_t i = 0; i < page_count; ++i) {
    RecordAt(page + i).kind = PageKind::kCounted;
  }
  RecordAt(page).run_pages = page_count;
  used_page_count_ += page_count;
  return page;
}

void CountedHeap::ReleasePages(PageIndex page, uint32_t page_count) {
  used_page_count_ -= page_count;
  pool_.Put(page, page_count);
  // Twice what is kept afterwards, so that a system call pays for many pages
  // (design/ref_ptr.md#req.counted.return).
  const size_t kept_pages = kKeptPageCount + used_page_count_;
  if (pool_.resident_free_page_count() > kept_pages) {
    pool_.Trim(kept_pages / 2 * kPageBytes);
  }
}

void CountedHeap::Free(void* slot) {
  const auto address = reinterpret_cast<uintptr_t>(slot);
  const PageIndex page = PageIndexOf(address);
  PageRecord& record = RecordAt(page);
  PoisonMemory(slot, CountedSlotBytes(record));
  ClearSlot(address, &record);
  if (record.live_slots == 0 ||
      FreeSlotCount(record) == ReusableSlotCount(record)) {
    NoteFreed(page);
  }
}

void CountedHeap::NoteFreed(PageIndex page) {
  PageRecord& record = RecordAt(page);
  if (record.slot_bytes == 0) {
    ReleasePages(page, record.run_pages);
    return;
  }
  Bin& bin = bins_[record.bin];
  if (bin.page == page) return;
  if (FreeSlotCount(record) == ReusableSlotCount(record)) {
    bin.full.Remove(page);
    bin.available.PushFront(page);
  }
  if (record.live_slots == 0) {
    bin.available.Remove(page);
    ReleasePages(page, 1);
  }
}

void CountedHeap::Return(void* slot) {
  PoisonMemory(slot, CountedSlotBytes(RecordOf(slot)));
  const auto address = reinterpret_cast<uintptr_t>(slot);
  uintptr_t next = returned_.load(std::memory_order_relaxed);
  do {
    SetLink(address, next);
  } while (!returned_.compare_exchange_weak(next, address));
}

void CountedHeap::TakeReturned() {
  // In one order with is_parked(): see ParkHeap().
  if (returned_.load() == 0) return;
  uintptr_t slot = returned_.exchange(0);
  while (slot != 0) {
    const uintptr_t next = GetLink(slot);
    Free(reinterpret_cast<void*>(slot));
    slot = next;
  }
}

void CountedHeap::Park() {
  for (Bin& bin : bins_) CloseRun(bin);
  TakeReturned();
  pool_.Trim(0);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
