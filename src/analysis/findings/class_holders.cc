// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over the edges, counted by class and name.

#include "analysis/findings/class_holders.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "analysis/file/edge_walk.h"

namespace halfword::analysis {

namespace {

constexpr NameSlot kElements = UINT32_MAX;

struct Key {
  ClassIndex holder;
  ClassIndex owner;
  NameSlot edge;
  auto operator<=>(const Key&) const = default;
};

}  // namespace

std::vector<ClassHolder> FindClassHolders(const Snapshot& snapshot,
                                          const Figures& figures,
                                          const std::vector<Node>& nodes) {
  std::vector<bool> is_held(snapshot.graph.node_count());
  for (const Node node : nodes) is_held[node] = true;
  const std::vector<uint32_t> places = PlacesOf(figures.tree);
  const auto owner_of = [&](Node node) {
    const uint32_t place = places[node];
    if (snapshot.graph.KindOf(node) != NodeKind::kArray || place == 0) {
      return ClassHolder::kNoOwner;
    }
    const Node owner = figures.tree.nodes[figures.tree.parents[place]];
    return snapshot.graph.KindOf(owner) == NodeKind::kObject
               ? figures.classes.ClassOf(owner)
               : ClassHolder::kNoOwner;
  };
  std::map<Key, uint64_t> counts;
  EdgeWalk walk(snapshot);
  while (walk.NextSource()) {
    if (walk.source() == snapshot.graph.root) continue;
    while (const auto edge = walk.NextEdge()) {
      if (!is_held[edge->target] || edge->type.kind == EdgeKind::kWeak) {
        continue;
      }
      const bool is_slot = edge->type.has_index ||
                           (edge->type.kind == EdgeKind::kInternal &&
                            snapshot.strings->TraitsOf(edge->name).is_number());
      ++counts[{figures.classes.ClassOf(walk.source()), owner_of(walk.source()),
                is_slot ? kElements : edge->name}];
    }
  }
  std::vector<NameSlot> slots;
  for (const auto& [key, count] : counts) {
    if (key.edge != kElements) slots.push_back(key.edge);
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  const std::vector<std::string> texts = snapshot.strings->TextsOf(slots);
  const auto text_of = [&](NameSlot slot) -> std::string {
    if (slot == kElements) return "[]";
    return texts[static_cast<size_t>(
        std::lower_bound(slots.begin(), slots.end(), slot) - slots.begin())];
  };
  // Of two strings of one text only one is shown.
  std::map<std::tuple<ClassIndex, ClassIndex, std::string>, uint64_t> by_text;
  for (const auto& [key, count] : counts) {
    by_text[{key.holder, key.owner, text_of(key.edge)}] += count;
  }
  std::vector<ClassHolder> holders;
  for (const auto& [key, count] : by_text) {
    const auto& [holder, owner, edge] = key;
    holders.push_back({holder, owner, edge, count});
  }
  std::stable_sort(holders.begin(), holders.end(),
                   [](const ClassHolder& a, const ClassHolder& b) {
                     return a.count > b.count;
                   });
  return holders;
}

}  // namespace halfword::analysis
