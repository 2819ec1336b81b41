// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Distances are known; of the edges that lead to a node from one that is
// nearer, the one from the nearest counts, of these the first of the file.

#include "analysis/findings/ways.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#define XXH_INLINE_ALL
#include "analysis/distances.h"
#include "analysis/file/edge_walk.h"
#include "xxhash.h"

namespace halfword::analysis {

Ways::Ways(const Snapshot& snapshot, const Figures& figures)
    : strings_(*snapshot.strings),
      sources_(snapshot.graph.node_count(), kNone),
      names_(snapshot.graph.node_count()),
      has_index_(snapshot.graph.node_count()) {
  const std::vector<int32_t>& distances = figures.distances;
  EdgeWalk walk(snapshot);
  while (walk.NextSource()) {
    const Node source = walk.source();
    if (distances[source] == kNoDistance) continue;
    while (const auto edge = walk.NextEdge()) {
      const Node target = edge->target;
      // User roots are where ways begin.
      if (edge->type.kind == EdgeKind::kWeak || distances[target] <= 1 ||
          distances[source] >= distances[target]) {
        continue;
      }
      const Node known = sources_[target];
      if (known != kNone && distances[known] <= distances[source]) continue;
      sources_[target] = source;
      names_[target] = edge->name;
      has_index_[target] = edge->type.has_index;
    }
  }
}

std::vector<WayStep> Ways::To(Node node) const {
  return Collect(node, Indexes::kShown);
}

std::vector<WayStep> Ways::FoldedTo(Node node) const {
  return Collect(node, Indexes::kFolded);
}

std::vector<WayStep> Ways::Collect(Node node, Indexes indexes) const {
  std::vector<WayStep> way;
  for (;;) {
    WayStep& step = way.emplace_back(WayStep{node, ""});
    if (sources_[node] == kNone) break;
    if (indexes == Indexes::kFolded && IsSlot(node)) {
      step.edge = "[]";
    } else {
      step.edge = has_index_[node] ? std::to_string(names_[node])
                                   : strings_.TextOf(names_[node]);
    }
    node = sources_[node];
  }
  std::reverse(way.begin(), way.end());
  return way;
}

// Properties may be called by numbers, too; those are elements in V8.
bool Ways::IsSlot(Node node) const {
  return has_index_[node] || strings_.TraitsOf(names_[node]).is_number();
}

// A way's hash follows from that of the way to the step before.
std::vector<Ways::Group> Ways::GroupByWay(const std::vector<Node>& nodes,
                                          const ClassTable& classes) const {
  constexpr uint64_t kUnknown = 0;
  std::vector<uint64_t> hashes(sources_.size(), kUnknown);
  std::unordered_map<uint64_t, size_t> by_hash;
  std::vector<Group> groups;
  std::vector<Node> steps;
  for (const Node node : nodes) {
    Node known = node;
    for (; known != kNone && hashes[known] == kUnknown;
         known = sources_[known]) {
      steps.push_back(known);
    }
    uint64_t hash = known == kNone ? 1 : hashes[known];
    for (; !steps.empty(); steps.pop_back()) {
      const Node step = steps.back();
      const uint64_t edge =
          sources_[step] == kNone || IsSlot(step) ? UINT32_MAX : names_[step];
      const uint64_t words[] = {hash, edge << 32 | classes.ClassOf(step)};
      hash = XXH3_64bits(words, sizeof(words));
      hash += hash == kUnknown;
      hashes[step] = hash;
    }
    const auto [place, is_new] = by_hash.try_emplace(hash, groups.size());
    if (is_new) groups.push_back({node, 0});
    ++groups[place->second].count;
  }
  std::stable_sort(
      groups.begin(), groups.end(),
      [](const Group& a, const Group& b) { return a.count > b.count; });
  return groups;
}

}  // namespace halfword::analysis
