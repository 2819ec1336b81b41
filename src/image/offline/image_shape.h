// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageShape: the sizes that follow from what kind of build an image is for,
// which need not be this one: of words and granules, of slots, of the tables in
// front of a zone (image/image_zone.h), and where such an image can lie.

#ifndef HALFWORD_IMAGE_OFFLINE_IMAGE_SHAPE_H_
#define HALFWORD_IMAGE_OFFLINE_IMAGE_SHAPE_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/size_class.h"
#include "image/file/image_format.h"
#include "image/image_abi.h"
#include "image/image_zone.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The bytes of a StringOwner behind its length and its word.
inline constexpr uint32_t kStringAreaBytes = 16;

class ImageShape {
 public:
  explicit ImageShape(const ImageAbi& abi);

  const ImageAbi& abi() const { return abi_; }
  size_t word_bytes() const { return word_bytes_; }
  size_t granule_bytes() const { return granule_bytes_; }
  size_t canary_bytes() const { return canary_bytes_; }

  // What an object takes of a page of its class's own.
  size_t OwnSlotBytes(size_t alignment, size_t object_bytes) const;
  // What it takes of a shared page. Requires: it is not large.
  size_t SharedSlotBytes(size_t alignment, size_t object_bytes) const;
  // Whether it has pages of its own.
  bool IsLarge(size_t object_bytes) const {
    return object_bytes > kSmallBytesMax - canary_bytes_;
  }

  // Of one zone: how many of so many pages, tables included, are tables.
  uint32_t TablePages(uint32_t page_count) const;
  size_t PageBitmapBytes() const { return kPageBytes / granule_bytes_ / 8; }
  // The smallest zone that has room for so many pages behind its tables.
  ImageZone ZoneFor(uint32_t pages) const;

  // What a window has room for, but its margins; at most what can have numbers
  // (image/image_view.h).
  uint64_t CapacityBytes() const;
  // Where an image of so many bytes lies, from the beginning of the window: in
  // the upper three quarters, as long as it is not larger than these; with room
  // to grow, as far as there is some. Requires: it fits.
  uint64_t PlaceFor(const ImageId& id, uint64_t bytes) const;
  // What a reference to the window's beginning is, where it is known before the
  // image is opened: 0, but with references of 64 bits, a window that programs
  // often have. (An image that is opened elsewhere is moved.)
  uint64_t Window() const;

  // The word of a reference to a byte of an image at this place (Window() and
  // PlaceFor()).
  uint64_t WordOf(uint64_t place, uint64_t offset) const;
  uint64_t SentinelWord() const {
    return abi_.reference_bits == 32 ? 1 : granule_bytes_;
  }

 private:
  uint64_t WindowBytes() const;

  ImageAbi abi_;
  size_t word_bytes_;
  size_t granule_bytes_;
  size_t canary_bytes_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_IMAGE_SHAPE_H_
