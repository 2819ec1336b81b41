// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PrefinalizerList: the objects of one heap that have prefinalizers, as they
// were constructed.
//
// Cost: a collection tests each. An object whose class has none is forgotten
// without a search; others are searched in an index, which is made when the
// first is freed after a collection. Where there is no memory for it, items are
// looked at one by one.
// Threads: the heap's own.

#ifndef HALFWORD_GC_ROOTS_PREFINALIZER_LIST_H_
#define HALFWORD_GC_ROOTS_PREFINALIZER_LIST_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "halfword/internal/type_info.h"
#include "halfword/prefinalizer.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PrefinalizerList {
 public:
  // object: the part of an object under construction that has the
  // prefinalizer: it, a base or a mixin.
  void Add(void* object, PrefinalizerCallback callback);

  // Drops those of an object, its bases and mixins. Requires: object is where
  // it begins.
  void Forget(const void* object);

  // Calls function(void* object) for each, as given to Add().
  template <typename Function>
  void ForEach(Function function) const {
    for (const Item& item : items_) {
      if (item.object != nullptr) function(item.object);
    }
  }

  // Calls those of an object that is about to be freed, newest first, and drops
  // them. It may be marked, and so be kept by a sweep that one of them brings.
  // Requires: object is where it begins.
  void RunFor(const void* object);

  // After marking: calls those of dead objects, newest first, and drops them.
  void Run();

 private:
  friend struct CollectorTestPeer;

  struct Item {
    void* object;  // null: was dropped
    PrefinalizerCallback callback;
  };
  // So many items of the newest are looked at one by one.
  static constexpr size_t kNewestMax = 32;

  // The newest of an object, its bases and mixins, which is dropped; without
  // an object if there is none. Who has no memory may have to free.
  Item TakeNewestOf(const void* object);
  std::optional<size_t> TakeNewestPlaceOf(const void* object);
  void IndexAll();
  void RemoveDropped();

  std::vector<Item> items_;
  size_t dropped_count_ = 0;
  // Of the first items, by the address where their objects begin.
  size_t indexed_count_ = 0;
  std::unordered_multimap<uintptr_t, size_t> index_;
  std::vector<bool> has_items_;  // by id of the object's type
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_ROOTS_PREFINALIZER_LIST_H_
