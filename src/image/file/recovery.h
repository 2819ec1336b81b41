// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Recovery: which state the file of an image is in, whatever was interrupted,
// and what is damaged. It only reads.

#ifndef HALFWORD_IMAGE_FILE_RECOVERY_H_
#define HALFWORD_IMAGE_FILE_RECOVERY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "image/file/image_disk.h"
#include "image/file/image_format.h"
#include "image/file/image_log.h"
#include "image/file/page_directory.h"

namespace halfword::inline HALFWORD_ABI::internal {

enum class DamageKind {
  kNone,
  kDiskError,     // the system could not read
  kNoImage,       // not a byte of an image's header
  kOtherVersion,  // of the format
  kHeader,        // both copies, or copies of two images
  kLength,        // the file is shorter than the state needs
  kLogRecord,     // one that must be there
  kDirectory,
  kPage,
};

struct ImageDamage {
  DamageKind kind = DamageKind::kNone;
  uint64_t file_offset = 0;
  uint32_t page = 0;     // of kPage
  uint32_t version = 0;  // of kOtherVersion
  std::string text;      // a line

  explicit operator bool() const { return kind != DamageKind::kNone; }
};

enum class PageCheck {
  kAll,   // every page that is used
  kNone,  // none: the caller trusts the file, or checks by itself
};

struct RecoveredImage {
  HeaderCopy header;        // the newest
  int header_copy = 0;      // which it is
  ImageState state;         // of the last record, or of the header
  PageDirectory directory;  // of that state
  LoggedUnits units;
  std::vector<LogRecord> records;
  uint64_t log_end = 0;  // where the next record goes
  // Records that the header does not tell of yet.
  bool is_past_header = false;
  // A record that was not finished stands behind the last: it must not become
  // whole when another one is written over it.
  bool has_torn_record = false;
  // The last relaxed save is missing, or never was.
  bool has_lost_relaxed_save = false;
};

// Whether all is well, or what is not.
ImageDamage RecoverImage(ImageDisk* disk, PageCheck check,
                         RecoveredImage* image);

// Reads a page: from home, with what stands in the log laid over it.
bool ReadPage(ImageDisk* disk, const ImageState& state,
              const LoggedUnits& units, uint32_t page, void* into);

// Checks the page's hash against the directory's.
ImageDamage CheckPage(ImageDisk* disk, const RecoveredImage& image,
                      uint32_t page);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_RECOVERY_H_
