// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PageDirectory: the hash of each page of an image, zero for a page that is
// free, and a hash over all of them, the root.
//
// Cost: 16 bytes a page, and 16 for each 256 pages; a changed page makes the
// hash of one block of the directory stale, and the root that of all blocks.

#ifndef HALFWORD_IMAGE_FILE_PAGE_DIRECTORY_H_
#define HALFWORD_IMAGE_FILE_PAGE_DIRECTORY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "image/file/image_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PageDirectory {
 public:
  // Pages whose hashes stand in one unit of the file.
  static constexpr uint32_t kPagesABlock = kUnitBytes / sizeof(ImageHash);

  // More pages are free ones.
  void Resize(uint32_t page_count);
  uint32_t page_count() const {
    return static_cast<uint32_t>(page_hashes_.size());
  }

  const ImageHash& operator[](uint32_t page) const {
    return page_hashes_[page];
  }
  void Set(uint32_t page, const ImageHash& hash);

  ImageHash Root();

  // The hashes as they stand in the file.
  std::span<const ImageHash> hashes() const { return page_hashes_; }

 private:
  std::vector<ImageHash> page_hashes_;
  std::vector<ImageHash> block_hashes_;
  std::vector<bool> is_stale_;  // by block
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_PAGE_DIRECTORY_H_
