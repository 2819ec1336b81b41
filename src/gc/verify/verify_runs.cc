// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Runs of pages: large objects, free runs, and the chunks that both lie in.
// Where every page of the heap was seen once, the counts must agree.

#include <algorithm>

#include "gc/verify/table_verifier.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

bool HasBits(PageIndex page, size_t* word_with_bits) {
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    if ((AllocatedBits(page)[word] | MarkedBits(page)[word]) == 0) continue;
    *word_with_bits = word;
    return true;
  }
  return false;
}

// Whether a record says nothing that only pages with objects say.
bool HoldsNothing(const PageRecord& record) {
  return record.type == nullptr && record.slot_data == nullptr &&
         record.slot_bytes == 0 && record.reciprocal == 0 &&
         record.slot_count == 0 && !record.has_destructors && record.bin == 0 &&
         record.live_slots == 0 && record.space_index == 0 &&
         record.swept_cycle == 0;
}

}  // namespace

void TableVerifier::VerifyLargePage(PageIndex page, Place place) {
  const PageRecord& record = RecordAt(page);
  ++used_page_count_;
  if (record.heap != heap_ || record.kind != PageKind::kLarge ||
      record.run_pages == 0) {
    findings_.Add("page %u: is listed as a large object, and its record is not",
                  page);
    return;
  }
  [[maybe_unused]] const size_t before_record = findings_.count();
  VerifyLargeRecord(record, page);
  VerifyPlace(page, place);
  if (kMemoryDebug && findings_.count() == before_record) {
    VerifyCanary(record, PageAddress(page));
  }
  for (uint32_t i = 1; i < record.run_pages; ++i) {
    const size_t before = findings_.count();
    if (TakePage(page + i, "a large object")) VerifyTail(page, i);
    if (findings_.count() != before) return;
  }
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    const uint64_t expected = word == 0 ? 1 : 0;
    if (AllocatedBits(page)[word] != expected ||
        (looks_at_marks() && MarkedBits(page)[word] != 0)) {
      findings_.Add("page %u: bitmap word %zu of a large object is wrong", page,
                    word);
    }
  }
}

void TableVerifier::VerifyLargeRecord(const PageRecord& record,
                                      PageIndex page) {
  if (record.slot_bytes != 0 || record.reciprocal != 0 ||
      record.slot_count != 1 || record.live_slots != 1) {
    findings_.Add("page %u: a large object with %u of %u slots of %u bytes",
                  page, record.live_slots, record.slot_count,
                  record.slot_bytes);
  }
  if (record.bin != 0) {
    findings_.Add("page %u: a large object in bin %u", page, record.bin);
  }
  if (record.is_clean) findings_.Add("page %u: large and clean", page);
  if (!IsRegistered(record.type)) {
    findings_.Add("page %u: large, and of no type that was registered", page);
    return;
  }
  const TypeInfo& type = *record.type;
  if (record.space_index != type.space_index) {
    findings_.Add("page %u: a large %s in space %u, not %u", page, type.name,
                  record.space_index, type.space_index);
  }
  if (record.has_destructors != type.has_destructor) {
    findings_.Add("page %u: whether a large %s has a destructor is wrong", page,
                  type.name);
  }
  if (type.is_mixin || type.object_bytes > UsableBytes(record)) {
    findings_.Add("page %u: a %s of %u bytes in a large object of %zu", page,
                  type.name, type.object_bytes, UsableBytes(record));
  }
  VerifySlotData(record, page);
}

void TableVerifier::VerifyTail(PageIndex first, uint32_t distance) {
  ++used_page_count_;
  const PageIndex page = first + distance;
  const PageRecord& tail = RecordAt(page);
  if (tail.heap != heap_ || tail.kind != PageKind::kLargeTail ||
      tail.run_pages != distance || tail.is_clean || !HoldsNothing(tail)) {
    findings_.Add("page %u: should be page %u of the large object at page %u",
                  page, distance, first);
  }
  size_t word = 0;
  if (HasBits(page, &word)) {
    findings_.Add("page %u: bitmap word %zu of a large object is wrong", page,
                  word);
  }
}

void TableVerifier::VerifyFreeRun(PageIndex page, int list) {
  const PageRecord& first = RecordAt(page);
  const uint32_t page_count = first.run_pages;
  const PageIndex last = page + page_count - 1;
  if (page_count == 0 || last < page || !census_.IsInChunk(last) ||
      RecordAt(last).run_pages != page_count ||
      RecordAt(last).is_clean != first.is_clean) {
    findings_.Add("page %u: the free run of %u pages has no matching end", page,
                  page_count);
    return;
  }
  if (PagePool::ListOf(page_count) != list) {
    findings_.Add("page %u: the free run of %u pages is in the list of others",
                  page, page_count);
  }
  VerifyFreePage(page);
  for (uint32_t i = 1; i < page_count; ++i) {
    if (!TakePage(page + i, "a free run")) return;
    VerifyFreePage(page + i);
  }
  free_page_count_ += page_count;
  if (!first.is_clean) resident_free_page_count_ += page_count;
}

void TableVerifier::VerifyFreePage(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  if (record.kind != PageKind::kFree || record.heap != heap_ ||
      !HoldsNothing(record)) {
    findings_.Add("page %u: in a free run, and not free", page);
  }
  if (!LooksAt(page)) return;
  size_t word = 0;
  if (HasBits(page, &word)) {
    findings_.Add("page %u: free, and has bits set in word %zu", page, word);
  }
}

void TableVerifier::VerifyChunks() {
  census_.ForEachLost([this](PageIndex page) {
    const PageRecord& record = RecordAt(page);
    if (record.heap == heap_ && record.kind == PageKind::kTables) return;
    findings_.Add("page %u: in a chunk of this heap, and in none of its lists",
                  page);
  });
  // What lies in no heap is the concern of whoever verifies all of one.
  if (filter_ != nullptr) return;
  Cage& cage = Cage::Get();
  if (!cage.IsSound()) {
    findings_.Add("cage: its counts do not fit the chunks that are in use");
  }
  cage.ForEachChunk([this](uintptr_t address, bool is_used) {
    if (is_used) return;
    const PageIndex first = PageIndexOf(address);
    for (PageIndex page = first; page < first + kChunkPages; ++page) {
      const PageRecord& record = RecordAt(page);
      if (record.kind == PageKind::kNone && record.heap == nullptr &&
          record.run_pages == 0 && HoldsNothing(record)) {
        continue;
      }
      findings_.Add("page %u: kind %d, and lies in no heap's chunk", page,
                    static_cast<int>(record.kind));
    }
  });
}

void TableVerifier::VerifyTotals() {
  const PagePool& pool = heap_->pool_;
  if (used_page_count_ != heap_->used_page_count_) {
    findings_.Add("heap: %zu pages are listed, %zu are counted as used",
                  used_page_count_, heap_->used_page_count_);
  }
  if (free_page_count_ != pool.free_page_count_ ||
      resident_free_page_count_ != pool.resident_free_count_) {
    findings_.Add(
        "heap: %zu pages are free and %zu of them hold memory, "
        "%zu and %zu are counted",
        free_page_count_, resident_free_page_count_, pool.free_page_count_,
        pool.resident_free_count_);
  }
  size_t chunk_count = census_.chunk_count();
  // Those of nothing but tables are in no list. Of another heap's chunk no more
  // can be asked than whose it is: its thread goes on.
  census_.ForEachUntakenChunk([&](PageIndex first) {
    const PageRecord& record = RecordAt(first);
    chunk_count += HeapOf(record) == heap_ && record.kind == PageKind::kTables;
  });
  if (chunk_count * kChunkBytes != pool.chunk_bytes_) {
    findings_.Add("heap: its pages lie in %zu chunks, it counts %zu",
                  chunk_count, pool.chunk_bytes_ / kChunkBytes);
  }
  if (filter_ == nullptr && slot_data_bytes_ != heap_->slot_data_bytes_) {
    findings_.Add("heap: %zu bytes of data by slot, %zu are counted",
                  slot_data_bytes_, heap_->slot_data_bytes_);
  }
  std::sort(slot_data_.begin(), slot_data_.end());
  if (std::adjacent_find(slot_data_.begin(), slot_data_.end()) !=
      slot_data_.end()) {
    findings_.Add("heap: two pages have the same data by slot");
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
