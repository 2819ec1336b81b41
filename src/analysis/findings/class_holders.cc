// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over the edges, counted by class and name.

#include "analysis/findings/class_holders.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/file/edge_walk.h"

namespace halfword::analysis {

namespace {

constexpr NameSlot kElements = UINT32_MAX;

}  // namespace

std::vector<ClassHolder> FindClassHolders(const Snapshot& snapshot,
                                          const Figures& figures,
                                          const std::vector<Node>& nodes) {
  std::vector<bool> is_held(snapshot.graph.node_count());
  for (const Node node : nodes) is_held[node] = true;
  std::map<std::pair<ClassIndex, NameSlot>, uint64_t> counts;
  EdgeWalk walk(snapshot);
  while (walk.NextSource()) {
    if (walk.source() == snapshot.graph.root) continue;
    while (const auto edge = walk.NextEdge()) {
      if (!is_held[edge->target] || edge->type.kind == EdgeKind::kWeak) {
        continue;
      }
      ++counts[{figures.classes.ClassOf(walk.source()),
                edge->type.has_index ? kElements : edge->name}];
    }
  }
  std::vector<NameSlot> slots;
  for (const auto& [key, count] : counts) {
    if (key.second != kElements) slots.push_back(key.second);
  }
  std::sort(slots.begin(), slots.end());
  const std::vector<std::string> texts = snapshot.strings->TextsOf(slots);
  const auto text_of = [&](NameSlot slot) -> std::string {
    if (slot == kElements) return "[]";
    return texts[static_cast<size_t>(
        std::lower_bound(slots.begin(), slots.end(), slot) - slots.begin())];
  };
  // Of two strings of one text only one is shown.
  std::map<std::pair<ClassIndex, std::string>, uint64_t> by_text;
  for (const auto& [key, count] : counts) {
    by_text[{key.first, text_of(key.second)}] += count;
  }
  std::vector<ClassHolder> holders;
  for (const auto& [key, count] : by_text) {
    holders.push_back({key.first, key.second, count});
  }
  std::stable_sort(holders.begin(), holders.end(),
                   [](const ClassHolder& a, const ClassHolder& b) {
                     return a.count > b.count;
                   });
  return holders;
}

}  // namespace halfword::analysis
