// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AtomTable: the atoms of the build on malloc. It owns none of them: the last
// owner of an atom takes it out. A set of the standard library would spend a
// node and two more misses of the cache on each.

#ifndef EXAMPLES_DOM_MALLOC_ATOMS_H_
#define EXAMPLES_DOM_MALLOC_ATOMS_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "examples/dom/malloc_memory.h"

namespace dom {

struct StringBody;

// An open-addressed table, probed in a row and at most three quarters full.
class AtomTable {
 public:
  AtomTable() : previous_(current_) { current_ = this; }
  AtomTable(const AtomTable&) = delete;
  AtomTable& operator=(const AtomTable&) = delete;
  ~AtomTable() { current_ = previous_; }

  // That of the youngest NodeHeap.
  static AtomTable& Current() { return *current_; }

  // The place for the atom of these bytes: null if there is none yet, and then
  // the caller puts one there. Good until the next call.
  StringBody*& PlaceFor(std::string_view bytes);

  // Requires: it is in the table.
  void Remove(const StringBody* body);

  size_t count() const { return count_; }

 private:
  struct Place {
    size_t hash = 0;
    StringBody* body = nullptr;  // null: free
  };

  size_t mask() const { return places_.size() - 1; }
  void Grow();

  static inline AtomTable* current_ = nullptr;
  AtomTable* const previous_;
  std::vector<Place, Allocator<Place>> places_;  // a power of two of them
  size_t count_ = 0;
};

}  // namespace dom

#endif  // EXAMPLES_DOM_MALLOC_ATOMS_H_
