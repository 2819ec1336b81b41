// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Layout conversion: an image whose classes the program has changed since it
// was saved, as the program has them now. Fields are matched by name
// (offline/field_moves.h): what is new is zero, what is gone is left out, and
// numbers may have become wider; anything else is refused.
//
// The new image is in memory alone: the file stays as it is until the heap is
// saved, so that a program that only reads converts for itself, and an older
// program can be started again as long as nobody has saved.

#ifndef HALFWORD_IMAGE_OPEN_LAYOUT_CONVERSION_H_
#define HALFWORD_IMAGE_OPEN_LAYOUT_CONVERSION_H_

#include "image/image_file.h"
#include "image/offline/image_rewriter.h"

namespace halfword::inline HALFWORD_ABI::internal {

// file: open, of this program's widths. Memory: that of the new image, and the
// old one's pages as far as the system keeps them.
ImageStatus ConvertLayouts(const ImageFile& file, RewrittenImage* image);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OPEN_LAYOUT_CONVERSION_H_
