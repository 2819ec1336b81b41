// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TableVerifier: the half of the verifier that looks at what describes objects,
// before the other half (verifier.h) looks at objects.
//
//   bins     their slots, types and buffers, and the open runs (verify_bins.cc)
//   pages    lists, records, bitmaps, types by slot         (verify_pages.cc)
//   runs     large objects, free pages, chunks, counts       (verify_runs.cc)
//   memory   canaries and freed slots, in builds with memory
//            debugging                                     (verify_memory.cc)
//
// It believes no table: an index is compared with its bounds, a page is looked
// at only in a chunk that a heap has, a type only if it was registered, any
// other pointer only where the system can read it. Every walk counts its pages
// in a census, where a second visit ends it, so that no cycle is endless.
//
// Cost: linear in the pages, bins and types in use; memory for four bytes a
// chunk and a pointer for each type, bin and shared page.
// Threads: the heap's own.

#ifndef HALFWORD_GC_VERIFY_TABLE_VERIFIER_H_
#define HALFWORD_GC_VERIFY_TABLE_VERIFIER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/verify/finding_list.h"
#include "gc/verify/page_census.h"
#include "gc/verify/verify_filter.h"
#include "heap/heap_core.h"

namespace halfword::inline HALFWORD_ABI::internal {

class TableVerifier {
 public:
  // filter: null, if all is to be verified.
  TableVerifier(HeapCore* heap, const VerifyFilter* filter,
                FindingList* findings, PageCensus* census);

  // Bins, buffers and open runs: whether the runs can be closed.
  void VerifyBins();

  // Everything else. Requires: VerifyBins() found nothing, runs are closed.
  void VerifyPages();

 private:
  // What a page's place among those of its bin says about it.
  enum class Place { kCurrent, kAvailable, kFull, kUnswept };

  // verify_bins.cc
  void VerifyBin(const Bin& bin, uint32_t index);
  bool VerifyBuffer(const Bin& bin);
  void VerifyRun(const Bin& bin);
  bool IsRunBetweenSlots(const Bin& bin) const;
  void VerifyBuffers();
  void VerifyOwnBin(size_t index, const Bin& bin);
  void VerifySharedBins();

  // verify_pages.cc
  void VerifyPagesOf(const Bin& bin);
  bool TakePage(PageIndex page, const char* list);
  template <typename Function>
  void Walk(const PageList& list, const char* name, Function function);
  void VerifySlotPage(const Bin& bin, PageIndex page, Place place);
  bool VerifyRecord(const Bin& bin, PageIndex page);
  void VerifyPlace(PageIndex page, Place place);
  void VerifySlotData(const PageRecord& record, PageIndex page);
  void VerifySlotIds(PageIndex page);
  void VerifyBitmaps(const SlotMap& map, PageIndex page);
  void VerifyMarks(PageIndex page);
  void VerifyLiveSlots(PageIndex page, Place place);
  void VerifyTypes(PageIndex page);
  void VerifyTypeOfSlot(const PageRecord& record, uintptr_t object);

  // verify_runs.cc
  void VerifyLargePage(PageIndex page, Place place);
  void VerifyLargeRecord(const PageRecord& record, PageIndex page);
  void VerifyTail(PageIndex first, uint32_t distance);
  void VerifyFreeRun(PageIndex page, int list);
  void VerifyFreePage(PageIndex page);
  void VerifyChunks();
  void VerifyTotals();

  // verify_memory.cc
  void VerifySlots(const SlotMap& map, PageIndex page);
  void VerifyCanary(const PageRecord& record, uintptr_t object);
  void VerifyFreed(const PageRecord& record, uintptr_t slot);

  bool LooksAt(PageIndex page) const {
    return filter_ == nullptr || filter_->tables(page);
  }
  bool looks_at_marks() const {
    return filter_ == nullptr || filter_->looks_at_marks;
  }
  bool IsRegistered(const TypeInfo* type) const;
  bool IsBin(const Bin* bin) const;

  HeapCore* const heap_;
  const VerifyFilter* const filter_;
  FindingList& findings_;
  PageCensus& census_;
  // Sorted, of all that were registered when the verification began.
  std::vector<const TypeInfo*> types_;
  std::vector<const Bin*> bins_;
  std::vector<const void*> slot_data_;  // of the pages that were seen

  size_t used_page_count_ = 0;
  size_t free_page_count_ = 0;
  size_t resident_free_page_count_ = 0;
  size_t slot_data_bytes_ = 0;
};

// Calls function(page) for each page of a list, until a link leads where no
// page of the heap can be, or to a page that was seen before.
template <typename Function>
void TableVerifier::Walk(const PageList& list, const char* name,
                         Function function) {
  PageIndex previous = kNoPage;
  for (PageIndex page = list.first(); page != kNoPage;) {
    if (!TakePage(page, name)) return;
    const PageRecord& record = RecordAt(page);
    if (record.previous != previous) {
      findings_.Add(
          "page %u: its link back is to page %u, before it in %s is "
          "page %u",
          page, record.previous, name, previous);
    }
    const PageIndex next = record.next;
    function(page);
    previous = page;
    page = next;
  }
  if (list.last() != previous) {
    findings_.Add("%s: its last page is %u, and is said to be %u", name,
                  previous, list.last());
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_VERIFY_TABLE_VERIFIER_H_
