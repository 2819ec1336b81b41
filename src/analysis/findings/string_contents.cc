// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk.

#include "analysis/findings/string_contents.h"

#include <algorithm>
#include <string>

#include "analysis/file/json_text.h"
#include "analysis/file/string_scanner.h"

namespace halfword::analysis {

StringContents::StringContents(const Snapshot& snapshot,
                               std::initializer_list<std::string_view> known) {
  hashes_.reserve(snapshot.strings->count());
  StringScanner scanner(*snapshot.file, snapshot.sections.strings,
                        snapshot.sections.strings_end);
  std::string decoded;
  while (scanner.Next()) {
    const auto slot = static_cast<NameSlot>(hashes_.size());
    const std::string_view text =
        DecodeJsonText(scanner.raw(), scanner.has_escapes(), &decoded);
    hashes_.push_back(HashOfText(text));
    // No other text has so many units.
    if (scanner.is_cut()) hashes_.back().units = INT32_MAX - slot;
    const auto place = std::find(known.begin(), known.end(), text);
    if (place != known.end()) {
      known_slots_.emplace(slot, static_cast<size_t>(place - known.begin()));
    }
  }
}

}  // namespace halfword::analysis
