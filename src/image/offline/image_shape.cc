// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The rules of the heap, with granules as a parameter. Where they are those of
// this build, the test compares them with the heap's own.

#include "image/offline/image_shape.h"

#include <algorithm>
#include <bit>

#include "base/bits.h"
#include "cage/window.h"
#include "halfword/internal/size_class.h"
#include "image/image_place.h"
#include "image/image_view.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Up to here steps are an eighth of the power of two below, or a granule.
constexpr size_t kEvenStepsBytesMax = 1024;
constexpr size_t kGranuleStepsBytesMax = 128;

// The window that full-width programs have on Linux where addresses are not
// random.
constexpr uint64_t kFullWidthWindow = uint64_t{1021} << 37;
constexpr uint64_t kFullWidthWindowBytes = uint64_t{1} << 37;

// The size class of so many bytes (halfword/internal/size_class.h).
size_t RoundUpToClass(size_t bytes, size_t granule_bytes) {
  if (bytes <= kEvenStepsBytesMax) {
    size_t step = granule_bytes;
    if (bytes > kGranuleStepsBytesMax) {
      step = std::max(step, std::bit_floor(bytes - 1) / 8);
    }
    return RoundUp(bytes, step);
  }
  const auto* const divisor =
      std::lower_bound(std::begin(size_class_detail::kDivisors),
                       std::end(size_class_detail::kDivisors), bytes);
  return *divisor;
}

}  // namespace

ImageShape::ImageShape(const ImageAbi& abi)
    : abi_(abi),
      word_bytes_(abi.reference_bits / 8),
      granule_bytes_(abi.virtual_bits == 4 ? 16 : 8),
      canary_bytes_(abi.has_canaries ? granule_bytes_ : 0) {}

size_t ImageShape::OwnSlotBytes(size_t alignment, size_t object_bytes) const {
  return RoundUp(object_bytes + canary_bytes_,
                 std::max(alignment, granule_bytes_));
}

size_t ImageShape::SharedSlotBytes(size_t alignment,
                                   size_t object_bytes) const {
  return RoundUpToClass(OwnSlotBytes(alignment, object_bytes), granule_bytes_);
}

uint32_t ImageShape::TablePages(uint32_t page_count) const {
  const size_t bytes =
      ImageZone::EntryBytes(page_count) + page_count * PageBitmapBytes();
  return static_cast<uint32_t>(RoundUp(bytes, kPageBytes) / kPageBytes);
}

ImageZone ImageShape::ZoneFor(uint32_t pages) const {
  auto count = static_cast<uint32_t>(
      RoundUpToMultiple(std::max(pages, 1u), ImageZone::kPagesMultiple));
  while (count - TablePages(count) < pages) count += ImageZone::kPagesMultiple;
  return {0, count};
}

uint64_t ImageShape::WindowBytes() const {
  return abi_.reference_bits == 64 ? kFullWidthWindowBytes
                                   : uint64_t{granule_bytes_} << 31;
}

uint64_t ImageShape::CapacityBytes() const {
  return std::min(WindowBytes() - 2 * kWindowMarginBytes,
                  NumberedBytesMax(granule_bytes_));
}

uint64_t ImageShape::PlaceFor(const ImageId& id, uint64_t bytes) const {
  const uint64_t end = WindowBytes() - kWindowMarginBytes;
  const uint64_t quarter = WindowBytes() / 4;
  // A place of its own size, up to half of the window.
  uint64_t place_bytes = kPlaceBytes;
  while (place_bytes < bytes && place_bytes < WindowBytes() / 2) {
    place_bytes *= 2;
  }
  const uint64_t first = RoundUp(quarter, place_bytes);
  const uint64_t count = first < end ? (end - first) / place_bytes : 0;
  if (bytes <= place_bytes && count != 0) {
    return first + id.low % count * place_bytes;
  }
  // At the end of the window, as far down as it must be.
  const uint64_t taken = RoundUpToMultiple(bytes, kChunkBytes);
  return std::max(kWindowMarginBytes, end - std::min(end, taken));
}

uint64_t ImageShape::Window() const {
  return abi_.reference_bits == 64 ? kFullWidthWindow : 0;
}

uint64_t ImageShape::WordOf(uint64_t place, uint64_t offset) const {
  const uint64_t address = Window() + place + offset;
  if (abi_.reference_bits == 64) return address;
  return address >> abi_.virtual_bits | uint64_t{1} << 31;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
