// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PageChanges: the pages of an image that are not as its directory has them, as
// they are to stand in the file.

#ifndef HALFWORD_IMAGE_PAGE_CHANGES_H_
#define HALFWORD_IMAGE_PAGE_CHANGES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "image/file/image_log.h"
#include "image/file/page_directory.h"
#include "image/image_memory.h"
#include "image/relocation.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PageChanges {
 public:
  // relocation: of an image that was moved, else null.
  explicit PageChanges(const ImageMemory& memory,
                       Relocation* relocation = nullptr)
      : memory_(memory), relocation_(relocation) {}

  // What a page is in the file: its bytes, or those of a form that is made for
  // the file, which live as long as this, or until DropForms(). Null: it is
  // free.
  const std::byte* FileBytes(ImagePage page);
  void DropForms() { forms_.clear(); }

  // All changes of pages below end. unit_masks: what may have changed.
  void Find(const PageDirectory& directory, ImagePage end,
            const std::vector<uint8_t>& unit_masks);

  const std::vector<PageChange>& changes() const { return changes_; }

 private:
  using PageBytes = std::array<std::byte, kPageBytes>;

  const ImageMemory& memory_;
  Relocation* const relocation_;
  std::vector<PageChange> changes_;
  std::deque<std::unique_ptr<PageBytes>> forms_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_PAGE_CHANGES_H_
