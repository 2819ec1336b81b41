// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The file mapped as a whole, and its tables looked at with care.

#include "image/image_view.h"

#include <algorithm>
#include <string_view>

#include "base/file_mapping.h"
#include "base/virtual_memory.h"
#include "halfword/internal/size_class.h"
#include "image/file/image_hash.h"

namespace halfword::inline HALFWORD_ABI::internal {

std::string WhyNotNumbered(uint64_t page_count, size_t granule_bytes) {
  const uint64_t bytes = page_count * kPageBytes;
  const uint64_t bytes_max = NumberedBytesMax(granule_bytes);
  if (bytes <= bytes_max) return {};
  return "it has " + std::to_string(bytes) +
         " bytes, and without the program that wrote it objects can be found "
         "in " +
         std::to_string(bytes_max);
}

ImageView::~ImageView() {
  if (bytes_ != nullptr) Release(bytes_, mapped_bytes_);
}

ImageStatus ImageView::Open() {
  ImageStatus status = file_.OpenToRead(PageCheck::kNone);
  if (!status.ok()) return status;
  abi_ = AbiOfNumber(state().heap.abi);
  if (abi_.layout != ImageAbi::kLayoutVersion ||
      (abi_.reference_bits != 32 && abi_.reference_bits != 64) ||
      (abi_.virtual_bits != 0 && abi_.virtual_bits != 3 &&
       abi_.virtual_bits != 4)) {
    return Fail(ImageError::kOtherFormat,
                "it was written by a build that this program does not know");
  }
  granule_shift_ = abi_.virtual_bits == 4 ? 4 : 3;
  return Map();
}

ImageStatus ImageView::Map() {
  mapped_bytes_ = size_t{page_count()} * kPageBytes;
  bytes_ = static_cast<std::byte*>(
      mapped_bytes_ == 0 ? nullptr : Reserve(mapped_bytes_, kOsPageBytes));
  if (bytes_ == nullptr || !Commit(bytes_, mapped_bytes_)) {
    return Fail(ImageError::kSystem, "no room in memory for its pages");
  }
  for (uint32_t i = 0; i < state().segment_count; ++i) {
    const ImageSegment& segment = state().segments[i];
    if (!MapFilePrivately(bytes_ + segment.first_page * kPageBytes,
                          segment.page_count * kPageBytes, file_.descriptor(),
                          segment.pages_offset)) {
      return Fail(ImageError::kSystem, "the system does not map it");
    }
  }
  for (const auto& [page, offsets] : file_.units()) {
    if (!ReadPage(&file_.disk(), state(), file_.units(), page,
                  bytes_ + size_t{page} * kPageBytes)) {
      return Fail(ImageError::kSystem, file_.disk().error());
    }
  }
  return {};
}

ImageDamage ImageView::CheckPage(ImagePage page) {
  return internal::CheckPage(&file_.disk(), file_.read(), page);
}

ImageStatus ImageView::ReadTables() {
  const HeapWords& words = state().heap;
  if (!FindTables()) {
    return Fail(ImageError::kDamaged, "its tables are damaged");
  }
  if (words.catalog_offset > mapped_bytes_ ||
      words.catalog_bytes > mapped_bytes_ - words.catalog_offset ||
      !ReadCatalog(
          {reinterpret_cast<const char*>(bytes_) + words.catalog_offset,
           words.catalog_bytes},
          &catalog_) ||
      !ReadSlotTypes()) {
    return Fail(ImageError::kDamaged, "its catalog is damaged");
  }
  for (ImagePage page = 0; page < page_count(); ++page) {
    if (!AreSound(page)) {
      return Fail(
          ImageError::kDamaged,
          "the tables of page " + std::to_string(page) + " are damaged");
    }
  }
  return {};
}

bool ImageView::FindTables() {
  entries_.clear();
  bitmaps_.clear();
  const size_t bitmap_bytes = granules_a_page() / 8;
  for (ImagePage first = 0; first < page_count();) {
    const auto* const entries =
        reinterpret_cast<const PageEntry*>(BytesAt(first));
    const uint32_t count = entries[0].page_run;
    if (entries[0].use != static_cast<uint8_t>(PageUse::kTables) ||
        count == 0 || count % ImageZone::kPagesMultiple != 0 ||
        count > UINT32_MAX - first) {
      return false;
    }
    const size_t entry_bytes = ImageZone::EntryBytes(count);
    const size_t table_bytes = entry_bytes + count * bitmap_bytes;
    if (table_bytes > size_t{page_count() - first} * kPageBytes) return false;
    const auto* const bitmaps =
        reinterpret_cast<const uint64_t*>(BytesAt(first) + entry_bytes);
    const uint32_t used = std::min(count, page_count() - first);
    for (uint32_t i = 0; i < used; ++i) {
      entries_.push_back(entries + i);
      bitmaps_.push_back(bitmaps + i * bitmap_bytes / sizeof(uint64_t));
    }
    first += used;
  }
  return true;
}

// Whether the pages of a run are those of one large object, as they say
// themselves: each page is of one run, so that all runs together are no longer
// than the image.
bool ImageView::IsRun(ImagePage page) const {
  const uint32_t count = EntryAt(page).page_run;
  if (count == 0 || count > page_count() - page) return false;
  for (uint32_t i = 1; i < count; ++i) {
    if (UseOf(page + i) != PageUse::kLargeTail ||
        EntryAt(page + i).page_run != i) {
      return false;
    }
  }
  return true;
}

// Whether a page that is no object's first belongs to one.
bool ImageView::IsOfRun(ImagePage page) const {
  const uint32_t distance = EntryAt(page).page_run;
  return distance != 0 && distance <= page &&
         UseOf(page - distance) == PageUse::kLarge &&
         EntryAt(page - distance).page_run > distance;
}

// Whether the entry of a page says what it can: offsets computed from it lie in
// the page, types are in the catalog.
bool ImageView::AreSound(ImagePage page) const {
  const PageEntry& entry = EntryAt(page);
  switch (UseOf(page)) {
    case PageUse::kFree:
    case PageUse::kTables:
      return true;
    case PageUse::kLargeTail:
      return IsOfRun(page);
    case PageUse::kLarge:
      return IsRun(page) && entry.type < catalog_.types.size();
    case PageUse::kOwn:
      if (entry.type >= catalog_.types.size()) return false;
      break;
    case PageUse::kShared:
      if (first_slot_type_[page] == UINT32_MAX) return false;
      break;
    default:
      return false;
  }
  return entry.slot_bytes != 0 && entry.slot_bytes <= kSmallBytesMax &&
         entry.slot_bytes % granule_bytes() == 0;
}

bool ImageView::ReadSlotTypes() {
  const CatalogRange& range = catalog_.slot_types;
  if (range.offset > mapped_bytes_ ||
      range.bytes > mapped_bytes_ - range.offset) {
    return false;
  }
  first_slot_type_.assign(page_count(), UINT32_MAX);
  ByteReader reader(
      {reinterpret_cast<const char*>(bytes_) + range.offset, range.bytes});
  while (!reader.is_at_end()) {
    const auto page = reader.Take<uint32_t>();
    const uint32_t count = reader.TakeCount(sizeof(uint16_t));
    if (!reader.is_good() || page >= page_count() ||
        UseOf(page) != PageUse::kShared || EntryAt(page).slot_bytes == 0 ||
        count != kPageBytes / EntryAt(page).slot_bytes) {
      return false;
    }
    first_slot_type_[page] = static_cast<uint32_t>(slot_types_.size());
    for (uint32_t i = 0; i < count; ++i) {
      const auto type = reader.Take<uint16_t>();
      if (type != Catalog::kNoSlotType && type >= catalog_.types.size()) {
        return false;
      }
      slot_types_.push_back(type);
    }
  }
  return true;
}

ImageTypeIndex ImageView::SlotType(ImagePage page, uint32_t slot) const {
  // Behind the last slot of a page there may be some bytes.
  if (slot >= kPageBytes / EntryAt(page).slot_bytes) return kNoImageType;
  const uint16_t type = slot_types_[first_slot_type_[page] + slot];
  return type == Catalog::kNoSlotType ? kNoImageType : type;
}

uint64_t ImageView::ObjectAround(uint64_t offset) const {
  if (offset / kPageBytes >= page_count()) return kNowhere;
  auto page = static_cast<ImagePage>(offset / kPageBytes);
  auto at = static_cast<uint32_t>(offset % kPageBytes);
  switch (UseOf(page)) {
    case PageUse::kOwn:
    case PageUse::kShared:
      at -= at % EntryAt(page).slot_bytes;
      break;
    case PageUse::kLargeTail:
      page -= EntryAt(page).page_run;
      at = 0;
      break;
    case PageUse::kLarge:
      at = 0;
      break;
    case PageUse::kFree:
    case PageUse::kTables:
      return kNowhere;
  }
  if (at % granule_bytes() != 0 ||
      !IsAllocated(page, at / static_cast<uint32_t>(granule_bytes()))) {
    return kNowhere;
  }
  return uint64_t{page} * kPageBytes + at;
}

uint32_t ImageView::CountAllocated(ImagePage page) const {
  uint32_t count = 0;
  for (uint32_t word = 0; word < granules_a_page() / 64; ++word) {
    count += static_cast<uint32_t>(PopCount(bitmaps_[page][word]));
  }
  return count;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
