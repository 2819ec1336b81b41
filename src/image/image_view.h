// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageView: an image as tools look at it: without the program that wrote it,
// without a heap, whatever its references are. Its pages are mapped somewhere.
//
// What it finds is bounded by the file; a damaged table is an error, and never
// a read outside of it.

#ifndef HALFWORD_IMAGE_IMAGE_VIEW_H_
#define HALFWORD_IMAGE_IMAGE_VIEW_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "halfword/image.h"
#include "image/catalog.h"
#include "image/image_abi.h"
#include "image/image_file.h"
#include "image/image_zone.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Tools call an object by the 32-bit number of its first granule, the last of
// which is that of none (offline/image_objects.h). So many bytes can have
// numbers: 32 GiB with granules of 8 bytes, which only an image with references
// of 64 bits can outgrow.
constexpr uint64_t NumberedBytesMax(size_t granule_bytes) {
  return uint64_t{UINT32_MAX} * granule_bytes / kPageBytes * kPageBytes;
}

// Why the objects of so many pages have no numbers; empty: they have.
std::string WhyNotNumbered(uint64_t page_count, size_t granule_bytes);

class ImageView {
 public:
  explicit ImageView(std::string path) : file_(std::move(path)) {}
  ~ImageView();
  ImageView(const ImageView&) = delete;
  ImageView& operator=(const ImageView&) = delete;

  // Finds the state, and maps its pages. Pages are not checked: see
  // CheckPage().
  ImageStatus Open();
  // Reads the tables and the catalog. Requires: Open() went well.
  ImageStatus ReadTables();

  const ImageState& state() const { return file_.state(); }
  const ImageAbi& abi() const { return abi_; }
  const Catalog& catalog() const { return catalog_; }
  ImagePage page_count() const { return state().page_count; }
  // What references to the first page lead to.
  uint64_t place() const { return state().heap.window + state().heap.address; }
  bool has_lost_relaxed_save() const { return file_.has_lost_relaxed_save(); }

  // Whether a page is as the directory has it, or what is wrong.
  ImageDamage CheckPage(ImagePage page);

  const std::byte* BytesAt(ImagePage page) const {
    return bytes_ + size_t{page} * kPageBytes;
  }
  // Requires: ReadTables() went well.
  const PageEntry& EntryAt(ImagePage page) const { return *entries_[page]; }
  PageUse UseOf(ImagePage page) const {
    return static_cast<PageUse>(EntryAt(page).use);
  }
  // A bit a granule.
  bool IsAllocated(ImagePage page, uint32_t granule) const {
    return (bitmaps_[page][granule / 64] >> (granule % 64)) & 1;
  }
  const uint64_t* BitsOf(ImagePage page) const { return bitmaps_[page]; }
  uint32_t granules_a_page() const {
    return static_cast<uint32_t>(kPageBytes / granule_bytes());
  }
  size_t granule_bytes() const { return size_t{1} << granule_shift_; }
  uint32_t CountAllocated(ImagePage page) const;
  // The type of a slot of a shared page; kNoImageType: none.
  ImageTypeIndex SlotType(ImagePage page, uint32_t slot) const;
  size_t SlotBytes(ImagePage page) const {
    const PageEntry& entry = EntryAt(page);
    return UseOf(page) == PageUse::kLarge ? size_t{entry.page_run} * kPageBytes
                                          : entry.slot_bytes;
  }

  // Where the object begins that is around a byte; both are counted from the
  // first page. kNowhere: none is.
  static constexpr uint64_t kNowhere = UINT64_MAX;
  uint64_t ObjectAround(uint64_t offset) const;

  // Calls function(page, offset in the page, type) for each object.
  template <typename Function>
  void ForEachObject(Function function) const {
    for (ImagePage page = 0; page < page_count(); ++page) {
      ForEachObjectOf(page, function);
    }
  }
  template <typename Function>
  void ForEachObjectOf(ImagePage page, Function function) const {
    const PageUse use = UseOf(page);
    if (use != PageUse::kOwn && use != PageUse::kShared &&
        use != PageUse::kLarge) {
      return;
    }
    for (uint32_t word = 0; word < granules_a_page() / 64; ++word) {
      for (uint64_t bits = bitmaps_[page][word]; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<uint32_t>(std::countr_zero(bits));
        const auto offset =
            static_cast<uint32_t>((word * 64 + bit) * granule_bytes());
        function(page, offset, TypeAt(page, offset));
      }
    }
  }

  // The type of the object at an offset of a page.
  ImageTypeIndex TypeAt(ImagePage page, uint32_t offset) const {
    return UseOf(page) == PageUse::kShared
               ? SlotType(page, offset / EntryAt(page).slot_bytes)
               : EntryAt(page).type;
  }

  const ImageId& id() const { return file_.id(); }
  const std::string& path() const { return file_.path(); }
  ImageStatus Fail(ImageError error, const std::string& text) const {
    return file_.Fail(error, text);
  }

 private:
  ImageStatus Map();
  bool FindTables();
  bool ReadSlotTypes();
  bool IsRun(ImagePage page) const;
  bool IsOfRun(ImagePage page) const;
  bool AreSound(ImagePage page) const;

  ImageFile file_;
  ImageAbi abi_;
  int granule_shift_ = 3;
  std::byte* bytes_ = nullptr;
  size_t mapped_bytes_ = 0;
  Catalog catalog_;
  std::vector<const PageEntry*> entries_;
  std::vector<const uint64_t*> bitmaps_;
  // Of shared pages: where the types of their slots stand in slot_types_.
  std::vector<uint32_t> first_slot_type_;
  std::vector<uint16_t> slot_types_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_VIEW_H_
