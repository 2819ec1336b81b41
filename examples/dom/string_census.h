// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// StringCensus: what a forest's strings are, byte by byte and owner by owner.
// An owner is a field or an entry of a table that holds a string; a body is the
// memory that has its bytes. Who designs a string wants to know how often the
// two differ: a body with one owner needs no sharing, and one with two can know
// both of them.

#ifndef EXAMPLES_DOM_STRING_CENSUS_H_
#define EXAMPLES_DOM_STRING_CENSUS_H_

#include <cstdint>

#include "examples/dom/figures.h"
#include "examples/dom/forest.h"

namespace dom {

struct StringCensus {
  uint64_t inline_count = 0;  // owners whose bytes need no body
  OwnerCounts bodies;
  // Of the shape of the trees and all names, offsets, values and texts, byte by
  // byte: the same for the same pages in every build.
  uint32_t checksum = 0;

  friend bool operator==(const StringCensus&, const StringCensus&) = default;
};

// Cost: linear in the forest; takes memory of the process for each body.
StringCensus CountStrings(const Forest& forest);

}  // namespace dom

#endif  // EXAMPLES_DOM_STRING_CENSUS_H_
