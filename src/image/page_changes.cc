// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Candidates are hashed, and kept if the hash is another one.

#include "image/page_changes.h"

#include <cstring>

#include "heap/poison.h"
#include "image/file/image_hash.h"
#include "image/settle_strings.h"

namespace halfword::inline HALFWORD_ABI::internal {

const std::byte* PageChanges::FileBytes(ImagePage page) {
  const PageIndex index = memory_.PageIndexAt(page);
  const PageRecord& record = RecordAt(index);
  if (record.kind == PageKind::kFree) return nullptr;
  auto* const bytes = static_cast<const std::byte*>(memory_.BytesAt(page));
  // Freed slots are read like all others.
  UnpoisonMemory(bytes, kPageBytes);
  const bool is_moved = relocation_ != nullptr && relocation_->Concerns(index);
  const bool has_form = HasFileForm(index);
  if (!is_moved && !has_form) return bytes;
  forms_.push_back(std::make_unique<PageBytes>());
  std::byte* const form = forms_.back()->data();
  if (has_form) {
    WriteFileForm(index, form);
  } else {
    std::memcpy(form, bytes, kPageBytes);
  }
  if (is_moved) relocation_->SwapPage(index, form);
  return form;
}

void PageChanges::Find(const PageDirectory& directory, ImagePage end,
                       const std::vector<uint8_t>& unit_masks) {
  constexpr uint8_t kAllUnits = (1 << kPageUnits) - 1;
  for (ImagePage page = 0; page < end; ++page) {
    const ImageHash before =
        page < directory.page_count() ? directory[page] : ImageHash();
    if (unit_masks[page] == 0 && !before.is_zero()) {
      // As in the file; but what is free now has no hash.
      if (RecordAt(memory_.PageIndexAt(page)).kind == PageKind::kFree) {
        changes_.push_back({page, 0, {}, nullptr});
      }
      continue;
    }
    const std::byte* const bytes = FileBytes(page);
    const ImageHash hash =
        bytes == nullptr ? ImageHash() : HashPage(bytes, page);
    if (hash == before) {
      if (!forms_.empty() && bytes == forms_.back()->data()) forms_.pop_back();
      continue;
    }
    // What was free has no units at home; a form differs from what is mapped.
    const bool is_whole = before.is_zero() || bytes != memory_.BytesAt(page);
    const uint8_t mask = bytes == nullptr ? uint8_t{0}
                         : is_whole       ? kAllUnits
                                          : unit_masks[page];
    changes_.push_back({page, mask, hash, bytes});
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
