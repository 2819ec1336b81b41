// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Chunks are taken zone by zone; those of a file all at once.

#include "image/image_memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/file_mapping.h"
#include "cage/cage.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/home_word.h"
#include "heap/poison.h"
#include "heap/slot_map.h"
#include "image/file/page_place.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kUnitsABitmapWord = 64;

}  // namespace

uint64_t* ImageMemory::BitmapOf(const ImageZone& zone) const {
  return AllocatedBits(PageIndexAt(zone.first_page));
}

void* ImageMemory::TableCopyOf(const ImageZone& zone) const {
  return static_cast<char*>(BytesAt(zone.first_page)) + zone.entry_bytes();
}

PageEntry& ImageMemory::EntryAt(ImagePage page) const {
  const auto zone = std::prev(std::upper_bound(
      zones_.begin(), zones_.end(), page,
      [](ImagePage at, const ImageZone& z) { return at < z.first_page; }));
  return EntriesOf(*zone)[page - zone->first_page];
}

bool ImageMemory::TakeChunks(ImagePage end) {
  constexpr ImagePage kMultiple = ImageZone::kPagesMultiple;
  const ImagePage wanted =
      static_cast<ImagePage>(RoundUpToMultiple(end, kMultiple));
  if (wanted <= taken_end_) return true;
  const size_t pages = wanted - taken_end_;
  if (pages > (UINTPTR_MAX - place_) / kPageBytes ||
      size_t{wanted} * kPageBytes > HomeBytes() ||
      !Cage::Get().TakeChunks(reinterpret_cast<uintptr_t>(BytesAt(taken_end_)),
                              pages / kChunkPages)) {
    return false;
  }
  UnpoisonMemory(BytesAt(taken_end_), pages * kPageBytes);
  const auto first = reinterpret_cast<uintptr_t>(BytesAt(taken_end_));
  if (is_moved() &&
      !SetHomeDistance(first, pages * kPageBytes,
                       CompressAddress(place_) - CompressAddress(home_))) {
    Cage::Get().FreeChunks(first, pages / kChunkPages);
    return false;
  }
  taken_end_ = wanted;
  return true;
}

bool ImageMemory::Probe(size_t room_bytes) {
  return Cage::Get().AreFree(place_, room_bytes / kChunkBytes) &&
         TakeChunks(ImageZone::kPagesMultiple);
}

// To how many bytes references have words in the file that are not those of the
// present place: what is moved must be told from what is not.
size_t ImageMemory::HomeBytes() const {
  if (!is_moved()) return SIZE_MAX;
  const size_t distance = place_ > home_ ? place_ - home_ : home_ - place_;
  return std::min(kWindowBytes - WindowOffset(home_), distance);
}

SourceRun ImageMemory::Take(uint32_t page_count) {
  const auto takes = [this](const ImageZone& zone) {
    return zone.end() >= zone.first_page && TakeChunks(zone.end());
  };
  ImageZone zone = ImageZone::After(end_page(), page_count);
  if (!takes(zone)) {
    zone = ImageZone::SmallestAfter(end_page(), page_count);
    if (!takes(zone)) return {};
  }
  zones_.push_back(zone);
  EntriesOf(zone)[0] = {.use = static_cast<uint8_t>(PageUse::kTables),
                        .page_run = zone.page_count};
  return RunOf(zone);
}

size_t ImageMemory::CapacityBytes() const {
  const size_t taken_bytes = size_t{taken_end_} * kPageBytes;
  const size_t bytes =
      taken_bytes + Cage::Get().FreeBytesFrom(place_ + taken_bytes);
  return std::min(bytes, HomeBytes());
}

void ImageMemory::GiveBackAll() {
  if (taken_end_ == 0) return;
  // No part of the file is to be seen by whoever gets these chunks next.
  bool is_zero = true;
  if (mapped_end_ > 0) {
    is_zero = MapZeros(BytesAt(0), size_t{mapped_end_} * kPageBytes);
  }
  // Of all zones together, since the bits of pages follow each other. What the
  // heap has left there goes, too. In a cage that begins at an odd place they
  // do not begin with a page of the system.
  uint64_t* const bits = AllocatedBits(PageIndexAt(0));
  const size_t bytes = taken_end_ * ImageZone::kPageBitmapBytes;
  if (reinterpret_cast<uintptr_t>(bits) % kOsPageBytes != 0 ||
      !MapZeros(bits, bytes)) {
    std::memset(bits, 0, bytes);
  }
  if (is_moved()) {
    SetHomeDistance(place_, size_t{taken_end_} * kPageBytes, 0);
  }
  // Else the addresses are lost to this process.
  if (is_zero) {
    Cage::Get().FreeChunks(place_, taken_end_ / kChunkPages);
  }
  zones_.clear();
  taken_end_ = 0;
  mapped_end_ = 0;
  copied_end_ = 0;
}

// Pages behind the end of stays_private do not.
bool ImageMemory::MapPages(const ImageState& state, int descriptor,
                           const std::vector<bool>& stays_private) {
  const auto stays = [&](size_t page) {
    return page < stays_private.size() && stays_private[page];
  };
  for (uint32_t i = 0; i < state.segment_count; ++i) {
    const ImageSegment& segment = state.segments[i];
    if (segment.first_page >= state.page_count) break;
    const ImagePage end =
        segment.first_page +
        std::min(segment.page_count, state.page_count - segment.first_page);
    for (ImagePage page = segment.first_page; page < end; ++page) {
      if (stays(page)) continue;
      const ImagePage first = page;
      while (page < end && !stays(page)) ++page;
      const size_t distance = size_t{first - segment.first_page} * kPageBytes;
      if (!MapFilePrivately(BytesAt(first), size_t{page - first} * kPageBytes,
                            descriptor, segment.pages_offset + distance)) {
        return false;
      }
    }
  }
  return true;
}

// The place is what a file says.
ImageMemory::MapResult ImageMemory::TakePages(ImagePage count) {
  HALFWORD_DCHECK(taken_end_ == 0, "pages are put where nothing is");
  const bool is_place = place_ % kChunkBytes == 0 &&
                        place_ - Cage::Get().window_begin() < kWindowBytes;
  return is_place && TakeChunks(count) ? MapResult::kDone
                                       : MapResult::kPlaceTaken;
}

ImageMemory::MapResult ImageMemory::MapFile(const ImageState& state,
                                            int descriptor) {
  const MapResult result = TakePages(state.page_count);
  if (result != MapResult::kDone) return result;
  mapped_end_ = state.page_count;
  return MapPages(state, descriptor, {}) ? MapResult::kDone
                                         : MapResult::kFailed;
}

ImageMemory::MapResult ImageMemory::CopyPages(const std::byte* pages,
                                              ImagePage count) {
  const MapResult result = TakePages(count);
  if (result != MapResult::kDone) return result;
  copied_end_ = count;
  std::memcpy(BytesAt(0), pages, size_t{count} * kPageBytes);
  return MapResult::kDone;
}

// False: it must be copied.
bool ImageMemory::MapBitmap(const ImageZone& zone, const ImageState& state,
                            int descriptor, const LoggedUnits& logged) const {
  const ImageSegment& segment = SegmentOf(state, zone.first_page);
  const ImagePage end = zone.first_page + zone.table_pages();
  const auto first_logged = logged.lower_bound(zone.first_page);
  return zone.bitmap_bytes() % kOsPageBytes == 0 &&
         reinterpret_cast<uintptr_t>(BitmapOf(zone)) % kOsPageBytes == 0 &&
         end <= segment.first_page + segment.page_count &&
         (first_logged == logged.end() || first_logged->first >= end) &&
         MapFilePrivately(
             BitmapOf(zone), zone.bitmap_bytes(), descriptor,
             PageOffset(state, zone.first_page) + zone.entry_bytes());
}

ImageMemory::MapResult ImageMemory::ReadZones(ImagePage end) {
  HALFWORD_DCHECK(zones_.empty(), "zones are found once");
  for (ImagePage page = 0; page < end;) {
    const PageEntry& entry = *static_cast<const PageEntry*>(BytesAt(page));
    ImageZone zone = {page, entry.page_run};
    if (entry.use != static_cast<uint8_t>(PageUse::kTables) ||
        zone.page_count == 0 || zone.page_count > kWindowBytes / kPageBytes ||
        zone.page_count % ImageZone::kPagesMultiple != 0 ||
        zone.table_pages() > end - page) {
      return MapResult::kDamaged;
    }
    if (!TakeChunks(zone.end())) return MapResult::kPlaceTaken;
    zones_.push_back(zone);
    page = zone.end();
  }
  return MapResult::kDone;
}

ImageMemory::MapResult ImageMemory::FindZones(const ImageState& state,
                                              int descriptor,
                                              const LoggedUnits& logged) {
  const MapResult result = ReadZones(mapped_end_);
  if (result != MapResult::kDone) return result;
  for (const ImageZone& zone : zones_) {
    if (MapBitmap(zone, state, descriptor, logged)) continue;
    std::memcpy(BitmapOf(zone), TableCopyOf(zone), zone.bitmap_bytes());
  }
  return MapResult::kDone;
}

ImageMemory::MapResult ImageMemory::FindZones() {
  const MapResult result = ReadZones(copied_end_);
  if (result != MapResult::kDone) return result;
  for (const ImageZone& zone : zones_) {
    std::memcpy(BitmapOf(zone), TableCopyOf(zone), zone.bitmap_bytes());
  }
  return MapResult::kDone;
}

bool ImageMemory::MapAgain(const ImageState& state, int descriptor,
                           const std::vector<bool>& stays_private) {
  mapped_end_ = std::max(mapped_end_, state.page_count);
  return MapPages(state, descriptor, stays_private);
}

// Calls function(offset) for each page of the system with bits of the zone that
// may not be as in the file.
template <typename Function>
void ImageMemory::ForEachTouchedPart(const ImageZone& zone,
                                     Function function) const {
  const size_t parts = (zone.bitmap_bytes() + kOsPageBytes - 1) / kOsPageBytes;
  std::vector<uint64_t> touched(parts / 64 + 1, UINT64_MAX);
  const uint64_t* const bits = BitmapOf(zone);
  if (reinterpret_cast<uintptr_t>(bits) % kOsPageBytes == 0) {
    std::vector<uint64_t> found(touched.size());
    if (FindPrivatePages(bits, parts * kOsPageBytes, found.data())) {
      touched = std::move(found);
    }
  }
  for (size_t part = 0; part < parts; ++part) {
    if (touched[part / 64] >> (part % 64) & 1) function(part * kOsPageBytes);
  }
}

void ImageMemory::UpdateBitmaps() {
  for (const ImageZone& zone : zones_) {
    const auto* const from = reinterpret_cast<const char*>(BitmapOf(zone));
    auto* const to = static_cast<char*>(TableCopyOf(zone));
    ForEachTouchedPart(zone, [&](size_t at) {
      const size_t bytes = std::min(kOsPageBytes, zone.bitmap_bytes() - at);
      if (std::memcmp(to + at, from + at, bytes) != 0) {
        std::memcpy(to + at, from + at, bytes);
      }
    });
  }
}

void ImageMemory::FindChangedBitmaps(std::vector<uint8_t>* is_changed) const {
  constexpr size_t kBytes = ImageZone::kPageBitmapBytes;
  static_assert(kOsPageBytes % kBytes == 0);
  is_changed->assign(end_page(), 0);
  for (const ImageZone& zone : zones_) {
    const auto* const now = reinterpret_cast<const char*>(BitmapOf(zone));
    const auto* const copy = static_cast<const char*>(TableCopyOf(zone));
    ForEachTouchedPart(zone, [&](size_t part) {
      const size_t end = std::min(part + kOsPageBytes, zone.bitmap_bytes());
      for (size_t at = part; at < end; at += kBytes) {
        if (std::memcmp(now + at, copy + at, kBytes) != 0) {
          (*is_changed)[zone.first_page + at / kBytes] = 1;
        }
      }
    });
  }
}

void ImageMemory::FindChanged(std::vector<uint8_t>* unit_masks) const {
  const ImagePage end = end_page();
  constexpr uint8_t kAllUnits = (1 << kPageUnits) - 1;
  unit_masks->assign(end, kAllUnits);
  if (mapped_end_ == 0) return;
  const size_t units = size_t{mapped_end_} * kPageUnits;
  std::vector<uint64_t> bitmap(units / kUnitsABitmapWord + 1);
  if (!FindPrivatePages(BytesAt(0), size_t{mapped_end_} * kPageBytes,
                        bitmap.data())) {
    return;
  }
  constexpr size_t kPagesAWord = kUnitsABitmapWord / kPageUnits;
  for (ImagePage page = 0; page < mapped_end_; ++page) {
    const size_t shift = page % kPagesAWord * kPageUnits;
    (*unit_masks)[page] =
        static_cast<uint8_t>((bitmap[page / kPagesAWord] >> shift) & kAllUnits);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
