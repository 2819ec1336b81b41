// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// StringTable: the strings of a snapshot. Their texts stay in the file; what is
// kept is what each means to the rules, and where every 64th stands, so that a
// text is found again by reading a few others.

#ifndef HALFWORD_ANALYSIS_FILE_STRING_TABLE_H_
#define HALFWORD_ANALYSIS_FILE_STRING_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/input_file.h"
#include "analysis/file/known_name.h"

namespace halfword::analysis {

class StringTable {
 public:
  struct Pair {
    NameSlot slot;
    uint32_t table_id;
    uint32_t text;  // equal for equal texts behind the number
  };

  // The strings between two offsets of a file, which must outlive this.
  // Throws SnapshotError.
  StringTable(const InputFile& file, uint64_t begin, uint64_t end);

  uint32_t count() const { return static_cast<uint32_t>(traits_.size()); }
  NameTraits TraitsOf(NameSlot slot) const { return traits_[slot]; }
  // By slot.
  const std::vector<Pair>& pairs() const { return pairs_; }
  // Requires: the slot's text is the name of a pair.
  const Pair& PairOf(NameSlot slot) const;
  uint32_t pair_text_count() const { return pair_text_count_; }

  // As WTF-8. A text above some 100 KiB is cut.
  std::string TextOf(NameSlot slot) const;
  // Of many, in one walk over the file. Requires: ascending.
  std::vector<std::string> TextsOf(const std::vector<NameSlot>& slots) const;
  // Calls visit() for each, in their order; a text is valid for that call.
  void ForEachText(
      std::span<const NameSlot> slots,
      const std::function<void(std::string_view text)>& visit) const;

 private:
  static constexpr uint32_t kStride = 64;

  const InputFile& file_;
  const uint64_t end_;
  std::vector<NameTraits> traits_;
  std::vector<uint64_t> offsets_;  // of every kStride-th
  std::vector<Pair> pairs_;
  uint32_t pair_text_count_ = 0;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_STRING_TABLE_H_
