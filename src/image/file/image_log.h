// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The log of an image: records, each the units that a save has changed, one
// behind the other in the live half; and which units of which pages stand there
// and not yet at home.

#ifndef HALFWORD_IMAGE_FILE_IMAGE_LOG_H_
#define HALFWORD_IMAGE_FILE_IMAGE_LOG_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "image/file/image_disk.h"
#include "image/file/image_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A page that a save has changed.
struct PageChange {
  uint32_t page;
  uint8_t unit_mask;       // which units; all of a page that was free
  ImageHash hash;          // of the whole page; zero: it has become free
  const std::byte* bytes;  // of the page; not looked at if it is free
};

// By page: where in the file the newest of each unit stands; 0: at home.
using LoggedUnits = std::map<uint32_t, std::array<uint64_t, kPageUnits>>;

// What a record takes in the log.
uint64_t RecordBytes(std::span<const PageChange> changes);

// Writes a record, its head last, so that a record with a head is whole unless
// power was lost. head: all but what follows from the changes; sealed
// afterwards. False: the disk failed; *has_head_failed tells whether a part of
// the head may stand there.
bool WriteRecord(ImageDisk* disk, uint64_t offset,
                 std::span<const PageChange> changes, RecordHead* head,
                 bool* has_head_failed);

struct LogRecord {
  RecordHead head;
  std::vector<RecordEntry> entries;
  uint64_t offset;
  uint64_t units_offset;  // in the file
};

enum class RecordCheck {
  kGood,
  kNone,      // there is none, or its head is damaged
  kTorn,      // the head is good, what follows it is not, or is not in the file
  kDiskError  // the disk told of an error
};

// Reads the record at an offset of a half, which must be of the epoch and
// follow the state whose hash is given.
RecordCheck ReadRecord(ImageDisk* disk, const HeaderCopy& header,
                       uint64_t offset, uint64_t sequence,
                       const ImageHash& previous, LogRecord* record);

// Notes the units of a record.
void NoteUnits(const LogRecord& record, LoggedUnits* units);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_IMAGE_LOG_H_
