// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// LeftBackings: the backings of containers that callbacks and prefinalizers
// have given up, and those of tables that were being built anew, as long as the
// operation that is interrupted so may be reading them. They keep their
// elements, and what these refer to has a new owner; so nothing is freed
// explicitly while there is one
// (design/collections.md#req.collections.given-up).
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_LEFT_BACKINGS_H_
#define HALFWORD_GC_LEFT_BACKINGS_H_

#include <cstdint>
#include <new>
#include <vector>

#include "halfword/internal/build_config.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

class LeftBackings {
 public:
  // Where malloc has no memory for its address, there is one until a collection
  // that scans no stack.
  void Add(const void* object) noexcept {
    try {
      objects_.push_back(reinterpret_cast<uintptr_t>(object));
    } catch (const std::bad_alloc&) {
      has_lost_some_ = true;
    }
  }

  // Those that are not marked. Requires: all that lives is.
  void RemoveDead(bool is_conservative) {
    std::erase_if(objects_, [](uintptr_t object) { return !IsMarked(object); });
    has_lost_some_ = has_lost_some_ && is_conservative;
  }

  bool empty() const { return objects_.empty() && !has_lost_some_; }

 private:
  std::vector<uintptr_t> objects_;
  bool has_lost_some_ = false;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_LEFT_BACKINGS_H_
