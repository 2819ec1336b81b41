// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PageCensus: the pages that the tables of one heap name, each of them once.
//
// A page stands in one list, run or large object, and all pages of a chunk
// belong to one heap. So a link that leads to a page a second time is damage,
// a walk that stops there ends even on a cycle, and a page that no walk came
// by, in a chunk of which another page was seen, is lost.
//
// Cost: four bytes for each chunk up to the last one in use.
// Threads: chunks of other heaps may come and go meanwhile; those of the
// census's heap must not.

#ifndef HALFWORD_GC_VERIFY_PAGE_CENSUS_H_
#define HALFWORD_GC_VERIFY_PAGE_CENSUS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cage/cage.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PageCensus {
 public:
  enum class Answer {
    kNew,      // counted now
    kAgain,    // was counted before
    kNoChunk,  // lies in no chunk of any heap: there may be nothing to read
  };

  PageCensus() {
    Cage::Get().ForEachChunk([this](uintptr_t address, bool is_used) {
      if (!is_used) return;
      const size_t chunk = ChunkOf(PageIndexOf(address));
      chunks_.resize(chunk + 1);
      chunks_[chunk].is_used = true;
    });
  }

  // Whether a page has a record and bitmaps that can be read.
  bool IsInChunk(PageIndex page) const {
    return IsInCage(PageAddress(page)) && ChunkOf(page) < chunks_.size() &&
           chunks_[ChunkOf(page)].is_used;
  }

  Answer Take(PageIndex page) {
    if (!IsInChunk(page)) return Answer::kNoChunk;
    uint16_t& taken = chunks_[ChunkOf(page)].taken;
    if (taken & BitOf(page)) return Answer::kAgain;
    taken |= BitOf(page);
    return Answer::kNew;
  }

  bool IsTaken(PageIndex page) const {
    return IsInChunk(page) && (chunks_[ChunkOf(page)].taken & BitOf(page));
  }

  // Of which a page was taken.
  size_t chunk_count() const {
    size_t count = 0;
    for (const Chunk& chunk : chunks_) count += chunk.taken != 0;
    return count;
  }

  // Calls function(first page) for each chunk in use of which no page was
  // taken.
  template <typename Function>
  void ForEachUntakenChunk(Function function) const {
    for (size_t i = 0; i < chunks_.size(); ++i) {
      if (!chunks_[i].is_used || chunks_[i].taken != 0) continue;
      function(PageIndexOf(side_tables.begin + i * kChunkBytes));
    }
  }

  // Calls function(PageIndex) for each page that was not taken of a chunk of
  // which another one was.
  template <typename Function>
  void ForEachLost(Function function) const {
    for (size_t i = 0; i < chunks_.size(); ++i) {
      if (chunks_[i].taken == 0 || chunks_[i].taken == kAllTaken) continue;
      const PageIndex first = PageIndexOf(side_tables.begin + i * kChunkBytes);
      for (PageIndex page = first; page < first + kChunkPages; ++page) {
        if (!IsTaken(page)) function(page);
      }
    }
  }

 private:
  struct Chunk {
    uint16_t taken = 0;  // a bit a page
    bool is_used = false;
  };
  static constexpr uint16_t kAllTaken = 0xffff;
  static_assert(kChunkPages == 16, "a bit a page of a chunk");

  // Requires: the page lies in the cage.
  static size_t ChunkOf(PageIndex page) {
    return (PageAddress(page) - side_tables.begin) / kChunkBytes;
  }
  static uint16_t BitOf(PageIndex page) {
    return static_cast<uint16_t>(1u << (page % kChunkPages));
  }

  std::vector<Chunk> chunks_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_VERIFY_PAGE_CENSUS_H_
