// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapShare: what one heap adds to the figures of the process. Only the heap's
// thread writes; the totals are read by all.

#ifndef HALFWORD_GC_PLATFORM_PROCESS_H_
#define HALFWORD_GC_PLATFORM_PROCESS_H_

#include <cstddef>

#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

class HeapShare {
 public:
  HeapShare();
  ~HeapShare();
  HeapShare(const HeapShare&) = delete;
  HeapShare& operator=(const HeapShare&) = delete;

  void Set(size_t object_bytes, size_t page_bytes);

  // Whether the share is wrong by a page or more.
  bool IsStale(size_t object_bytes, size_t page_bytes) const {
    // A share that is too large wraps around, and is stale.
    return object_bytes - object_bytes_ >= kPageBytes ||
           page_bytes != page_bytes_;
  }

 private:
  size_t object_bytes_ = 0;
  size_t page_bytes_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_PLATFORM_PROCESS_H_
