// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// LineIndex: what SourceTable keeps of one text, so that the line and column of
// an offset need no look at most of it.
//
//   line_starts[line]     the offset where it begins; [0] is 0
//   first_lines[block]    the line that the first byte of the block is in; one
//                         more for the last line
//   surplus[block]        of the text in front of the block (line_ends.h); one
//                         more for the whole text; none where it is all 0,
//                         as in ASCII
//
// A block is 1 KiB. So the line is among those of one block, found by halving,
// and a column needs the surplus of at most half a block, counted from the last
// place asked for, the beginning of the line or an end of the block; of another
// half where the line begins far away in the middle of a block.

#ifndef HALFWORD_SNAPSHOT_LINE_INDEX_H_
#define HALFWORD_SNAPSHOT_LINE_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "halfword/internal/build_config.h"
#include "halfword/source_position.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Threads: one at a time; Find() remembers where it was.
class LineIndex {
 public:
  // Of 4 KiB, columns in random order took half as long again; of 512 bytes,
  // hardly less: what is left is the wait for the text
  // (bench/source_positions).
  static constexpr size_t kBlockBytes = 1024;

  // Null if memory does not suffice, or the text is seen to change meanwhile.
  // The text stays readable while the index is used.
  // Requires: text.size() <= UINT32_MAX.
  static std::unique_ptr<LineIndex> Make(std::string_view text);

  // Requires: offset <= text.size().
  TextPosition Find(uint32_t offset);

  size_t line_count() const { return line_count_; }
  size_t memory_bytes() const;

 private:
  explicit LineIndex(std::string_view text);

  bool CountBlocks();
  bool AddSurplus(size_t block, uint32_t surplus);
  bool ListLines();

  size_t BlockBegin(size_t block) const;
  void EnterLineOf(uint32_t offset);
  uint32_t SurplusBefore(size_t offset) const;
  uint32_t SurplusInLine(uint32_t offset) const;

  const std::string_view text_;
  const size_t block_count_;
  size_t line_count_ = 0;
  std::unique_ptr<uint32_t[]> line_starts_;
  std::unique_ptr<uint32_t[]> first_lines_;
  std::unique_ptr<uint32_t[]> surplus_;

  // The line of the last answer, the place it was about and the surplus from
  // the one to the other.
  uint32_t line_ = 0;
  size_t line_begin_ = 0;
  size_t line_end_ = 0;
  size_t recent_ = 0;
  uint32_t recent_surplus_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_LINE_INDEX_H_
