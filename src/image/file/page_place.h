// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where the pages of a state, and the hashes of its directory, stand in the
// file. Segments follow each other, so that one page has one place.

#ifndef HALFWORD_IMAGE_FILE_PAGE_PLACE_H_
#define HALFWORD_IMAGE_FILE_PAGE_PLACE_H_

#include <cstdint>

#include "image/file/image_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Whether a state may be believed: its segments cover its pages, one after the
// other, and lie in the file behind the header and apart from each other.
bool IsSound(const ImageState& state);

// Requires: IsSound(state), page < state.page_count.
const ImageSegment& SegmentOf(const ImageState& state, uint32_t page);
uint64_t PageOffset(const ImageState& state, uint32_t page);
// Of the unit of the directory in which the page's hash stands, and the first
// page whose hash stands there.
struct DirectoryBlock {
  uint64_t offset;
  uint32_t first_page;
  uint32_t page_count;
};
DirectoryBlock DirectoryBlockOf(const ImageState& state, uint32_t page);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_PAGE_PLACE_H_
