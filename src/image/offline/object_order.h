// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The order in which a rewritten image gets its objects: that of a walk from
// the roots which goes down before it goes aside, so that what is used together
// lies together. Of equal objects that are merged, one is in it.

#ifndef HALFWORD_IMAGE_OFFLINE_OBJECT_ORDER_H_
#define HALFWORD_IMAGE_OFFLINE_OBJECT_ORDER_H_

#include <vector>

#include "image/offline/live_objects.h"
#include "image/offline/merge_equal.h"

namespace halfword::inline HALFWORD_ABI::internal {

// merged: null where nothing is.
std::vector<ImageGranule> OrderByReach(const ImageObjects& objects,
                                       const ReferenceMaps& maps,
                                       const LiveObjects& live,
                                       const EqualObjects* merged);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_OBJECT_ORDER_H_
