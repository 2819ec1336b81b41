// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// WriteBehind: a long file that is written from begin to end goes to the disk
// while it is written, and what is there leaves the system's cache of pages.
//
// Otherwise a file of a gigabyte first takes a gigabyte of memory, page by page
// for the first time, which costs several times the processor time of copying
// into pages that were just used; and then all of it waits for the sync. Memory
// that the cache takes is also what a container's limit counts, and what is
// missing where a heap is near its own.

#ifndef HALFWORD_BASE_WRITE_BEHIND_H_
#define HALFWORD_BASE_WRITE_BEHIND_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Two windows: one is filled while the disk writes the other.
class WriteBehind {
 public:
  // The disk's longest transfers are shorter, and two fit into caches. Between
  // 1 and 16 MiB the time is the same.
  static constexpr uint64_t kWindowBytes = uint64_t{2} << 20;
  // Stays cached, so that a short file, which most are, is read from memory.
  static constexpr uint64_t kCachedBytes = uint64_t{32} << 20;

  // After so many more bytes were written at the end of the file. False: the
  // disk has refused some of them, and errno tells why: a sync that follows may
  // be told nothing of it.
  bool Advance(int file, size_t bytes);

  // What went to the disk, in whole windows, and what of it left the cache.
  uint64_t sent_bytes() const { return sent_bytes_; }
  uint64_t dropped_bytes() const { return dropped_bytes_; }

 private:
  bool Sync(int file, uint64_t offset, unsigned flags);

  uint64_t written_bytes_ = 0;
  uint64_t sent_bytes_ = 0;
  uint64_t dropped_bytes_ = 0;
  bool is_possible_ = true;  // with this file and system
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_WRITE_BEHIND_H_
