// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sweeping: a page is swept by copying its marked bits over its allocated ones.
//
// Objects without destructors are not touched. A dead object with one has it
// run when its page is swept, on the heap's thread; under AddressSanitizer all
// dead objects are poisoned from the end of the marking, so that a destructor
// that touches another dead object is reported.
//
// Helpers may sweep, too, what has no destructors (heap/shared_sweep.h).
//
// An allocation that needs room sweeps a bounded number of pages, runs
// destructors for a bounded time, and then takes a new page, so that none of
// them pays for the whole heap (design/heap.md#req.heap.bounded-sweep). A page
// whose destructors have not all run is unswept still: those that have are no
// longer allocated in it.
//
// States of a heap: swept -> BeginSweep() -> sweeping -> (last page) -> swept.
// Every page is swept before the next marking begins, because marked bits are
// clear only then (design/heap.md#req.heap.swept-before-mark).

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/clock.h"
#include "halfword/internal/checks.h"
#include "heap/destructor_report.h"
#include "heap/heap_core.h"
#include "heap/memory_debug.h"
#include "heap/object_lookup.h"
#include "heap/poison.h"
#include "heap/shared_sweep.h"
#include "heap/slot_data.h"
#include "heap/slot_ids.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// So many destructors are as much work as sweeping a page, where they do next
// to nothing.
constexpr size_t kDestructorsForAPage = 16;

// Calls function(object) for each object that died, until it returns false.
// Returns whether it never did.
template <typename Function>
bool ForEachDeadWhile(PageIndex page, Function function) {
  const uint64_t* const allocated = AllocatedBits(page);
  const uint64_t* const marked = MarkedBits(page);
  const uintptr_t begin = PageAddress(page);
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    uint64_t dead = allocated[word] & ~marked[word];
    for (; dead != 0; dead &= dead - 1) {
      const size_t granule =
          word * 64 + static_cast<size_t>(std::countr_zero(dead));
      if (!function(reinterpret_cast<void*>(begin + granule * kGranuleBytes))) {
        return false;
      }
    }
  }
  return true;
}

// The same for all of them.
template <typename Function>
void ForEachDead(PageIndex page, Function function) {
  ForEachDeadWhile(page, [&](void* object) {
    function(object);
    return true;
  });
}

// Of a page that is not swept yet: its destructor has run.
void NoteDestroyed(PageIndex page, const void* object) {
  const auto granule = static_cast<uint32_t>(
      GranuleOf(reinterpret_cast<uintptr_t>(object)) % kPageGranules);
  AllocatedBits(page)[granule / 64] &= ~(uint64_t{1} << (granule % 64));
  if (SlotIds* const ids = SlotIdsOf(page)) ids->Forget(granule);
}

// Of a page that a helper has swept.
void TakeAsFiled(PageIndex page) {
  RecordAt(page).live_slots &= static_cast<uint16_t>(~kUnfiledPage);
}

void PoisonDead(PageIndex page) {
  if (!HALFWORD_HAS_ASAN) return;
  const size_t slot_bytes = SlotBytes(RecordAt(page));
  ForEachDead(page, [&](void* object) { PoisonMemory(object, slot_bytes); });
}

void FillDead(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  ForEachDead(page, [&](void* object) {
    FillFreedSlot(record, object);
    PoisonMemory(object, record.slot_bytes);
  });
}

}  // namespace

void HeapCore::BeginSweep(size_t live_bytes, SweepPrelude* prelude) {
  HALFWORD_CHECK(!is_sweeping_, "pages are swept before they are marked");
  ++cycle_;
  live_bytes_ = live_bytes;
  allocated_bytes_ = 0;
  step_bytes_ = SIZE_MAX;
  run_bytes_max_ = kPageBytes;
  is_sweeping_ = true;
  is_marked_ = false;
  prelude_ = prelude;
  destructors_.Reset();
  destructor_page_count_ = 0;
  unswept_bin_ = 0;
  for (Bin& bin : bins_) {
    bin.MakeUnswept();
    if (bin.has_destructors()) destructor_page_count_ += bin.unswept.count();
    if (HALFWORD_HAS_ASAN) bin.unswept.ForEach(PoisonDead);
  }
  if (HALFWORD_HAS_ASAN) large_.ForEach(PoisonDead);
  FindDeadLarge();
}

void HeapCore::FinishSweep() {
  EndSharedSweep();
  is_finishing_sweep_ = true;
  destructors_.Allow(DestructorClock::kNoEnd);
  while (SweepSomePage()) {
  }
  is_finishing_sweep_ = false;
}

std::shared_ptr<SharedSweep> HeapCore::ShareSweep() {
  if (kMemoryDebug || !is_sweeping_ || prelude_ != nullptr ||
      is_finishing_sweep_ || shared_sweep_ != nullptr) {
    return nullptr;
  }
  std::vector<Bin*> bins;
  for (Bin& bin : bins_) {
    if (!bin.has_destructors() && !bin.unswept.empty()) bins.push_back(&bin);
  }
  if (bins.empty()) return nullptr;
  shared_sweep_ = std::make_shared<SharedSweep>(std::move(bins), cycle_);
  return shared_sweep_;
}

void HeapCore::EndSharedSweep() {
  if (shared_sweep_ == nullptr) return;
  shared_sweep_->End();
  shared_sweep_.reset();
  for (Bin& bin : bins_) {
    bin.swept.Append(bin.handed);
    while (!bin.swept.empty()) {
      const PageIndex page = bin.swept.PopFront();
      TakeAsFiled(page);
      FileOrRelease(&bin, page);
    }
  }
}

// What is to be paused for a look at what describes a page: what is swept, or
// has no slots, is no helper's.
SharedSweep* HeapCore::SharerOf(const PageRecord& record) const {
  if (shared_sweep_ == nullptr || record.kind != PageKind::kSlots) {
    return nullptr;
  }
  const uint32_t swept_cycle =
      __atomic_load_n(&record.swept_cycle, __ATOMIC_ACQUIRE);
  return swept_cycle == cycle_ ? nullptr : shared_sweep_.get();
}

// Returns whether pages may be swept.
bool HeapCore::AdvancePrelude() {
  if (prelude_ == nullptr) return true;
  ++sweep_effort_;
  if (!prelude_->Advance()) return false;
  std::exchange(prelude_, nullptr)->NoteEnd();
  return true;
}

bool HeapCore::SweepSomePage() {
  if (is_in_destructor_) return false;
  if (!AdvancePrelude() || SweepDeadLarge()) return true;
  for (; unswept_bin_ < bins_.size(); ++unswept_bin_) {
    Bin& bin = bins_[unswept_bin_];
    PageIndex page;
    const Swept swept = SweepNext(&bin, &page);
    if (swept == Swept::kNone) continue;
    if (swept == Swept::kWhole) FileOrRelease(&bin, page);
    return true;
  }
  if (shared_sweep_ != nullptr) {
    // A helper may have had the last ones.
    EndSharedSweep();
    unswept_bin_ = 0;
    return true;
  }
  is_sweeping_ = false;
  return false;
}

// Takes a page of the bin that waited for its sweep out of its list, and sweeps
// it if nobody else has. kNone: there is none, or a helper has it. kPart: the
// time for destructors is over, and it waits on.
HeapCore::Swept HeapCore::SweepNext(Bin* bin, PageIndex* page) {
  SharedSweep::Taken taken = {kNoPage, false};
  if (shared_sweep_ != nullptr) {
    taken = shared_sweep_->Take(bin);
  } else {
    taken.page = TakeForSweep(&bin->unswept);
  }
  *page = taken.page;
  if (taken.page == kNoPage) return Swept::kNone;
  if (taken.is_swept) {
    TakeAsFiled(taken.page);
  } else if (!SweepPage(taken.page)) {
    // It has destructors, so that helpers do not know this bin.
    bin->unswept.PushFront(taken.page);
    return Swept::kPart;
  }
  ++sweep_effort_;
  if (bin->has_destructors()) --destructor_page_count_;
  return Swept::kWhole;
}

// What is swept, and in no list.
void HeapCore::FileOrRelease(Bin* bin, PageIndex page) {
  if (RecordAt(page).live_slots == 0) {
    ReleasePages(page, 1);
  } else {
    bin->File(page);
  }
}

// Sweeps some pages of the bin until one has a free slot; that one is in no
// list.
PageIndex HeapCore::SweepForBin(Bin& bin) {
  const size_t end = sweep_effort_ + kSweepEffort;
  while (sweep_effort_ < end && !destructors_.is_over()) {
    if (!AdvancePrelude()) continue;
    PageIndex page;
    if (SweepNext(&bin, &page) != Swept::kWhole) break;
    if (RecordAt(page).live_slots < bin.map->slot_count) return page;
    bin.full.PushFront(page);
  }
  return kNoPage;
}

// Sweeps pages of any bin until there is room in the pool, or all is swept, or
// so much was done.
PageIndex HeapCore::SweepForPages(uint32_t page_count, size_t effort) {
  const size_t end = sweep_effort_ + std::min(effort, SIZE_MAX - sweep_effort_);
  while (sweep_effort_ < end && !destructors_.is_over() && SweepSomePage()) {
    if (pool_.free_page_count() < page_count) continue;
    const PageIndex page = pool_.Take(page_count);
    if (page != kNoPage) return page;
  }
  return kNoPage;
}

// A page that is in no list. False: the time for destructors is over, and some
// have not run.
bool HeapCore::SweepPage(PageIndex page) {
  PageRecord& record = RecordAt(page);
  HALFWORD_DCHECK(record.swept_cycle != cycle_, "a page is swept once a cycle");
  if (record.has_destructors && !RunDestructors(page)) return false;
  if (kMemoryDebug) FillDead(page);
  record.live_slots = static_cast<uint16_t>(KeepMarked(page));
  record.swept_cycle = cycle_;
  return true;
}

// Those that have not run, for as long as there is time, but one at least.
// Returns whether none is left.
bool HeapCore::RunDestructors(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  size_t count = 0;
  is_in_destructor_ = true;
  destructors_.Begin(MonotonicMs());
  const bool is_done = ForEachDeadWhile(page, [&](void* object) {
    const TypeInfo& type =
        record.type != nullptr
            ? *record.type
            : TypeRegistry::TypeById(
                  SharedTypeId(record, reinterpret_cast<uintptr_t>(object)));
    if (!type.has_destructor) return true;
    if (count != 0 && destructors_.is_over()) return false;
    UnpoisonMemory(object, record.slot_bytes);
    Destroy(type, object);
    if (kMemoryDebug) FillFreedSlot(record, object);
    PoisonMemory(object, record.slot_bytes);
    NoteDestroyed(page, object);
    ++count;
    if (destructors_.Count()) destructors_.Look(MonotonicMs());
    return true;
  });
  destructors_.Look(MonotonicMs());
  is_in_destructor_ = false;
  sweep_effort_ += count / kDestructorsForAPage;
  return is_done;
}

void HeapCore::FindDeadLarge() {
  large_.ForEach([&](PageIndex page) {
    PageRecord& record = RecordAt(page);
    if (MarkedBits(page)[0] & 1) {
      MarkedBits(page)[0] = 0;
      record.swept_cycle = cycle_;
      // The marker counts slots alone.
      live_bytes_ += size_t{record.run_pages} << kPageShift;
    } else {
      large_.Remove(page);
      dead_large_.PushFront(page);
    }
  });
}

// One of them; they come first, since their memory is much. False: there is
// none.
bool HeapCore::SweepDeadLarge() {
  const PageIndex page = dead_large_.PopFront();
  if (page == kNoPage) return false;
  PageRecord& record = RecordAt(page);
  record.swept_cycle = cycle_;
  void* const object = reinterpret_cast<void*>(PageAddress(page));
  if (record.has_destructors) {
    is_in_destructor_ = true;
    UnpoisonMemory(object, size_t{record.run_pages} << kPageShift);
    destructors_.Begin(MonotonicMs());
    Destroy(*record.type, object);
    destructors_.Look(MonotonicMs());
    is_in_destructor_ = false;
  }
  AllocatedBits(page)[0] = 0;
  if (kMemoryDebug) FillFreedSlot(record, object);
  PoisonMemory(object, size_t{record.run_pages} << kPageShift);
  ReleasePages(page, record.run_pages);
  ++sweep_effort_;
  return true;
}

void HeapCore::ReleasePages(PageIndex page, uint32_t page_count) {
  PageRecord& record = RecordAt(page);
  if (record.slot_data != nullptr) {
    slot_data_bytes_ -= SlotDataBytes(record);
    FreeSlotData(record.slot_data);
  }
  used_page_count_ -= page_count;
  pool_.Put(page, page_count);
}

void HeapCore::DropEverything() {
  if (source_ == nullptr) {
    FreeEverything();
    return;
  }
  CloseRuns();
  FinishSweep();
  destructors_.Allow(DestructorClock::kNoEnd);
  ForEachPage([this](PageIndex page) {
    PageRecord& record = RecordAt(page);
    if (record.has_destructors) RunDestructors(page);
    if (record.slot_data == nullptr) return;
    slot_data_bytes_ -= SlotDataBytes(record);
    FreeSlotData(record.slot_data);
    record.slot_data = nullptr;
  });
  used_page_count_ = 0;
}

void HeapCore::FreeEverything() {
  CloseRuns();
  FinishSweep();
  // Nothing is marked, so everything is swept away.
  BeginSweep(0);
  FinishSweep();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
