// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NotedOnce: a list of what a marker comes upon again and again while the
// program runs, of which each is kept once. It is sorted when it has doubled,
// so that it takes at most twice what is in it, and a sort for each doubling
// (design/concurrent_marking.md#req.beside.bounded).
//
// Threads: those of the marker that has it.

#ifndef HALFWORD_GC_MARKING_NOTED_ONCE_H_
#define HALFWORD_GC_MARKING_NOTED_ONCE_H_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Key: gives what two notes of the same have in common, and others do not.
template <typename T, typename Key>
class NotedOnce {
 public:
  // Errors: std::bad_alloc.
  void Add(const T& note) {
    if (!notes_.empty() && Key()(notes_.back()) == Key()(note)) return;
    notes_.push_back(note);
    if (notes_.size() >= limit_) DropDuplicates();
  }
  // Takes those of another one as well.
  void Absorb(const NotedOnce& other) {
    notes_.insert(notes_.end(), other.begin(), other.end());
    if (notes_.size() >= limit_) DropDuplicates();
  }

  // In any order; some may be there twice.
  auto begin() const { return notes_.begin(); }
  auto end() const { return notes_.end(); }
  size_t size() const { return notes_.size(); }
  size_t bytes() const { return notes_.capacity() * sizeof(T); }

 private:
  static constexpr size_t kFirstLimit = 1024;

  void DropDuplicates() {
    std::ranges::sort(notes_, {}, Key());
    const auto rest = std::ranges::unique(notes_, {}, Key());
    notes_.erase(rest.begin(), rest.end());
    limit_ = std::max(kFirstLimit, 2 * notes_.size());
  }

  std::vector<T> notes_;
  size_t limit_ = kFirstLimit;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_NOTED_ONCE_H_
