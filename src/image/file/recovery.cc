// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// In the order in which things depend on each other: headers, length, records,
// directory, pages. Nothing is ever compared with the root of the state at
// home: while a checkpoint runs, the home is a mixture of two states.

#include "image/file/recovery.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "image/file/image_hash.h"
#include "image/file/page_place.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// 256 KiB are read together: they stay in the second-level cache until they are
// hashed.
constexpr uint32_t kPagesAtOnce = 16;

ImageDamage Damage(DamageKind kind, uint64_t offset, std::string text) {
  return {.kind = kind, .file_offset = offset, .text = std::move(text)};
}

ImageDamage DiskError(const ImageDisk& disk, uint64_t offset) {
  return Damage(DamageKind::kDiskError, offset, disk.error());
}

// Copies are read one by one: a file may end behind the first.
enum class CopyCheck { kGood, kBad, kDiskError };

CopyCheck ReadHeader(ImageDisk* disk, int copy, HeaderCopy* header) {
  const uint64_t offset = kHeaderOffsets[copy];
  // Nothing was read yet, so that nothing looks like a header either.
  header->magic = 0;
  if (disk->bytes() < offset + sizeof(*header)) return CopyCheck::kBad;
  if (!disk->Read(offset, header, sizeof(*header))) {
    return CopyCheck::kDiskError;
  }
  const bool is_good = header->magic == kHeaderMagic &&
                       header->version == kFormatVersion &&
                       header->byte_order == kByteOrderMark &&
                       IsSealed(*header) && IsSound(header->state);
  return is_good ? CopyCheck::kGood : CopyCheck::kBad;
}

bool AreSoundHalves(const HeaderCopy& header) {
  for (const LogHalf& half : header.halves) {
    if (half.offset < kDirectoryOffset || half.offset % kUnitBytes != 0 ||
        half.bytes % kUnitBytes != 0 ||
        half.offset + half.bytes < half.offset) {
      return false;
    }
  }
  return true;
}

class Recovery {
 public:
  Recovery(ImageDisk* disk, RecoveredImage* image)
      : disk_(disk), image_(*image) {}

  ImageDamage Run(PageCheck check) {
    ImageDamage damage = ChooseHeader();
    if (!damage) damage = CheckLength();
    if (!damage) damage = WalkLog();
    if (!damage) damage = ReadDirectory();
    if (!damage && check == PageCheck::kAll) damage = CheckPages();
    return damage;
  }

 private:
  ImageDamage ChooseHeader() {
    HeaderCopy copies[2];
    CopyCheck checks[2];
    for (int i = 0; i < 2; ++i) {
      checks[i] = ReadHeader(disk_, i, &copies[i]);
      if (checks[i] == CopyCheck::kDiskError) {
        return DiskError(*disk_, kHeaderOffsets[i]);
      }
    }
    const bool is_good[2] = {checks[0] == CopyCheck::kGood,
                             checks[1] == CopyCheck::kGood};
    if (!is_good[0] && !is_good[1]) return NoHeader(copies);
    if (is_good[0] && is_good[1] && copies[0].id != copies[1].id) {
      return Damage(DamageKind::kHeader, kHeaderOffsets[1],
                    "the two copies of the header are of different images");
    }
    const bool takes_second =
        is_good[1] && (!is_good[0] || copies[1].number > copies[0].number);
    image_.header_copy = takes_second ? 1 : 0;
    image_.header = copies[image_.header_copy];
    image_.state = image_.header.state;
    if (!AreSoundHalves(image_.header)) {
      return Damage(DamageKind::kHeader, kHeaderOffsets[image_.header_copy],
                    "the header tells of a log that cannot be");
    }
    return {};
  }

  static ImageDamage NoHeader(const HeaderCopy (&copies)[2]) {
    for (int i = 0; i < 2; ++i) {
      if (copies[i].magic != kHeaderMagic) continue;
      // All versions have magic, version and seal where this one has them.
      if (copies[i].version != kFormatVersion && IsSealed(copies[i])) {
        ImageDamage damage =
            Damage(DamageKind::kOtherVersion, kHeaderOffsets[i],
                   "is of format version " + std::to_string(copies[i].version));
        damage.version = copies[i].version;
        return damage;
      }
      return Damage(DamageKind::kHeader, kHeaderOffsets[i],
                    "both copies of the header are damaged");
    }
    return Damage(DamageKind::kNoImage, 0, "is no image");
  }

  // Before anything is mapped: what lies behind the end of a file cannot be
  // touched.
  ImageDamage CheckLength() const {
    if (disk_->bytes() >= image_.header.state.file_bytes) return {};
    return Damage(DamageKind::kLength, disk_->bytes(),
                  "is cut off: has " + std::to_string(disk_->bytes()) + " of " +
                      std::to_string(image_.header.state.file_bytes) +
                      " bytes");
  }

  // Records up to the header's state must be there; those behind it are what a
  // save has made before it was interrupted.
  ImageDamage WalkLog() {
    const HeaderCopy& header = image_.header;
    uint64_t offset = header.halves[header.epoch % 2].offset;
    uint64_t sequence = header.base_sequence;
    ImageHash previous = header.base_hash;
    for (;;) {
      const bool must_be_there = sequence < header.state.sequence;
      LogRecord record;
      const RecordCheck check =
          ReadRecord(disk_, header, offset, sequence + 1, previous, &record);
      if (check == RecordCheck::kDiskError) return DiskError(*disk_, offset);
      if (check != RecordCheck::kGood ||
          disk_->bytes() < record.head.state.file_bytes) {
        image_.has_torn_record = check != RecordCheck::kNone;
        if (!must_be_there) break;
        return Damage(DamageKind::kLogRecord, offset,
                      "the record of save " + std::to_string(sequence + 1) +
                          " in the log is damaged");
      }
      ++sequence;
      if (!must_be_there) image_.is_past_header = true;
      image_.state = record.head.state;
      previous = HashState(record.head.state);
      NoteUnits(record, &image_.units);
      offset += record.head.record_bytes;
      image_.records.push_back(std::move(record));
    }
    image_.log_end = offset;
    image_.has_lost_relaxed_save =
        (header.flags & kUnsettled) != 0 && !image_.is_past_header;
    return {};
  }

  ImageDamage ReadDirectory() {
    const ImageState& state = image_.state;
    PageDirectory& directory = image_.directory;
    directory.Resize(state.page_count);
    std::vector<ImageHash> hashes(PageDirectory::kPagesABlock);
    for (uint32_t page = 0; page < state.page_count;) {
      const DirectoryBlock block = DirectoryBlockOf(state, page);
      if (!disk_->Read(block.offset, hashes.data(),
                       block.page_count * sizeof(ImageHash))) {
        return DiskError(*disk_, block.offset);
      }
      for (uint32_t i = 0; i < block.page_count; ++i) {
        directory.Set(block.first_page + i, hashes[i]);
      }
      page = block.first_page + block.page_count;
    }
    for (const LogRecord& record : image_.records) {
      for (const RecordEntry& entry : record.entries) {
        if (entry.page < state.page_count) {
          directory.Set(entry.page, entry.hash);
        }
      }
    }
    if (directory.Root() == state.root) return {};
    return Damage(DamageKind::kDirectory, kDirectoryOffset,
                  "the directory of pages is damaged");
  }

  ImageDamage CheckPages() {
    std::vector<std::byte> bytes(kPagesAtOnce * kImagePageBytes);
    for (uint32_t page = 0; page < image_.state.page_count;) {
      const uint32_t count = std::max(RowFrom(page), uint32_t{1});
      if (count == 1 || !AreSound(page, count, bytes.data())) {
        // Alone: it is free or in parts, or one of these is damaged.
        for (uint32_t i = 0; i < count; ++i) {
          ImageDamage damage = CheckPage(disk_, image_, page + i);
          if (damage) return damage;
        }
      }
      page += count;
    }
    return {};
  }

  // How many pages from this one on stand in a row, all of them at home.
  uint32_t RowFrom(uint32_t first) const {
    const uint32_t end = std::min(first + std::min(kPagesAtOnce, ~first),
                                  image_.state.page_count);
    const uint64_t offset = PageOffset(image_.state, first);
    uint32_t page = first;
    while (page < end && !image_.directory[page].is_zero() &&
           !image_.units.contains(page) &&
           PageOffset(image_.state, page) ==
               offset + uint64_t{page - first} * kImagePageBytes) {
      ++page;
    }
    return page - first;
  }

  // Of a row of pages, read together.
  bool AreSound(uint32_t first, uint32_t count, std::byte* bytes) {
    if (!disk_->Read(PageOffset(image_.state, first), bytes,
                     count * kImagePageBytes)) {
      return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (HashPage(bytes + i * kImagePageBytes, first + i) !=
          image_.directory[first + i]) {
        return false;
      }
    }
    return true;
  }

  ImageDisk* const disk_;
  RecoveredImage& image_;
};

}  // namespace

ImageDamage RecoverImage(ImageDisk* disk, PageCheck check,
                         RecoveredImage* image) {
  *image = RecoveredImage();
  return Recovery(disk, image).Run(check);
}

bool ReadPage(ImageDisk* disk, const ImageState& state,
              const LoggedUnits& units, uint32_t page, void* into) {
  const uint64_t home = PageOffset(state, page);
  const auto logged = units.find(page);
  if (logged == units.end()) return disk->Read(home, into, kImagePageBytes);
  for (size_t unit = 0; unit < kPageUnits; ++unit) {
    const uint64_t place = logged->second[unit];
    const uint64_t offset = place != 0 ? place : home + unit * kUnitBytes;
    if (!disk->Read(offset, static_cast<std::byte*>(into) + unit * kUnitBytes,
                    kUnitBytes)) {
      return false;
    }
  }
  return true;
}

ImageDamage CheckPage(ImageDisk* disk, const RecoveredImage& image,
                      uint32_t page) {
  const ImageHash& hash = image.directory[page];
  if (hash.is_zero()) return {};
  alignas(64) std::byte bytes[kImagePageBytes];
  const uint64_t offset = PageOffset(image.state, page);
  if (!ReadPage(disk, image.state, image.units, page, bytes)) {
    return DiskError(*disk, offset);
  }
  if (HashPage(bytes, page) == hash) return {};
  ImageDamage damage = Damage(DamageKind::kPage, offset,
                              "page " + std::to_string(page) + " is damaged");
  damage.page = page;
  return damage;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
