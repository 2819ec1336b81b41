// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is wrong with an image, all of it, and without the program that wrote
// it: every page against its checksum; then, where all are right, tables
// against bits, and references against what they lead to.

#ifndef HALFWORD_IMAGE_IMAGE_CHECK_H_
#define HALFWORD_IMAGE_IMAGE_CHECK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "image/image_view.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct ImageFinding {
  static constexpr uint64_t kNowhere = UINT64_MAX;

  std::string kind;  // "page", "table", "reference", ...
  std::string text;  // a line, without the file's name
  uint64_t file_offset = kNowhere;
  uint64_t page = kNowhere;
  std::string object;    // "app::Node at page 12, byte 160"
  std::string expected;  // what should stand there
};

struct ImageReport {
  static constexpr size_t kFindingCountMax = 1000;

  std::vector<ImageFinding> findings;  // at most so many
  uint64_t finding_count = 0;
  uint64_t object_count = 0;
  uint64_t reference_count = 0;

  bool ok() const { return finding_count == 0; }
};

// Damage that keeps the image from being looked at is a finding, too; what the
// system refuses is not, but the status.
ImageStatus CheckImage(const std::string& path, ImageReport* report);

// The same of a view that was not opened; where nothing is wrong, its tables
// are read.
ImageStatus CheckView(ImageView* view, ImageReport* report);

// The same for whoever goes on with the view: damage is an error, of which the
// first is said; so are more objects than have numbers (NumberedBytesMax()).
ImageStatus OpenChecked(ImageView* view);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_CHECK_H_
