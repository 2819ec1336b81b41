// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The index is made in two passes, block by block while a block is in the first
// cache: the first counts, so that the second can write into memory of just the
// right size. A vector that grows would take up to three times as much for a
// moment, perhaps the very one in which a program runs out of memory.

#include "snapshot/line_index.h"

#include <algorithm>
#include <new>

#include "halfword/internal/checks.h"
#include "snapshot/line_ends.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Up to here, counting takes no longer than from an end of the block.
constexpr size_t kShortBytes = LineIndex::kBlockBytes / 2;

std::unique_ptr<uint32_t[]> TryMakeArray(size_t count) {
  return std::unique_ptr<uint32_t[]>(new (std::nothrow) uint32_t[count]);
}

}  // namespace

LineIndex::LineIndex(std::string_view text)
    : text_(text), block_count_(text.size() / kBlockBytes + 1) {}

std::unique_ptr<LineIndex> LineIndex::Make(std::string_view text) {
  HALFWORD_CHECK(text.size() <= UINT32_MAX,
                 "SourceTable refuses texts that offsets cannot name");
  std::unique_ptr<LineIndex> index(new (std::nothrow) LineIndex(text));
  if (index == nullptr || !index->CountBlocks() || !index->ListLines()) {
    return nullptr;
  }
  index->EnterLineOf(0);
  return index;
}

size_t LineIndex::BlockBegin(size_t block) const {
  return std::min(block * kBlockBytes, text_.size());
}

bool LineIndex::CountBlocks() {
  first_lines_ = TryMakeArray(block_count_ + 1);
  if (first_lines_ == nullptr) return false;
  uint32_t line = 0;
  uint32_t surplus = 0;
  for (size_t block = 0; block < block_count_; ++block) {
    const size_t begin = BlockBegin(block);
    const size_t end = BlockBegin(block + 1);
    first_lines_[block] = line;
    line += CountLineEnds(text_, begin, end);
    surplus += CountSurplus(text_, begin, end);
    if (surplus != 0 && !AddSurplus(block + 1, surplus)) return false;
  }
  first_lines_[block_count_] = line;
  // 2^32 lines, if 4 GiB - 1 bytes are all line ends.
  line_count_ = size_t{line} + 1;
  return true;
}

bool LineIndex::AddSurplus(size_t block, uint32_t surplus) {
  if (surplus_ == nullptr) {
    surplus_ = TryMakeArray(block_count_ + 1);
    if (surplus_ == nullptr) return false;
    std::fill_n(surplus_.get(), block, 0u);
  }
  surplus_[block] = surplus;
  return true;
}

bool LineIndex::ListLines() {
  line_starts_ = TryMakeArray(line_count_);
  if (line_starts_ == nullptr) return false;
  line_starts_[0] = 0;
  uint32_t starts[kBlockBytes];
  for (size_t block = 0; block < block_count_; ++block) {
    const size_t first = first_lines_[block];
    const size_t count = first_lines_[block + 1] - first;
    if (count == 0) continue;
    const uint32_t* const end =
        ListLineStarts(text_, BlockBegin(block), BlockBegin(block + 1), starts);
    // Sources are often mapped files, and others may write to those.
    if (end != starts + count) return false;
    std::copy_n(starts, count, &line_starts_[first + 1]);
  }
  return true;
}

size_t LineIndex::memory_bytes() const {
  const size_t arrays = surplus_ == nullptr ? 1 : 2;
  return sizeof(*this) +
         (line_count_ + arrays * (block_count_ + 1)) * sizeof(uint32_t);
}

void LineIndex::EnterLineOf(uint32_t offset) {
  const size_t block = offset / kBlockBytes;
  const uint32_t* const begin = &line_starts_[first_lines_[block]];
  const uint32_t* const end = &line_starts_[first_lines_[block + 1]];
  // The last one that begins at or before the offset.
  const uint32_t* const found =
      std::upper_bound(begin + 1, end + 1, offset) - 1;
  line_ = static_cast<uint32_t>(found - line_starts_.get());
  line_begin_ = *found;
  // The last line ends behind the end of the text, which is a place in it.
  line_end_ = line_ + size_t{1} < line_count_ ? found[1] : text_.size() + 1;
  recent_ = line_begin_;
  recent_surplus_ = 0;
}

uint32_t LineIndex::SurplusBefore(size_t offset) const {
  const size_t block = offset / kBlockBytes;
  const size_t begin = BlockBegin(block);
  const size_t end = BlockBegin(block + 1);
  if (offset - begin <= end - offset) {
    return surplus_[block] + CountSurplus(text_, begin, offset);
  }
  return surplus_[block + 1] - CountSurplus(text_, offset, end);
}

uint32_t LineIndex::SurplusInLine(uint32_t offset) const {
  if (offset >= recent_ && offset - recent_ <= kShortBytes) {
    return recent_surplus_ + CountSurplus(text_, recent_, offset);
  }
  if (offset < recent_ && recent_ - offset <= kShortBytes) {
    return recent_surplus_ - CountSurplus(text_, offset, recent_);
  }
  if (offset - line_begin_ <= kShortBytes) {
    return CountSurplus(text_, line_begin_, offset);
  }
  return SurplusBefore(offset) - SurplusBefore(line_begin_);
}

TextPosition LineIndex::Find(uint32_t offset) {
  HALFWORD_DCHECK(offset <= text_.size(), "there is no such place in the text");
  if (offset < line_begin_ || offset >= line_end_) EnterLineOf(offset);
  if (surplus_ == nullptr) {
    return {line_, static_cast<uint32_t>(offset - line_begin_)};
  }
  const auto at = static_cast<uint32_t>(CharacterBegin(text_, offset));
  recent_surplus_ = SurplusInLine(at);
  recent_ = at;
  return {line_, static_cast<uint32_t>(at - line_begin_ - recent_surplus_)};
}

}  // namespace halfword::inline HALFWORD_ABI::internal
