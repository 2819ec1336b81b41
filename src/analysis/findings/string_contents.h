// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// StringContents: of each string of a snapshot what is needed to compare it
// with others, and which strings have certain texts.
//
// Cost: one walk over the strings; 24 bytes each.

#ifndef HALFWORD_ANALYSIS_FINDINGS_STRING_CONTENTS_H_
#define HALFWORD_ANALYSIS_FINDINGS_STRING_CONTENTS_H_

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/file/snapshot.h"
#include "analysis/findings/text_hash.h"

namespace halfword::analysis {

class StringContents {
 public:
  static constexpr size_t kNotKnown = SIZE_MAX;

  // known: texts that NumberOf() finds again. They outlive this.
  StringContents(const Snapshot& snapshot,
                 std::initializer_list<std::string_view> known);

  // Two slots of one text have the same. A text that is cut is only equal to
  // itself.
  const TextHash& HashOf(NameSlot slot) const { return hashes_[slot]; }

  // Which of the known texts a slot has, or kNotKnown.
  size_t NumberOf(NameSlot slot) const {
    const auto place = known_slots_.find(slot);
    return place == known_slots_.end() ? kNotKnown : place->second;
  }

 private:
  std::vector<TextHash> hashes_;  // by slot
  std::unordered_map<NameSlot, size_t> known_slots_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_STRING_CONTENTS_H_
