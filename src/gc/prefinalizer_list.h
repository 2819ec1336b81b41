// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PrefinalizerList: the objects of one heap that have prefinalizers, as they
// were constructed.
//
// Cost: a collection tests each; an object whose class has none is forgotten
// without a search.
// Threads: the heap's own.

#ifndef HALFWORD_GC_PREFINALIZER_LIST_H_
#define HALFWORD_GC_PREFINALIZER_LIST_H_

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
    for (const Item& item : items_) function(item.object);
  }

  // Calls those of an object that is about to be freed, newest first, and drops
  // them. Requires: object is where it begins, and is not marked.
  void RunFor(const void* object);

  // After marking: calls those of dead objects, newest first, and drops them.
  void Run();

 private:
  friend struct CollectorTestPeer;

  struct Item {
    void* object;
    PrefinalizerCallback callback;
  };

  // Those of an object, its bases and mixins, oldest first; they are dropped.
  std::vector<Item> TakeAllOf(const void* object);

  std::vector<Item> items_;
  std::vector<bool> has_items_;  // by id of the object's type
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_PREFINALIZER_LIST_H_
