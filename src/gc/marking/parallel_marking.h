// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Marking by several threads in one pause.
//
// The heap's thread marks alone at first: most collections are over before
// another thread has woken up. What is left then is shared with helpers, each a
// Marker of its own (gc/marking/mark_pool.h); what they noted of weak
// references, and of strings, is handed to the first marker, which settles it
// alone.
//
// Mark bits are set atomically from the first helper on, and plainly before
// (design/marking.md#req.mark.one-plain).

#ifndef HALFWORD_GC_MARKING_PARALLEL_MARKING_H_
#define HALFWORD_GC_MARKING_PARALLEL_MARKING_H_

#include <cstddef>

#include "gc/marking/marker.h"
#include "halfword/platform.h"

namespace halfword::inline HALFWORD_ABI::internal {

// How many threads mark at most, that of the heap included. wished: as in
// HeapOptions::marker_count_max.
size_t MarkerCountMax(size_t wished);

// Marks what can be reached from what the marker has found so far, but for what
// only ephemerons and strings hold, with up to helper_count jobs' parts beside
// the caller; with none where the platform has no threads, or no memory for the
// job, and what is to be marked may wait still.
// Errors: std::bad_alloc, as a marker alone.
void MarkWithHelpers(Marker* marker, Platform& platform, size_t helper_count);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_PARALLEL_MARKING_H_
