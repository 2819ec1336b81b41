// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings of one text that a program has more than once: the filter "Duplicated
// strings" of DevTools. Concatenated strings count, sliced ones do not, since
// they have no bytes. Of a text that the file has cut, length and hash must be
// equal as well, where it tells them.

#ifndef HALFWORD_ANALYSIS_FINDINGS_DUPLICATE_STRINGS_H_
#define HALFWORD_ANALYSIS_FINDINGS_DUPLICATE_STRINGS_H_

#include <cstdint>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

struct DuplicateStrings {
  std::vector<Node> members;  // two or more, in the order of the file
  bool is_cut = false;        // the file has the beginning of the text only
  // Texts of 1,024 units or more, which V8 cuts without a word: DevTools takes
  // them for equal, but behind what is seen they may differ.
  bool may_differ = false;
  uint64_t self_bytes = 0;
  uint64_t retained_bytes = 0;
  // What would be saved if the largest were the only one.
  uint64_t wasted_bytes = 0;
};

// Those that retain most first. figures: of the same snapshot, with the scope
// kNodes. Throws SnapshotError.
std::vector<DuplicateStrings> FindDuplicateStrings(
    const Snapshot& snapshot, const Figures& figures,
    const Progress& progress = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_DUPLICATE_STRINGS_H_
