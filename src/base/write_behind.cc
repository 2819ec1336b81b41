// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The two calls, of which no other system has the like; where they are missing
// or refused, all is left to the sync at the end.

#include "base/write_behind.h"

#include <fcntl.h>

#include <cerrno>

namespace halfword::inline HALFWORD_ABI::internal {

// False where the disk failed. What a file system or a filter of system calls
// does not know is not tried again.
bool WriteBehind::Sync(int file, uint64_t offset, unsigned flags) {
#if defined(__linux__)
  if (sync_file_range(file, static_cast<off_t>(offset), kWindowBytes, flags) ==
      0) {
    return true;
  }
  if (errno == EIO || errno == ENOSPC || errno == EDQUOT) return false;
#else
  static_cast<void>(file);
  static_cast<void>(offset);
  static_cast<void>(flags);
#endif
  is_possible_ = false;
  return true;
}

bool WriteBehind::Advance(int file, size_t bytes) {
#if defined(__linux__)
  constexpr unsigned kStart = SYNC_FILE_RANGE_WRITE;
  constexpr unsigned kFinish = SYNC_FILE_RANGE_WAIT_BEFORE |
                               SYNC_FILE_RANGE_WRITE |
                               SYNC_FILE_RANGE_WAIT_AFTER;
#else
  constexpr unsigned kStart = 0;
  constexpr unsigned kFinish = 0;
#endif
  written_bytes_ += bytes;
  while (is_possible_ && written_bytes_ - sent_bytes_ >= kWindowBytes) {
    const uint64_t window = sent_bytes_;
    if (!Sync(file, window, kStart)) return false;
    sent_bytes_ += kWindowBytes;
    if (window == 0) continue;
    const uint64_t previous = window - kWindowBytes;
    if (!Sync(file, previous, kFinish)) return false;
    if (!is_possible_ || previous < kCachedBytes) continue;
    static_cast<void>(posix_fadvise(file, static_cast<off_t>(previous),
                                    kWindowBytes, POSIX_FADV_DONTNEED));
    dropped_bytes_ += kWindowBytes;
  }
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
