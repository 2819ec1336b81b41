// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageObjects: the objects of an image as numbers: an object is called by the
// granule that it begins with, counted from the image's first page.

#ifndef HALFWORD_IMAGE_OFFLINE_IMAGE_OBJECTS_H_
#define HALFWORD_IMAGE_OFFLINE_IMAGE_OBJECTS_H_

#include <cstddef>
#include <cstdint>

#include "image/image_view.h"

namespace halfword::inline HALFWORD_ABI::internal {

using ImageGranule = uint32_t;
inline constexpr ImageGranule kNoGranule = UINT32_MAX;

class ImageObjects {
 public:
  // Requires: the view's tables are read, and it outlives this.
  explicit ImageObjects(const ImageView& view) : view_(view) {}

  const ImageView& view() const { return view_; }
  // Of all pages.
  size_t granule_count() const {
    return size_t{view_.page_count()} * view_.granules_a_page();
  }

  // The object around a byte; kNoGranule: there is none.
  ImageGranule Around(uint64_t offset) const {
    const uint64_t begin = view_.ObjectAround(offset);
    return begin == ImageView::kNowhere
               ? kNoGranule
               : static_cast<ImageGranule>(begin / view_.granule_bytes());
  }

  // Requires below: an object begins there.
  uint64_t OffsetOf(ImageGranule object) const {
    return uint64_t{object} * view_.granule_bytes();
  }
  const std::byte* BytesOf(ImageGranule object) const {
    return view_.BytesAt(0) + OffsetOf(object);
  }
  ImageTypeIndex TypeOf(ImageGranule object) const {
    const uint64_t offset = OffsetOf(object);
    return view_.TypeAt(static_cast<ImagePage>(offset / kPageBytes),
                        static_cast<uint32_t>(offset % kPageBytes));
  }
  // What it has been given, canary included.
  size_t SlotBytesOf(ImageGranule object) const {
    return view_.SlotBytes(
        static_cast<ImagePage>(OffsetOf(object) / kPageBytes));
  }

  // Calls function(object, type), in the order of their places.
  template <typename Function>
  void ForEach(Function function) const {
    view_.ForEachObject(
        [&](ImagePage page, uint32_t offset, ImageTypeIndex type) {
          function(
              static_cast<ImageGranule>((uint64_t{page} * kPageBytes + offset) /
                                        view_.granule_bytes()),
              type);
        });
  }

 private:
  const ImageView& view_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_IMAGE_OBJECTS_H_
