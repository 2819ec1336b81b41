// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RewrittenObjects: what has become of an image's objects when it was rewritten
// (image_rewriter.h), for whoever has something to do with them afterwards.

#ifndef HALFWORD_IMAGE_OFFLINE_REWRITTEN_OBJECTS_H_
#define HALFWORD_IMAGE_OFFLINE_REWRITTEN_OBJECTS_H_

#include <cstdint>
#include <vector>

#include "image/object_references.h"
#include "image/offline/image_objects.h"
#include "image/offline/rewrite_types.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Requires: the view of the old image is still there.
class RewrittenObjects {
 public:
  virtual ~RewrittenObjects() = default;

  // Of the old image.
  virtual const ImageObjects& objects() const = 0;
  virtual const ReferenceMaps& maps() const = 0;
  // Those that live, in the order in which they were placed.
  virtual const std::vector<ImageGranule>& order() const = 0;
  virtual const RewriteTypes& types() const = 0;
  // Where an object that is around a byte of the old image begins in the new
  // one, from its first page; ImageView::kNowhere: it has died.
  virtual uint64_t NewOffsetOf(uint64_t offset) const = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_REWRITTEN_OBJECTS_H_
