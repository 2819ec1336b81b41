// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What an image has beside its live objects, as nodes of a snapshot: slots and
// pages that hold nothing, or what has died, and the tables of pages. With them
// the sizes of all nodes add up to the pages of the file.

#ifndef HALFWORD_IMAGE_SNAPSHOT_IMAGE_COSTS_H_
#define HALFWORD_IMAGE_SNAPSHOT_IMAGE_COSTS_H_

#include <vector>

#include "image/offline/live_objects.h"
#include "snapshot/heap_cost.h"

namespace halfword::inline HALFWORD_ABI::internal {

// In a fixed order; a name that occurs again belongs to another node.
std::vector<HeapCost> ImageCostsOf(const ImageObjects& objects,
                                   const LiveObjects& live);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_SNAPSHOT_IMAGE_COSTS_H_
