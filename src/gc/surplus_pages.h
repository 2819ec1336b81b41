// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SurplusPages: how many free pages of a heap are more than it will soon need,
// and so should go back to the system while the program goes on.
//
// What may be allocated until the next collection is kept. The rest is surplus
// once the program has allocated twice as much as it is without needing it: a
// heap that shrinks and grows would else give pages back and take them again.
// That takes a third of a millisecond a megabyte, and to allocate two megabytes
// takes some.
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_SURPLUS_PAGES_H_
#define HALFWORD_GC_SURPLUS_PAGES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SurplusPages {
 public:
  static constexpr size_t kAllocatedForEach = 2;

  // A collection has ended, nothing is swept yet, and so many free pages hold
  // memory. The program has allocated so many since the last one, and did not
  // need these; of what should go, so many have not gone yet. Returns how many
  // should go from now on.
  size_t NoteCollection(size_t free_pages, size_t kept_pages,
                        size_t allocated_pages, size_t going_pages) {
    if (free_pages <= kept_pages) {
      Forget();
      return 0;
    }
    least_pages_ = std::min(least_pages_, free_pages);
    allocated_pages_ += allocated_pages;
    size_t surplus = std::min(going_pages, free_pages - kept_pages);
    const size_t unused_pages =
        least_pages_ - std::min(least_pages_, kept_pages);
    if (allocated_pages_ / kAllocatedForEach >= unused_pages) {
      surplus = std::max(surplus, unused_pages);
      Forget();
    }
    return surplus;
  }

 private:
  // What was free long ago would stand for ever for what is needed.
  void Forget() {
    least_pages_ = SIZE_MAX;
    allocated_pages_ = 0;
  }

  // Since surplus was last found, or free pages were no more than is kept.
  size_t least_pages_ = SIZE_MAX;
  size_t allocated_pages_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_SURPLUS_PAGES_H_
