// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Free runs of pages, kept by boundary tags: the records of the first and of
// the last page of a run name its length.

#include "heap/page_pool.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "base/virtual_memory.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kChunkPageCount = kChunkPages;

void* PageMemory(PageIndex page) {
  return reinterpret_cast<void*>(PageAddress(page));
}

// Makes a record zero but for the heap, which other threads may be asking for.
void ResetRecord(PageRecord* record, PageHeap* heap) {
  static_assert(offsetof(PageRecord, heap) == 0);
  constexpr size_t kHeapBytes = sizeof(PageRecord::heap);
  __atomic_store_n(&record->heap, heap, __ATOMIC_RELAXED);
  std::memset(reinterpret_cast<char*>(record) + kHeapBytes, 0,
              sizeof(PageRecord) - kHeapBytes);
}

// Free runs of other heaps, and pages in use, are no neighbours. The page may
// lie in a chunk of another heap, or of none.
bool IsFreePageOf(const PageHeap* heap, PageIndex page) {
  if (!IsInCage(PageAddress(page))) return false;
  const PageRecord& record = RecordAt(page);
  return HeapOf(record) == heap && record.kind == PageKind::kFree;
}

}  // namespace

PagePool::~PagePool() {
  if (source_ != nullptr) {
    ReturnToSource();
  } else {
    Trim(0);
  }
  HALFWORD_DCHECK(chunk_bytes_ == 0,
                  "a heap's pages come back before its pool ends");
}

void PagePool::ReturnToSource() {
  for (const SourceRun& run : runs_) {
    for (uint32_t i = 0; i < run.page_count; ++i) {
      ResetRecord(&RecordAt(run.first_page + i), nullptr);
    }
    chunk_bytes_ -= size_t{run.page_count} << kPageShift;
  }
  source_->GiveBackAll();
}

int PagePool::ListOf(uint32_t page_count) {
  return std::min(static_cast<int>(std::bit_width(page_count)) - 1,
                  kListCount - 1);
}

PageIndex PagePool::Take(uint32_t page_count) {
  // Any run of a higher list is long enough; of the list that page_count
  // itself falls in, some are.
  const int first_list = ListOf(page_count);
  PageIndex found = kNoPage;
  int looked_at = 0;
  for (PageIndex page = lists_[first_list].first();
       page != kNoPage && looked_at < kSearchMax;
       page = RecordAt(page).next, ++looked_at) {
    if (RecordAt(page).run_pages >= page_count) {
      found = page;
      break;
    }
  }
  for (int list = first_list + 1; found == kNoPage && list < kListCount;
       ++list) {
    found = lists_[list].first();
  }
  if (found == kNoPage) return kNoPage;

  const uint32_t run_pages = RecordAt(found).run_pages;
  const bool is_clean = RecordAt(found).is_clean;
  Remove(found);
  if (run_pages > page_count) {
    Insert(found + page_count, run_pages - page_count, is_clean);
  }
  for (uint32_t i = 0; i < page_count; ++i) {
    ResetRecord(&RecordAt(found + i), heap_);
  }
  return found;
}

void PagePool::Adopt(const SourceRun& run) {
  for (uint32_t i = 0; i < run.page_count; ++i) {
    ResetRecord(&RecordAt(run.first_page + i), heap_);
    if (i < run.table_page_count) {
      RecordAt(run.first_page + i).kind = PageKind::kTables;
    }
  }
  chunk_bytes_ += size_t{run.page_count} << kPageShift;
  runs_.push_back(run);
}

bool PagePool::GrowBySource(uint32_t page_count) {
  const SourceRun run = source_->Take(page_count);
  if (run.first_page == kNoPage) return false;
  Adopt(run);
  Put(run.first_page + run.table_page_count,
      run.page_count - run.table_page_count);
  return true;
}

bool PagePool::Grow(uint32_t page_count) {
  if (source_ != nullptr) return GrowBySource(page_count);
  const size_t chunks = (page_count + kChunkPageCount - 1) / kChunkPageCount;
  const uintptr_t address = Cage::Get().AllocateChunks(chunks);
  if (address == 0) return false;
  const PageIndex page = PageIndexOf(address);
  const auto pages = static_cast<uint32_t>(chunks * kChunkPageCount);
  for (uint32_t i = 0; i < pages; ++i) {
    ResetRecord(&RecordAt(page + i), heap_);
    RecordAt(page + i).kind = PageKind::kFree;
  }
  chunk_bytes_ += chunks * kChunkBytes;
  Insert(page, pages, /*is_clean=*/true);
  return true;
}

void PagePool::Put(PageIndex page, uint32_t page_count) {
  for (uint32_t i = 0; i < page_count; ++i) {
    PageRecord& record = RecordAt(page + i);
    HALFWORD_DCHECK(record.heap == heap_ && record.kind != PageKind::kFree,
                    "a page goes back to the pool of its heap, once");
    ResetRecord(&record, heap_);
    record.kind = PageKind::kFree;
  }
  // A run joined with clean pages counts as resident whole: Trim() then asks
  // the system for a little too much, which costs nothing.
  if (IsFreePageOf(heap_, page + page_count)) {
    const uint32_t more = RecordAt(page + page_count).run_pages;
    Remove(page + page_count);
    page_count += more;
  }
  if (IsFreePageOf(heap_, page - 1)) {
    const uint32_t more = RecordAt(page - 1).run_pages;
    page -= more;
    Remove(page);
    page_count += more;
  }
  Insert(page, page_count, /*is_clean=*/false);
}

void PagePool::Insert(PageIndex page, uint32_t page_count, bool is_clean) {
  PageRecord& first = RecordAt(page);
  PageRecord& last = RecordAt(page + page_count - 1);
  first.run_pages = page_count;
  last.run_pages = page_count;
  first.is_clean = is_clean;
  last.is_clean = is_clean;
  free_page_count_ += page_count;
  if (is_clean) {
    lists_[ListOf(page_count)].PushBack(page);
  } else {
    resident_free_count_ += page_count;
    lists_[ListOf(page_count)].PushFront(page);
  }
}

void PagePool::Remove(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  free_page_count_ -= record.run_pages;
  if (!record.is_clean) resident_free_count_ -= record.run_pages;
  lists_[ListOf(record.run_pages)].Remove(page);
}

void PagePool::Trim(size_t keep_bytes) {
  if (source_ != nullptr) return;
  const size_t keep_pages = keep_bytes / kPageBytes;
  // Longest first: they hold whole chunks.
  for (int list = kListCount - 1; list >= 0; --list) {
    for (PageIndex page = lists_[list].first(); page != kNoPage;) {
      const PageIndex next = RecordAt(page).next;
      if (keep_pages > 0 && RecordAt(page).is_clean) break;  // so are the rest
      if (keep_pages > 0 && resident_free_count_ <= keep_pages) return;
      if (!ReturnChunks(page, keep_pages) && !RecordAt(page).is_clean) {
        const uint32_t pages = RecordAt(page).run_pages;
        Decommit(PageMemory(page), size_t{pages} << kPageShift);
        Remove(page);
        Insert(page, pages, /*is_clean=*/true);
      }
      page = next;
    }
  }
}

bool PagePool::TrimSome(size_t keep_bytes) {
  const size_t keep_pages = keep_bytes / kPageBytes;
  if (source_ != nullptr || resident_free_count_ <= keep_pages) return false;
  const size_t excess = resident_free_count_ - keep_pages;
  const size_t rest = excess > kTrimPages ? excess - kTrimPages : 0;
  Trim((keep_pages + rest) * kPageBytes);
  return rest != 0;
}

// Gives whole chunks of a free run to the cage: the last ones, since pages are
// taken from the beginning, and no more than brings the pool down to so many
// pages. False: it has none.
bool PagePool::ReturnChunks(PageIndex page, size_t keep_pages) {
  const uint32_t pages = RecordAt(page).run_pages;
  const uint32_t chunk_pages = static_cast<uint32_t>(kChunkPageCount);
  PageIndex first = (page + chunk_pages - 1) / chunk_pages * chunk_pages;
  const PageIndex end = (page + pages) / chunk_pages * chunk_pages;
  if (first >= end) return false;
  if (keep_pages > 0) {
    const size_t excess = resident_free_count_ - keep_pages;
    const size_t chunks = (excess + kChunkPageCount - 1) / kChunkPageCount;
    if (chunks * kChunkPageCount < end - first) {
      first = end - static_cast<uint32_t>(chunks * kChunkPageCount);
    }
  }
  const bool is_clean = RecordAt(page).is_clean;
  Remove(page);
  if (first > page) Insert(page, first - page, is_clean);
  if (page + pages > end) Insert(end, page + pages - end, is_clean);
  for (PageIndex i = first; i < end; ++i) ResetRecord(&RecordAt(i), nullptr);
  const size_t bytes = size_t{end - first} << kPageShift;
  Cage::Get().FreeChunks(reinterpret_cast<uintptr_t>(PageMemory(first)),
                         bytes / kChunkBytes);
  chunk_bytes_ -= bytes;
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
