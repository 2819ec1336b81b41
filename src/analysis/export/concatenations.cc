// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Lengths of leaves in one walk over the file, then sums from the inside out.

#include "analysis/export/concatenations.h"

#include <string_view>

#include "analysis/file/json_text.h"

namespace halfword::analysis {

Concatenations::Concatenations(const HeapGraph& graph) : graph_(graph) {
  for (Node node = 0; node < graph.node_count(); ++node) {
    if (graph.KindOf(node) == NodeKind::kConcatenatedString) {
      sums_.push_back({node, {}, {}, {}});
    }
  }
}

void Concatenations::Finish(const StringTable& strings) {
  ResolveParts(strings);
  SimplifyAll();
}

// Turns nodes into slots with lengths, or into places of sums.
void Concatenations::ResolveParts(const StringTable& strings) {
  std::vector<NameSlot> slots;
  for (Sum& sum : sums_) {
    for (Part* const part : {&sum.first, &sum.second}) {
      part->is_sum =
          graph_.KindOf(part->index) == NodeKind::kConcatenatedString;
      if (part->is_sum) {
        part->index = static_cast<uint32_t>(Find(part->index) - sums_.data());
      } else {
        part->index = graph_.names[part->index];
        slots.push_back(part->index);
      }
    }
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  std::vector<uint16_t> units;
  units.reserve(slots.size());
  strings.ForEachText(slots, [&units](std::string_view text) {
    units.push_back(
        static_cast<uint16_t>(std::min<size_t>(Utf16Length(text), kUnitsMin)));
  });
  for (Sum& sum : sums_) {
    for (Part* const part : {&sum.first, &sum.second}) {
      if (part->is_sum) continue;
      const auto place =
          std::lower_bound(slots.begin(), slots.end(), part->index);
      part->units = units[static_cast<size_t>(place - slots.begin())];
    }
  }
}

// Requires: those inside of it are simple.
void Concatenations::Simplify(Sum* sum) {
  for (Part* const part : {&sum->first, &sum->second}) {
    if (part->is_sum) *part = sums_[part->index].shown;
  }
  const uint32_t units = uint32_t{sum->first.units} + sum->second.units;
  if (sum->first.units >= kUnitsMin || sum->second.units == 0) {
    sum->shown = sum->first;
  } else if (sum->first.units == 0) {
    sum->shown = sum->second;
  } else {
    sum->shown = {static_cast<uint32_t>(sum - sums_.data()),
                  static_cast<uint16_t>(std::min(units, kUnitsMin)), true};
  }
}

void Concatenations::SimplifyAll() {
  // What `shown` is before Simplify(): an empty leaf, so that a sum that is
  // met inside of itself is one.
  std::vector<bool> is_opened(sums_.size());
  std::vector<uint32_t> open;
  for (uint32_t start = 0; start < sums_.size(); ++start) {
    if (!is_opened[start]) open.push_back(start);
    while (!open.empty()) {
      Sum& sum = sums_[open.back()];
      is_opened[open.back()] = true;
      const size_t before = open.size();
      for (const Part& part : {sum.first, sum.second}) {
        if (part.is_sum && !is_opened[part.index]) open.push_back(part.index);
      }
      if (open.size() != before) continue;
      Simplify(&sum);
      open.pop_back();
    }
  }
}

}  // namespace halfword::analysis
