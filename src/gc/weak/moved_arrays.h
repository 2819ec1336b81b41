// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MovedArrays: arrays in which the program has moved elements after a marker
// may have been there. A queue that is a vector moves all of its elements again
// and again; so each array waits once, however often that is
// (design/concurrent_marking.md#req.beside.bounded).
//
// Of strong elements those from the lowest place on are traced, in pieces, when
// nothing else is left. Of weak ones the pause looks at the whole array, since
// what was noted of them are the places where they were.
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_WEAK_MOVED_ARRAYS_H_
#define HALFWORD_GC_WEAK_MOVED_ARRAYS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/system_memory.h"
#include "gc/weak/weak_arrays.h"

namespace halfword::inline HALFWORD_ABI::internal {

class MovedArrays {
 public:
  // Elements to the end of the array of an object. Those of them that wait
  // already do so once. Errors: std::bad_alloc, here and below.
  void AddTail(uintptr_t object, const ElementArray& tail) {
    const auto [place, is_new] = tails_.try_emplace(object, tail);
    if (!is_new && tail.begin < place->second.begin) place->second = tail;
  }
  bool has_tails() const { return !tails_.empty(); }

  // Takes so many elements, or fewer, of one array. Requires: has_tails().
  ElementArray TakePiece(size_t count) {
    const auto first = tails_.begin();
    const ElementArray piece = first->second.TakeFirst(count);
    if (first->second.count == 0) tails_.erase(first);
    return piece;
  }

  void AddWeak(uintptr_t object) {
    if (!weak_.empty() && weak_.back() == object) return;
    weak_.push_back(object);
    if (weak_.size() < sorted_count_max_) return;
    MakeDistinct();
    sorted_count_max_ = std::max(2 * weak_.size(), kSortedCountMin);
  }

  // Calls function(object) once for each.
  template <typename Function>
  void ForEachWeak(Function function) {
    MakeDistinct();
    for (const uintptr_t object : weak_) function(object);
  }

  size_t bytes() const {
    return weak_.capacity() * sizeof(uintptr_t) + tails_.size() * kTailBytes;
  }

 private:
  // More than this, and twice what they were then, are sorted.
  static constexpr size_t kSortedCountMin = 1024;
  // With what std::map has beside it.
  static constexpr size_t kTailBytes =
      sizeof(ElementArray) + 5 * sizeof(uintptr_t);

  void MakeDistinct() {
    std::ranges::sort(weak_);
    const auto rest = std::ranges::unique(weak_);
    weak_.erase(rest.begin(), rest.end());
  }

  std::map<uintptr_t, ElementArray> tails_;  // by object
  std::vector<uintptr_t, SystemAllocator<uintptr_t>> weak_;
  size_t sorted_count_max_ = kSortedCountMin;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_MOVED_ARRAYS_H_
