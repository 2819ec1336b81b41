// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Placement: which pages the objects of a new image stand in, as the heap would
// fill them: a class with more than a page of objects has pages of its own (one
// without a fixed size if its objects refer to nothing), others share pages
// with what has the same size, and large objects have rows of pages. Pages are
// taken one after the other as they are needed, so that objects that come one
// after the other lie close together.
//
// Places are counted from the first page behind the tables, which are known
// last.

#ifndef HALFWORD_IMAGE_OFFLINE_PLACEMENT_H_
#define HALFWORD_IMAGE_OFFLINE_PLACEMENT_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "image/image_zone.h"
#include "image/offline/image_shape.h"
#include "image/type_description.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Placement {
 public:
  struct Page {
    PageEntry entry;
    uint32_t first_slot_type = 0;  // kShared: in slot_types()
  };

  Placement(const ImageShape& shape, const std::vector<TypeDescription>& types)
      : shape_(shape), types_(types) {}

  // First all objects, so that it is known which classes have many.
  void Count(ImageTypeIndex type, size_t bytes);
  // Then each is given a place, in granules.
  uint32_t Take(ImageTypeIndex type, size_t bytes);

  const std::vector<Page>& pages() const { return pages_; }
  // What a slot at a place has room for, without a canary.
  size_t UsableBytesAt(uint32_t granule) const;
  // As the catalog has them (image/catalog.h).
  std::string SlotTypes(uint32_t first_page) const;
  // How long that is now, and how much longer it is with an object of so many
  // bytes at most.
  size_t SlotTypeBytes() const;
  size_t SlotTypeBytesWith(size_t bytes) const;

 private:
  // The pages of one kind of slot.
  struct Bin {
    uint32_t page = UINT32_MAX;
    uint32_t used = 0;
  };

  bool HasFixedSize(ImageTypeIndex type, size_t bytes) const;
  bool MayOwnPages(ImageTypeIndex type, size_t bytes) const;
  size_t SlotBytesOf(ImageTypeIndex type, size_t bytes, bool is_own) const;
  uint32_t TakeLarge(ImageTypeIndex type, size_t bytes);
  void OpenPage(ImageTypeIndex type, size_t slot_bytes, bool is_own, Bin* bin);
  static uint64_t KeyOf(uint32_t high, size_t slot_bytes) {
    return uint64_t{high} << 32 | slot_bytes;
  }

  const ImageShape& shape_;
  const std::vector<TypeDescription>& types_;
  std::unordered_map<uint64_t, uint64_t> bytes_of_;  // by class and slot
  std::unordered_map<uint64_t, Bin> own_bins_;
  std::unordered_map<uint64_t, Bin> shared_bins_;
  std::vector<Page> pages_;
  std::vector<uint16_t> slot_types_;
  size_t shared_page_count_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_PLACEMENT_H_
