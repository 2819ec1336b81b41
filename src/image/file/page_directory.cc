// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The root is the hash of the blocks' hashes, with the number of pages, so that
// a directory that is cut or grown has another one.

#include "image/file/page_directory.h"

#include <algorithm>

#include "image/file/image_hash.h"

namespace halfword::inline HALFWORD_ABI::internal {

void PageDirectory::Resize(uint32_t page_count) {
  const uint32_t first_changed = std::min(this->page_count(), page_count);
  page_hashes_.resize(page_count);
  const size_t blocks = (size_t{page_count} + kPagesABlock - 1) / kPagesABlock;
  block_hashes_.resize(blocks);
  is_stale_.resize(blocks, true);
  const size_t block = first_changed / kPagesABlock;
  if (block < blocks) is_stale_[block] = true;
  // The last one of a directory that has become shorter ends elsewhere.
  if (blocks != 0) is_stale_[blocks - 1] = true;
}

void PageDirectory::Set(uint32_t page, const ImageHash& hash) {
  page_hashes_[page] = hash;
  is_stale_[page / kPagesABlock] = true;
}

ImageHash PageDirectory::Root() {
  for (size_t block = 0; block < block_hashes_.size(); ++block) {
    if (!is_stale_[block]) continue;
    const size_t begin = block * kPagesABlock;
    const size_t count =
        std::min<size_t>(kPagesABlock, page_hashes_.size() - begin);
    block_hashes_[block] = HashBytes(page_hashes_.data() + begin,
                                     count * sizeof(ImageHash), block);
    is_stale_[block] = false;
  }
  return HashBytes(block_hashes_.data(),
                   block_hashes_.size() * sizeof(ImageHash), page_count());
}

}  // namespace halfword::inline HALFWORD_ABI::internal
