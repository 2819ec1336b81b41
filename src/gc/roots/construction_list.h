// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ConstructionList: objects whose constructors run and whose classes have a
// Trace() written by hand, which must not see half an object.
//
// Threads: the heap's own, but for MayHaveAny(). A constructor can publish its
// object only after Push(), and a marker that finds such a reference has loaded
// it with acquire: so it sees that there is one. Once it reads 0 again, it sees
// all that the constructor wrote
// (design/concurrent_marking.md#req.beside.half-built).

#ifndef HALFWORD_GC_ROOTS_CONSTRUCTION_LIST_H_
#define HALFWORD_GC_ROOTS_CONSTRUCTION_LIST_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ConstructionList {
 public:
  void Push(void* object) {
    objects_.push_back(object);
    UpdateCount();
  }
  // Requires: constructors nest, so it is the last one.
  void Pop(const void* object) {
    HALFWORD_CHECK(Ends(object),
                   "constructors of managed objects end in reverse order");
    objects_.pop_back();
    UpdateCount();
  }

  // The last one's constructor threw while a cycle marks, which may have found
  // the object: it is never traced, and stays until ForgetAbandoned().
  void AbandonLast(void* object) {
    HALFWORD_CHECK(Ends(object),
                   "constructors of managed objects end in reverse order");
    abandoned_.push_back(object);
    objects_.pop_back();
    UpdateCount();
  }
  void ForgetAbandoned() {
    abandoned_.clear();
    UpdateCount();
  }

  // Whether the object is the last one, whose constructor runs.
  bool Ends(const void* object) const {
    return !objects_.empty() && objects_.back() == object;
  }

  // Also those that were abandoned. Constructors nest as deep as the program
  // likes: this sorts once, and then searches a sorted list until one begins or
  // ends.
  bool Contains(const void* object) const {
    if (objects_.empty() && abandoned_.empty()) return false;
    if (!is_sorted_) {
      sorted_.assign(objects_.begin(), objects_.end());
      sorted_.insert(sorted_.end(), abandoned_.begin(), abandoned_.end());
      std::sort(sorted_.begin(), sorted_.end());
      is_sorted_ = true;
    }
    return std::binary_search(sorted_.begin(), sorted_.end(), object);
  }
  // Those whose constructors run.
  auto begin() const { return objects_.begin(); }
  auto end() const { return objects_.end(); }

  // Any thread.
  bool MayHaveAny() const {
    return count_.load(std::memory_order_acquire) != 0;
  }

 private:
  void UpdateCount() {
    is_sorted_ = false;
    count_.store(objects_.size() + abandoned_.size(),
                 std::memory_order_release);
  }

  std::vector<void*> objects_;
  std::vector<void*> abandoned_;
  mutable std::vector<const void*> sorted_;
  mutable bool is_sorted_ = false;
  std::atomic<size_t> count_{0};
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_ROOTS_CONSTRUCTION_LIST_H_
