// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The pages of bins: links, records, bitmaps, and the types of their slots.

#include <algorithm>
#include <bit>
#include <cinttypes>

#include "base/readable_memory.h"
#include "gc/verify/table_verifier.h"
#include "heap/object_lookup.h"
#include "heap/slot_data.h"
#include "heap/slot_ids.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

template <typename T>
bool IsReadableArray(const T* items, size_t count) {
  return reinterpret_cast<uintptr_t>(items) % alignof(T) == 0 &&
         IsReadable(items, count * sizeof(T));
}

// Calls function(address) for each object whose bit is set.
template <typename Function>
void ForEachBit(const uint64_t* bitmap, PageIndex page, Function function) {
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    for (uint64_t bits = bitmap[word]; bits != 0; bits &= bits - 1) {
      const size_t granule =
          word * 64 + static_cast<size_t>(std::countr_zero(bits));
      function(PageAddress(page) + granule * kGranuleBytes);
    }
  }
}

}  // namespace

void TableVerifier::VerifyPages() {
  for (const Bin& bin : heap_->bins_) VerifyPagesOf(bin);
  Walk(heap_->large_, "the list of large objects",
       [this](PageIndex page) { VerifyLargePage(page, Place::kFull); });
  Walk(heap_->dead_large_, "the list of dead large objects",
       [this](PageIndex page) { VerifyLargePage(page, Place::kUnswept); });
  const PagePool& pool = heap_->pool_;
  for (int list = 0; list < PagePool::kListCount; ++list) {
    Walk(pool.lists_[list], "a list of free runs",
         [this, list](PageIndex page) { VerifyFreeRun(page, list); });
  }
  // What a broken link hides is not worth a line for each page.
  if (findings_.count() == 0) VerifyChunks();
  VerifyTotals();
}

void TableVerifier::VerifyPagesOf(const Bin& bin) {
  if (bin.page != kNoPage && TakePage(bin.page, "use by its bin")) {
    const PageRecord& record = RecordAt(bin.page);
    if (record.next != kNoPage || record.previous != kNoPage) {
      findings_.Add("page %u: its bin allocates from it, and it has links",
                    bin.page);
    }
    VerifySlotPage(bin, bin.page, Place::kCurrent);
  }
  const auto verify = [&](Place place) {
    return [this, &bin, place](PageIndex page) {
      VerifySlotPage(bin, page, place);
    };
  };
  Walk(bin.available, "a list of available pages", verify(Place::kAvailable));
  Walk(bin.full, "a list of full pages", verify(Place::kFull));
  Walk(bin.unswept, "a list of unswept pages", verify(Place::kUnswept));
  if (!bin.unswept.empty() &&
      (!heap_->is_sweeping_ || bin.index < heap_->unswept_bin_)) {
    findings_.Add("bin %u: has unswept pages, and sweeping is past it",
                  bin.index);
  }
}

bool TableVerifier::TakePage(PageIndex page, const char* list) {
  switch (census_.Take(page)) {
    case PageCensus::Answer::kNew:
      return true;
    case PageCensus::Answer::kAgain:
      findings_.Add("page %u: comes up a second time, in %s", page, list);
      return false;
    case PageCensus::Answer::kNoChunk:
      findings_.Add("page %u: in %s, and lies in no chunk of a heap", page,
                    list);
      return false;
  }
  return false;
}

void TableVerifier::VerifySlotPage(const Bin& bin, PageIndex page,
                                   Place place) {
  ++used_page_count_;
  if (!LooksAt(page)) return;
  if (!VerifyRecord(bin, page)) return;
  const size_t before = findings_.count();
  VerifyPlace(page, place);
  VerifyBitmaps(*bin.map, page);
  VerifyLiveSlots(page, place);
  if (findings_.count() == before) VerifyTypes(page);
  if (kMemoryDebug && findings_.count() == before) VerifySlots(*bin.map, page);
}

bool TableVerifier::VerifyRecord(const Bin& bin, PageIndex page) {
  const PageRecord& record = RecordAt(page);
  const SlotMap& map = *bin.map;
  const size_t before = findings_.count();
  if (record.heap != heap_) {
    findings_.Add("page %u: its record names another heap", page);
  }
  if (record.kind != PageKind::kSlots) {
    findings_.Add("page %u: kind %d in a bin of slots", page,
                  static_cast<int>(record.kind));
  }
  if (record.bin != bin.index || record.space_index != bin.space_index) {
    findings_.Add("page %u: belongs to bin %u in space %u, is listed in bin %u",
                  page, record.bin, record.space_index, bin.index);
  }
  if (record.slot_bytes != map.slot_bytes ||
      record.slot_count != map.slot_count ||
      record.reciprocal != map.reciprocal) {
    findings_.Add("page %u: %u slots of %u bytes, its bin has %u of %u", page,
                  record.slot_count, record.slot_bytes, map.slot_count,
                  map.slot_bytes);
  }
  if (record.type != bin.type) {
    findings_.Add("page %u: its type is not its bin's", page);
  }
  if (record.run_pages != 1) {
    findings_.Add("page %u: holds slots, and is a run of %u pages", page,
                  record.run_pages);
  }
  if (record.is_clean) {
    findings_.Add("page %u: holds slots, and is clean", page);
  }
  if (findings_.count() == before) VerifySlotData(record, page);
  return findings_.count() == before;
}

// Pages that are shared have type ids; with memory debugging all pages remember
// their objects. Others have nothing.
void TableVerifier::VerifySlotData(const PageRecord& record, PageIndex page) {
  const bool is_shared = record.type == nullptr;
  const SlotData* const data = record.slot_data;
  if (data == nullptr && !NeedsSlotData(is_shared)) return;
  if (!IsReadableArray(data, 1) ||
      (is_shared && !IsReadableArray(data->type_ids, record.slot_count)) ||
      (kMemoryDebug && !IsReadableArray(data->debug, record.slot_count))) {
    findings_.Add("page %u: its data by slot is nowhere", page);
    return;
  }
  if (data->ids != nullptr && !IsReadableArray(data->ids, 1)) {
    findings_.Add("page %u: its snapshot ids are nowhere", page);
    return;
  }
  VerifySlotIds(page);
  slot_data_bytes_ += SlotDataBytes(record);
  slot_data_.push_back(data);
  if (is_shared) slot_data_.push_back(data->type_ids);
  if (kMemoryDebug) slot_data_.push_back(data->debug);
}

void TableVerifier::VerifySlotIds(PageIndex page) {
  const SlotIds* const ids = SlotIdsOf(page);
  if (ids == nullptr) {
    if (!NeedsSlotData(RecordAt(page).type == nullptr)) {
      findings_.Add("page %u: is of one type, and has data by slot", page);
    }
    return;
  }
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    if ((ids->numbered()[word] & ~AllocatedBits(page)[word]) == 0) continue;
    findings_.Add("page %u: a slot without an object has a snapshot id", page);
    return;
  }
}

void TableVerifier::VerifyPlace(PageIndex page, Place place) {
  const uint32_t swept_cycle = RecordAt(page).swept_cycle;
  const uint32_t expected = heap_->cycle_ - (place == Place::kUnswept ? 1 : 0);
  if (swept_cycle != expected) {
    findings_.Add("page %u: last swept in cycle %u, should be in cycle %u",
                  page, swept_cycle, expected);
  }
}

void TableVerifier::VerifyBitmaps(const SlotMap& map, PageIndex page) {
  const uint64_t* const allocated = AllocatedBits(page);
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    if (allocated[word] & ~map.starts[word]) {
      findings_.Add(
          "page %u: allocated bits between slots, word %zu is "
          "%016" PRIx64,
          page, word, allocated[word]);
    }
  }
  if (looks_at_marks()) VerifyMarks(page);
}

void TableVerifier::VerifyMarks(PageIndex page) {
  const uint64_t* const allocated = AllocatedBits(page);
  const uint64_t* const marked = MarkedBits(page);
  const bool is_swept = RecordAt(page).swept_cycle == heap_->cycle_;
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    if (is_swept && marked[word] != 0) {
      findings_.Add(
          "page %u: marked bits in a swept page, word %zu is "
          "%016" PRIx64,
          page, word, marked[word]);
    }
    if (marked[word] & ~allocated[word]) {
      findings_.Add(
          "page %u: marked bits of free slots, word %zu is "
          "%016" PRIx64,
          page, word, marked[word]);
    }
  }
}

// live_slots tells full pages from available ones; it is old in a page that
// waits for its sweep.
void TableVerifier::VerifyLiveSlots(PageIndex page, Place place) {
  if (place == Place::kUnswept) return;
  const PageRecord& record = RecordAt(page);
  size_t allocated_count = 0;
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    allocated_count +=
        static_cast<size_t>(std::popcount(AllocatedBits(page)[word]));
  }
  const size_t expected = place == Place::kCurrent ? 0 : allocated_count;
  if (record.live_slots != expected) {
    findings_.Add("page %u: %u of %u slots live, and %zu allocated", page,
                  record.live_slots, record.slot_count, allocated_count);
  }
}

void TableVerifier::VerifyTypes(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  if (record.type != nullptr) {
    if (record.has_destructors != record.type->has_destructor) {
      findings_.Add("page %u: whether %s has a destructor is wrong", page,
                    record.type->name);
    }
    if (record.type->object_bytes > UsableBytes(record)) {
      findings_.Add("page %u: a %s of %u bytes in a slot of %zu", page,
                    record.type->name, record.type->object_bytes,
                    UsableBytes(record));
    }
    return;
  }
  // The dead of an unswept page are still to be destroyed.
  ForEachBit(AllocatedBits(page), page,
             [&](uintptr_t object) { VerifyTypeOfSlot(record, object); });
}

void TableVerifier::VerifyTypeOfSlot(const PageRecord& record,
                                     uintptr_t object) {
  const TypeId id = SharedTypeId(record, object);
  const TypeInfo* const type = TypeRegistry::FindType(id);
  if (type == nullptr) {
    findings_.Add("object 0x%" PRIxPTR
                  ": its slot has type id %u, of %zu "
                  "types",
                  object, id, TypeRegistry::type_count());
    return;
  }
  if (type->is_mixin || type->space_index != record.space_index ||
      type->object_bytes > UsableBytes(record)) {
    findings_.Add("object 0x%" PRIxPTR
                  ": a %s of %u bytes in space %u, in a "
                  "slot of %zu bytes in space %u",
                  object, type->name, type->object_bytes, type->space_index,
                  UsableBytes(record), record.space_index);
  }
  if (type->has_destructor && !record.has_destructors) {
    findings_.Add("object 0x%" PRIxPTR
                  ": a %s, in a page without "
                  "destructors",
                  object, type->name);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
