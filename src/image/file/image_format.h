// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The bytes of an image file, as docs/format/image.md describes them: two
// copies of a header, a directory with a hash for each page, a log in two
// halves, and the pages. What stands here is only shapes; what order they are
// written in is what makes an image survive a crash (image_store.h).
//
// Integers are little endian, reserved bytes zero. Structures are as they stand
// in the file.

#ifndef HALFWORD_IMAGE_FILE_IMAGE_FORMAT_H_
#define HALFWORD_IMAGE_FILE_IMAGE_FORMAT_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

static_assert(std::endian::native == std::endian::little);

// What is compared and logged: a quarter of a page.
inline constexpr size_t kUnitBytes = 4096;
inline constexpr size_t kPageUnits = 4;
inline constexpr size_t kImagePageBytes = kPageUnits * kUnitBytes;
inline constexpr uint32_t kImagePageBytesLog2 = 14;

inline constexpr uint32_t kFormatVersion = 1;
inline constexpr uint64_t kHeaderMagic = 0x316d'6977'666c'6148;  // "Halfwim1"
inline constexpr uint64_t kRecordMagic = 0x3163'6577'666c'6148;  // "Halfwec1"
inline constexpr uint32_t kByteOrderMark = 0x0102'0304;

// Far from each other: no page of a flash chip and no stripe holds both.
inline constexpr uint64_t kHeaderOffsets[2] = {0, 65'536};
inline constexpr uint64_t kDirectoryOffset = 131'072;
// Pages begin at a multiple of this.
inline constexpr uint64_t kPagesAlignment = uint64_t{2} << 20;
inline constexpr uint32_t kSegmentCountMax = 48;

// XXH3 of 128 bits. That of nothing at all, zero, marks a page that is free.
struct ImageHash {
  uint64_t low = 0;
  uint64_t high = 0;

  bool is_zero() const { return low == 0 && high == 0; }
  friend bool operator==(const ImageHash&, const ImageHash&) = default;
};

// Names an image, whatever its file is called.
struct ImageId {
  uint64_t low = 0;
  uint64_t high = 0;

  friend bool operator==(const ImageId&, const ImageId&) = default;
};

// A range of the heap's pages, and where it stands in the file.
struct ImageSegment {
  uint64_t pages_offset = 0;
  uint64_t directory_offset = 0;
  uint32_t first_page = 0;
  uint32_t page_count = 0;
};

// What the heap says of itself: references and numbers that mean nothing here.
struct HeapWords {
  uint64_t catalog_offset = 0;  // from the first page
  uint64_t catalog_bytes = 0;
  uint64_t window = 0;   // its address, where references are addresses
  uint64_t address = 0;  // of the heap's place, from the window's beginning
  uint64_t abi = 0;      // of references and slots: image/image_abi.h
  uint64_t save_time_ns = 0;

  friend bool operator==(const HeapWords&, const HeapWords&) = default;
};

// What a save makes true. It stands in the save's record and in the header that
// says that the record must be there.
struct ImageState {
  uint64_t sequence = 0;  // of saves, from 1
  ImageHash root;         // of the directory
  uint32_t page_count = 0;
  uint32_t page_bytes_log2 = kImagePageBytesLog2;
  uint64_t file_bytes = 0;  // what the file has at least
  HeapWords heap;
  uint32_t segment_count = 0;
  uint32_t zero = 0;
  ImageHash previous;  // of the state before it
  uint64_t zeros[2] = {};
  ImageSegment segments[kSegmentCountMax] = {};
};

enum HeaderFlag : uint32_t {
  kUnsettled = 1,  // relaxed saves may follow, without a header
  kClosedClean = 2,
};

struct LogHalf {
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

struct HeaderCopy {
  uint64_t magic = kHeaderMagic;
  uint32_t version = kFormatVersion;
  uint32_t byte_order = kByteOrderMark;
  ImageId id;
  uint64_t number = 0;         // of header writes
  uint64_t base_sequence = 0;  // pages and directory hold at least this state
  ImageHash base_hash;         // of that state
  uint64_t epoch = 0;          // the log's live half is epoch % 2
  uint32_t flags = 0;
  uint32_t zero = 0;
  LogHalf halves[2];
  uint64_t zeros[2] = {};
  ImageState state;
  uint8_t reserved[2672] = {};
  ImageHash hash;  // of all before it
};

// The head of a record; entries and units follow, each filled up to a unit.
struct RecordHead {
  uint64_t magic = kRecordMagic;
  uint64_t epoch = 0;
  ImageId id;
  uint32_t entry_count = 0;
  uint32_t unit_count = 0;
  uint64_t record_bytes = 0;
  ImageHash payload_hash;  // of entries and units
  uint64_t zeros[8] = {};
  ImageState state;
  uint8_t reserved[2672] = {};
  ImageHash hash;  // of all before it
};

// One page of a record.
struct RecordEntry {
  uint32_t page = 0;
  uint8_t unit_mask = 0;  // which units are in the record
  uint8_t zeros[3] = {};
  ImageHash hash;  // of the whole page; zero: it has become free
};

static_assert(sizeof(ImageState) == 1280);
static_assert(offsetof(ImageState, root) == 8);
static_assert(offsetof(ImageState, file_bytes) == 32);
static_assert(offsetof(ImageState, heap) == 40);
static_assert(offsetof(ImageState, segment_count) == 88);
static_assert(offsetof(ImageState, previous) == 96);
static_assert(offsetof(ImageState, segments) == 128);
static_assert(sizeof(HeaderCopy) == kUnitBytes);
static_assert(offsetof(HeaderCopy, flags) == 72);
static_assert(offsetof(HeaderCopy, halves) == 80);
static_assert(offsetof(HeaderCopy, state) == 128);
static_assert(sizeof(RecordHead) == kUnitBytes);
static_assert(offsetof(RecordHead, payload_hash) == 48);
static_assert(offsetof(RecordHead, state) == 128);
static_assert(sizeof(RecordEntry) == 24);
static_assert(std::is_trivially_copyable_v<HeaderCopy> &&
              std::is_trivially_copyable_v<RecordHead> &&
              std::is_trivially_copyable_v<RecordEntry>);

constexpr uint64_t RoundUpToUnit(uint64_t bytes) {
  return (bytes + kUnitBytes - 1) / kUnitBytes * kUnitBytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_IMAGE_FORMAT_H_
