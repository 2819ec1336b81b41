// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The verifier's view of pages, bitmaps, free runs and roots.

#include "gc/verifier.h"

#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <mutex>

#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

const uint64_t* LiveBits(const HeapCore& heap, PageIndex page) {
  return RecordAt(page).swept_cycle == heap.cycle() ? AllocatedBits(page)
                                                    : MarkedBits(page);
}

VerifyReport Collector::Verify() {
  CloseRuns();
  return Verifier(this).Run();
}

VerifyReport Verifier::Run() {
  VerifyBins();
  VerifyFreeRuns();
  VerifyTotals();
  // Objects are looked at only if the tables that describe them are sound.
  if (report_.ok()) {
    heap_->ForEachPage([this](PageIndex page) { VerifyObjectsOf(page); });
    VerifyRoots();
  }
  return std::move(report_);
}

void Verifier::Report(const char* format, ...) {
  if (report_.findings.size() >= VerifyReport::kFindingCountMax) return;
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  report_.findings.emplace_back(text);
}

void Verifier::VerifyBins() {
  for (const Bin& bin : heap_->bins()) {
    if (!bin.buffer->empty() || bin.run_begin != 0) {
      Report("bin %u: its run is open though all runs were closed", bin.index);
    }
    bin.ForEachPage([&](PageIndex page) { VerifySlotPage(bin, page); });
  }
  heap_->ForEachLarge([this](PageIndex page) { VerifyLargePage(page); });
}

void Verifier::VerifySlotPage(const Bin& bin, PageIndex page) {
  ++used_page_count_;
  if (VerifyRecord(bin, page)) VerifyBitmaps(*bin.map, page);
}

bool Verifier::VerifyRecord(const Bin& bin, PageIndex page) {
  const PageRecord& record = RecordAt(page);
  const SlotMap& map = *bin.map;
  const size_t before = report_.findings.size();
  if (record.heap != heap_) {
    Report("page %u: its record names another heap", page);
  }
  if (record.kind != PageKind::kSlots) {
    Report("page %u: kind %d in a bin of slots", page,
           static_cast<int>(record.kind));
  }
  if (record.bin != bin.index || record.space_index != bin.space_index) {
    Report("page %u: belongs to bin %u, is listed in bin %u", page, record.bin,
           bin.index);
  }
  if (record.slot_bytes != map.slot_bytes ||
      record.slot_count != map.slot_count ||
      record.reciprocal != map.reciprocal) {
    Report("page %u: %u slots of %u bytes, its bin has %u of %u", page,
           record.slot_count, record.slot_bytes, map.slot_count,
           map.slot_bytes);
  }
  if (record.type != bin.type) {
    Report("page %u: its type is not its bin's", page);
  }
  if (record.type == nullptr &&
      (record.slot_data == nullptr || record.slot_data->type_ids == nullptr)) {
    Report("page %u: shared, and has no type ids", page);
  }
  if (record.live_slots > record.slot_count) {
    Report("page %u: %u of %u slots live", page, record.live_slots,
           record.slot_count);
  }
  if (record.swept_cycle != heap_->cycle() &&
      record.swept_cycle + 1 != heap_->cycle()) {
    Report("page %u: last swept in cycle %u, the heap is in cycle %u", page,
           record.swept_cycle, heap_->cycle());
  }
  return report_.findings.size() == before;
}

void Verifier::VerifyBitmaps(const SlotMap& map, PageIndex page) {
  const uint64_t* const allocated = AllocatedBits(page);
  const uint64_t* const marked = MarkedBits(page);
  const bool is_swept = RecordAt(page).swept_cycle == heap_->cycle();
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    if (allocated[word] & ~map.starts[word]) {
      Report("page %u: allocated bits between slots, word %zu is %016" PRIx64,
             page, word, allocated[word]);
    }
    if (is_swept && marked[word] != 0) {
      Report("page %u: marked bits in a swept page, word %zu is %016" PRIx64,
             page, word, marked[word]);
    }
    if (marked[word] & ~allocated[word]) {
      Report("page %u: marked bits of free slots, word %zu is %016" PRIx64,
             page, word, marked[word]);
    }
  }
}

void Verifier::VerifyLargePage(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  used_page_count_ += record.run_pages;
  if (record.heap != heap_ || record.kind != PageKind::kLarge ||
      record.type == nullptr || record.run_pages == 0) {
    Report("page %u: is listed as a large object, and its record is not", page);
    return;
  }
  for (uint32_t i = 1; i < record.run_pages; ++i) {
    const PageRecord& tail = RecordAt(page + i);
    if (tail.heap != heap_ || tail.kind != PageKind::kLargeTail ||
        tail.run_pages != i) {
      Report("page %u: should be page %u of the large object at page %u",
             page + i, i, page);
      return;
    }
  }
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    const uint64_t expected = word == 0 ? 1 : 0;
    if (AllocatedBits(page)[word] != expected || MarkedBits(page)[word] != 0) {
      Report("page %u: bitmap word %zu of a large object is wrong", page, word);
    }
  }
}

void Verifier::VerifyFreeRuns() {
  heap_->pool().ForEachRun([this](PageIndex page, uint32_t page_count) {
    VerifyFreeRun(page, page_count);
  });
}

void Verifier::VerifyFreeRun(PageIndex page, uint32_t page_count) {
  if (page_count == 0 || !IsInCage(PageAddress(page)) ||
      !IsInCage(PageAddress(page + page_count - 1)) ||
      RecordAt(page + page_count - 1).run_pages != page_count) {
    Report("page %u: the free run of %u pages has no matching end", page,
           page_count);
    return;
  }
  for (uint32_t i = 0; i < page_count; ++i) {
    const PageRecord& record = RecordAt(page + i);
    if (record.kind != PageKind::kFree || record.heap != heap_) {
      Report("page %u: in a free run, and not free", page + i);
    }
    for (size_t word = 0; word < kPageBitmapWords; ++word) {
      if ((AllocatedBits(page + i)[word] | MarkedBits(page + i)[word]) != 0) {
        Report("page %u: free, and has bits set in word %zu", page + i, word);
      }
    }
  }
}

void Verifier::VerifyTotals() {
  const size_t chunk_pages = heap_->pool().chunk_bytes() / kPageBytes;
  const size_t free_pages = heap_->pool().free_page_count();
  if (used_page_count_ * kPageBytes != heap_->used_page_bytes()) {
    Report("heap: %zu pages are listed, %zu are counted as used",
           used_page_count_, heap_->used_page_bytes() / kPageBytes);
  }
  if (used_page_count_ + free_pages != chunk_pages) {
    Report("heap: %zu used and %zu free pages, its chunks have %zu",
           used_page_count_, free_pages, chunk_pages);
  }
}

void Verifier::VerifyRoots() {
  // Other threads make, move and drop their handles meanwhile.
  const std::lock_guard<std::mutex> lock(CrossThreadRootMutex());
  for (const RootThreads threads :
       {RootThreads::kOwnThread, RootThreads::kAnyThread}) {
    for (const RootStrength strength :
         {RootStrength::kStrong, RootStrength::kWeak}) {
      heap_->Roots(strength, threads).ForEach([this](RootHandle* handle) {
        const auto address = reinterpret_cast<uintptr_t>(handle->pointer);
        if (handle->node() == nullptr || handle->node()->owner() != handle) {
          Report("a handle and its node do not refer to each other");
        } else if (LiveObject(address) == 0) {
          Report("a handle made at %s refers to 0x%" PRIxPTR
                 ", which is no live object of its heap",
                 handle->location().ToString().c_str(), address);
        }
      });
    }
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
