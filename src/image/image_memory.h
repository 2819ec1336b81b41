// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageMemory: the pages of an image in the cage, and the zones they are
// divided into (image/image_zone.h). It is where the image's heap gets its
// chunks from.
//
// What came from the file is a private mapping of it: written pages are the
// process's own, the others are shared with all that have the file open. Of the
// tables, the bits of what is allocated are mapped a second time, to where the
// heap looks for them; the copy among the pages is brought up to date when the
// image is saved.
//
// An image is at home where its references lead to in the file. Where that is
// taken, or not in this process's cage, its pages are elsewhere, and its
// references are moved (image/relocation.h).
//
// Threads: the heap's.

#ifndef HALFWORD_IMAGE_IMAGE_MEMORY_H_
#define HALFWORD_IMAGE_IMAGE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "heap/chunk_source.h"
#include "image/file/image_format.h"
#include "image/file/image_log.h"
#include "image/image_zone.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ImageMemory final : public ChunkSource {
 public:
  // A memory without pages, at an address of the cage. home: the address that
  // references lead to in the file.
  explicit ImageMemory(uintptr_t place) : ImageMemory(place, place) {}
  ImageMemory(uintptr_t place, uintptr_t home) : place_(place), home_(home) {}
  ~ImageMemory() override { GiveBackAll(); }
  ImageMemory(const ImageMemory&) = delete;
  ImageMemory& operator=(const ImageMemory&) = delete;

  // Takes the first chunks. False: the place is not free, or so many bytes of
  // it are not.
  bool Probe(size_t room_bytes);

  SourceRun Take(uint32_t page_count) override;
  size_t CapacityBytes() const override;
  void GiveBackAll() override;

  // Takes the place of the first pages of a state, and maps them.
  enum class MapResult {
    kDone,
    kPlaceTaken,  // or outside of the cage
    kFailed,      // the system does not
    kDamaged,     // the tables are
  };
  MapResult MapFile(const ImageState& state, int descriptor);

  // The same of pages that no file has: a copy of them.
  MapResult CopyPages(const std::byte* pages, ImagePage count);

  // Finds the zones of the mapped pages, the last of which may have more, and
  // gives their bitmaps to the heap: mapped as well, where all of their pages
  // are at home in the file.
  MapResult FindZones(const ImageState& state, int descriptor,
                      const LoggedUnits& logged);
  // The same of pages that were copied.
  MapResult FindZones();

  // The same pages, of another file that holds just what is here now: nothing
  // that was written is kept, but in pages that stay private. False: as it was,
  // or partly so.
  bool MapAgain(const ImageState& state, int descriptor,
                const std::vector<bool>& stays_private);

  // Copies the bits of what is allocated among the pages, where they differ.
  void UpdateBitmaps();

  // Calls function(page) for each page that may not be as in the file, in
  // ascending order. Where the system does not tell, these are all.
  // unit_masks: of each, which quarters.
  void FindChanged(std::vector<uint8_t>* unit_masks) const;

  // Sets is_changed of each page whose objects are not those that the copies
  // among the pages say.
  void FindChangedBitmaps(std::vector<uint8_t>* is_changed) const;

  SourceRun RunOf(const ImageZone& zone) const {
    return {PageIndexAt(zone.first_page), zone.page_count, zone.table_pages()};
  }
  const std::vector<ImageZone>& zones() const { return zones_; }
  ImagePage end_page() const {
    return zones_.empty() ? 0 : zones_.back().end();
  }
  uintptr_t place() const { return place_; }
  uintptr_t home() const { return home_; }
  bool is_moved() const { return place_ != home_; }
  PageEntry* EntriesOf(const ImageZone& zone) const {
    return static_cast<PageEntry*>(BytesAt(zone.first_page));
  }
  PageEntry& EntryAt(ImagePage page) const;

  void* BytesAt(ImagePage page) const {
    return reinterpret_cast<void*>(place_ + size_t{page} * kPageBytes);
  }
  PageIndex PageIndexAt(ImagePage page) const {
    return PageIndexOf(place_) + page;
  }
  bool Contains(uintptr_t address) const {
    return address - place_ < size_t{end_page()} * kPageBytes;
  }
  uint64_t OffsetOf(const void* object) const {
    return reinterpret_cast<uintptr_t>(object) - place_;
  }

 private:
  uint64_t* BitmapOf(const ImageZone& zone) const;
  void* TableCopyOf(const ImageZone& zone) const;
  template <typename Function>
  void ForEachTouchedPart(const ImageZone& zone, Function function) const;
  MapResult TakePages(ImagePage count);
  MapResult ReadZones(ImagePage end);
  bool MapPages(const ImageState& state, int descriptor,
                const std::vector<bool>& stays_private);
  bool MapBitmap(const ImageZone& zone, const ImageState& state, int descriptor,
                 const LoggedUnits& logged) const;
  bool TakeChunks(ImagePage end);
  size_t HomeBytes() const;

  const uintptr_t place_;
  const uintptr_t home_;
  std::vector<ImageZone> zones_;
  ImagePage taken_end_ = 0;   // chunks are ours up to here
  ImagePage mapped_end_ = 0;  // pages are of the file up to here
  ImagePage copied_end_ = 0;  // pages were copied up to here
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_MEMORY_H_
