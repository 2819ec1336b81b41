// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The references in the first eight words of an object, all at once: eight
// vector lanes are loaded, those that are references packed, and the unmarked
// ones pushed onto the mark stack (design/marking.md#req.mark.lanes).
//
// Needs AVX2, which is asked for at run time, and compressed references; where
// one is missing the marker takes one reference after the other.

#ifndef HALFWORD_GC_MARKING_MARK_LANES_H_
#define HALFWORD_GC_MARKING_MARK_LANES_H_

#include <bit>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/word.h"
#include "types/reference_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Whether PushUnmarkedLanes() may be called in this build on this processor.
bool HasLanes();

// An object, and of its first words those that are references, a bit each.
struct LaneObject {
  Word word;
  uint32_t lanes;
};

// Objects, and their lanes.
inline constexpr size_t kLaneObjectsMax = 16;
struct LaneObjects {
  Word words[kLaneObjectsMax];
  uint8_t lanes[kLaneObjectsMax];
  size_t count = 0;
};

// Whether they are those of TraceMode::kFewLanes.
constexpr bool HasFewLanes(uint8_t lanes) {
  return static_cast<size_t>(std::popcount(lanes)) < kLaneReferencesMin;
}

// For each bit of an object's lanes, writes that word above the top if it
// refers to an unmarked object; returns the new top. Other words are not read.
// Requires: HasLanes(); the stack has room for kLaneCount words more than are
// found.
Word* PushUnmarkedLanes(LaneObject object, Word* top, const uint64_t* marked);
// The same of each of these; room for one word more is enough.
Word* PushUnmarkedLanes(const LaneObjects& objects, Word* top,
                        const uint64_t* marked);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARK_LANES_H_
