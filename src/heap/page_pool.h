// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PagePool: the pages of one heap that hold nothing, as runs.
//
// Runs are found by length in lists by powers of two, and joined with their
// neighbours when pages come back: the records of both ends of a free run name
// its length, so a neighbour is found without a search (boundary tags). The
// pool takes chunks from the cage when it has no run that is long enough, and
// gives whole chunks back when it is asked to. With a source of chunks it takes
// them there, and gives them back when it ends.
//
// Cost: constant, but for a bounded look (kSearchMax runs) into the one list
// whose runs may or may not be long enough.
// Threads: the heap's own.

#ifndef HALFWORD_HEAP_PAGE_POOL_H_
#define HALFWORD_HEAP_PAGE_POOL_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cage/cage.h"
#include "heap/chunk_source.h"
#include "heap/page_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PagePool {
 public:
  // source: null: the cage; else it outlives the pool.
  explicit PagePool(PageHeap* heap, ChunkSource* source = nullptr)
      : heap_(heap), source_(source) {}
  PagePool(const PagePool&) = delete;
  PagePool& operator=(const PagePool&) = delete;
  // Requires: all pages have come back.
  ~PagePool();

  // A run of pages from what the pool has; kNoPage if none is long enough. The
  // records are zero but for the heap; the memory is not.
  PageIndex Take(uint32_t page_count);

  // Takes chunks for at least page_count pages from the cage. False: the cage
  // or the system has none.
  bool Grow(uint32_t page_count);

  // Makes a run of a source that has it already the pool's, all of it in use.
  // Pages without objects then come by Put().
  void Adopt(const SourceRun& run);

  // Puts pages back. Requires: their bitmaps are zero.
  void Put(PageIndex page, uint32_t page_count);

  // Gives memory back to the system until at most keep_bytes of free pages
  // hold any, and little more than that takes: whole chunks to the cage, runs
  // that have none in place. With a source it does nothing.
  void Trim(size_t keep_bytes);
  // A piece of that, of some megabytes. False: nothing more is to be given.
  bool TrimSome(size_t keep_bytes);

  size_t free_page_count() const { return free_page_count_; }
  // Free pages that hold memory of the system.
  size_t resident_free_page_count() const { return resident_free_count_; }
  // Of all chunks that the pool has now.
  size_t chunk_bytes() const { return chunk_bytes_; }

  // Calls function(first page, page count) for each free run.
  template <typename Function>
  void ForEachRun(Function function) const {
    for (const PageList& list : lists_) {
      list.ForEach(
          [&](PageIndex page) { function(page, RecordAt(page).run_pages); });
    }
  }

 private:
  friend class TableVerifier;
  friend struct PagePoolTestPeer;

  static constexpr int kListCount = 24;  // runs up to 2^23 pages and longer
  static constexpr int kSearchMax = 32;
  // The system takes about a tenth of a millisecond for a megabyte.
  static constexpr size_t kTrimPages = (size_t{4} << 20) / kPageBytes;

  static int ListOf(uint32_t page_count);
  void Insert(PageIndex page, uint32_t page_count, bool is_clean);
  void Remove(PageIndex page);
  bool ReturnChunks(PageIndex page, size_t keep_pages);

  bool GrowBySource(uint32_t page_count);
  void ReturnToSource();

  PageHeap* const heap_;
  ChunkSource* const source_;
  std::vector<SourceRun> runs_;  // of the source
  // Of each list those that hold memory first.
  PageList lists_[kListCount];
  size_t free_page_count_ = 0;
  size_t resident_free_count_ = 0;
  size_t chunk_bytes_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_PAGE_POOL_H_
