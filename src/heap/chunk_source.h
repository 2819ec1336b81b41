// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ChunkSource: where a heap that is not an ordinary one gets its chunks from.
// An image has one: its pages have a place of their own, and come from a file.
//
// Such a heap keeps its chunks until it ends. Its memory is never given back in
// part, so that few mappings stay few.

#ifndef HALFWORD_HEAP_CHUNK_SOURCE_H_
#define HALFWORD_HEAP_CHUNK_SOURCE_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A run of chunks of which the first pages hold no objects, but what the source
// keeps there.
struct SourceRun {
  PageIndex first_page = kNoPage;  // kNoPage: there are no chunks
  uint32_t page_count = 0;
  uint32_t table_page_count = 0;
};

class ChunkSource {
 public:
  virtual ~ChunkSource() = default;

  // Chunks with at least so many pages, in a row, for objects. Their records
  // and bitmaps are zero.
  virtual SourceRun Take(uint32_t page_count) = 0;

  // How far the heap can grow: what was taken, and what could be taken now.
  virtual size_t CapacityBytes() const = 0;

  // Gives back all chunks. Their records are zero; the bits of what is
  // allocated may not be, and become so.
  virtual void GiveBackAll() = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_CHUNK_SOURCE_H_
