// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Backwards from the object: first over the heaviest holders, to learn how much
// the lightest object of a way may retain at most, then breadth first over
// those that retain so much.

#include "analysis/findings/heaviest_way.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>

#include "analysis/file/edge_walk.h"

namespace halfword::analysis {

namespace {

// Who holds whom: sources by target.
class Holders {
 public:
  explicit Holders(const Snapshot& snapshot)
      : begins_(snapshot.graph.node_count() + size_t{1}) {
    ForEachEdge(snapshot, [this](Node, Node target) { ++begins_[target + 1]; });
    for (size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    sources_.resize(begins_.back());
    std::vector<uint32_t> next(begins_.begin(), begins_.end() - 1);
    ForEachEdge(snapshot, [&](Node source, Node target) {
      sources_[next[target]++] = source;
    });
  }

  template <typename Visit>
  void ForEach(Node target, Visit visit) const {
    for (uint32_t i = begins_[target]; i != begins_[target + 1]; ++i) {
      visit(sources_[i]);
    }
  }

 private:
  template <typename Visit>
  static void ForEachEdge(const Snapshot& snapshot, Visit visit) {
    EdgeWalk walk(snapshot);
    while (walk.NextSource()) {
      while (const auto edge = walk.NextEdge()) {
        if (edge->type.kind == EdgeKind::kWeak) continue;
        visit(walk.source(), edge->target);
      }
    }
  }

  std::vector<uint32_t> begins_;  // and one for the end
  std::vector<Node> sources_;
};

class Search {
 public:
  Search(const Holders& holders, const std::vector<uint64_t>& retained,
         Node node)
      : holders_(holders), retained_(retained), node_(node) {}

  // The way to the object from one of the ends; empty: there is none.
  std::vector<Node> Find(const std::vector<bool>& is_end) const {
    const std::optional<uint64_t> bytes_min = FindBound(is_end);
    if (!bytes_min.has_value()) return {};
    // By node: the step behind it. The object's is itself.
    std::unordered_map<Node, Node> behind = {{node_, node_}};
    std::vector<Node> queue = {node_};
    for (size_t i = 0; i < queue.size(); ++i) {
      if (is_end[queue[i]]) return Follow(behind, queue[i]);
      holders_.ForEach(queue[i], [&](Node holder) {
        if (retained_[holder] >= *bytes_min &&
            behind.try_emplace(holder, queue[i]).second) {
          queue.push_back(holder);
        }
      });
    }
    return {};
  }

 private:
  std::optional<uint64_t> FindBound(const std::vector<bool>& is_end) const {
    std::vector<bool> is_done(retained_.size());
    std::priority_queue<std::pair<uint64_t, Node>> queue;
    queue.emplace(UINT64_MAX, node_);
    while (!queue.empty()) {
      const uint64_t bytes = queue.top().first;
      const Node node = queue.top().second;
      queue.pop();
      if (is_done[node]) continue;
      is_done[node] = true;
      if (is_end[node]) return bytes;
      holders_.ForEach(node, [&](Node holder) {
        if (!is_done[holder]) {
          queue.emplace(std::min(bytes, retained_[holder]), holder);
        }
      });
    }
    return std::nullopt;
  }

  std::vector<Node> Follow(const std::unordered_map<Node, Node>& behind,
                           Node node) const {
    std::vector<Node> way = {node};
    while (node != node_) {
      node = behind.at(node);
      way.push_back(node);
    }
    return way;
  }

  const Holders& holders_;
  const std::vector<uint64_t>& retained_;
  const Node node_;
};

// The first edge from each step to the next.
std::vector<WayStep> NameSteps(const Snapshot& snapshot,
                               const std::vector<Node>& way) {
  std::vector<WayStep> steps;
  std::unordered_map<Node, size_t> places;
  for (const Node node : way) {
    places.emplace(node, steps.size());
    steps.push_back({node, ""});
  }
  EdgeWalk walk(snapshot);
  while (walk.NextSource()) {
    const auto place = places.find(walk.source());
    if (place == places.end() || place->second + 1 == steps.size()) continue;
    WayStep& next = steps[place->second + 1];
    while (const auto edge = walk.NextEdge()) {
      if (edge->target != next.node || edge->type.kind == EdgeKind::kWeak) {
        continue;
      }
      next.edge = edge->type.has_index ? std::to_string(edge->name)
                                       : snapshot.strings->TextOf(edge->name);
      break;
    }
  }
  return steps;
}

}  // namespace

std::vector<WayStep> FindHeaviestWay(
    const Snapshot& snapshot, const std::vector<Node>& user_roots,
    const std::vector<uint64_t>& retained_bytes, Node node) {
  const Holders holders(snapshot);
  const Search search(holders, retained_bytes, node);
  std::vector<bool> is_end(snapshot.graph.node_count());
  for (const Node root : user_roots) is_end[root] = true;
  std::vector<Node> way = search.Find(is_end);
  if (way.empty()) {
    is_end.assign(is_end.size(), false);
    is_end[snapshot.graph.root] = true;
    way = search.Find(is_end);
  }
  if (way.empty()) way = {node};
  return NameSteps(snapshot, way);
}

}  // namespace halfword::analysis
