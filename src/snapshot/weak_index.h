// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of weak elements. The format gives a strong element a number, but a
// weak edge a string, and DevTools loads all strings: those of one array with
// twenty million elements would be more than the rest of most snapshots. So
// elements have names of their own up to some index, and one for many above:
//
//   "0"  "1"  ...  "65535"  "65536 to 131071"  "131072 to 196607"  ...
//
// All containers share them.

#ifndef HALFWORD_SNAPSHOT_WEAK_INDEX_H_
#define HALFWORD_SNAPSHOT_WEAK_INDEX_H_

#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Indices below have their own names; above, so many have one.
inline constexpr uint32_t kOwnWeakIndices = 65536;

// The place of an index's name among all of them.
constexpr uint32_t WeakNameOf(uint32_t index) {
  return index < kOwnWeakIndices
             ? index
             : kOwnWeakIndices - 1 + index / kOwnWeakIndices;
}

// Names of the indices below an end.
constexpr uint32_t WeakNameCount(uint64_t index_end) {
  return index_end == 0 ? 0
                        : WeakNameOf(static_cast<uint32_t>(index_end - 1)) + 1;
}

// The indices that a name stands for, both included.
struct WeakIndexRange {
  uint64_t first;
  uint64_t last;
};
constexpr WeakIndexRange IndicesOfWeakName(uint32_t name) {
  if (name < kOwnWeakIndices) return {name, name};
  const uint64_t first = uint64_t{name - kOwnWeakIndices + 1} * kOwnWeakIndices;
  return {first, first + kOwnWeakIndices - 1};
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_WEAK_INDEX_H_
