// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AtomCache: the names and values that a page said last. It says "class" ten
// thousand times in a row; each time, this finds the atom by a look at three
// bytes, where the heap's table of atoms has to hash the whole.

#ifndef EXAMPLES_DOM_ATOM_CACHE_H_
#define EXAMPLES_DOM_ATOM_CACHE_H_

#include <array>
#include <cstddef>
#include <string_view>

#include "examples/dom/handles.h"

namespace dom {

// Keeps some atoms alive. On the stack only, where the collector sees them.
class AtomCache {
 public:
  Atom Intern(std::string_view bytes) {
    if (bytes.empty()) return Atom();
    Atom& recent = recent_[PlaceOf(bytes)];
    if (!(recent == bytes)) recent = Atom(bytes);
    return recent;
  }

 private:
  static constexpr size_t kCount = 256;

  static size_t PlaceOf(std::string_view bytes) {
    const auto at = [&](size_t i) {
      return static_cast<size_t>(static_cast<unsigned char>(bytes[i]));
    };
    const size_t last = bytes.size() - 1;
    return (bytes.size() + at(0) + 5 * at(last / 2) + 17 * at(last)) % kCount;
  }

  std::array<Atom, kCount> recent_;
};

}  // namespace dom

#endif  // EXAMPLES_DOM_ATOM_CACHE_H_
