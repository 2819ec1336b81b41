// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nodes are known by their depth-first numbers here, from 0 for the root.
//
// An edge from a lower number to a higher one says that the lower may be the
// semidominator, at any time. Only the others need the forest of what was done
// before, and only they are kept, by their targets, in the memory that all
// edges had.

#include "analysis/dominators.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/ancestor_jumps.h"

namespace halfword::analysis {

namespace {

constexpr uint32_t kUnseen = UINT32_MAX;
// Of the first of a source's targets.
constexpr uint32_t kMark = uint32_t{1} << 31;
// Steps up to dominators, on average, after which ways are taken to be long.
constexpr uint32_t kStepsANode = 16;
static_assert(HeapGraph::kNodeCountMax <= kMark);
// Numbers: a system call each.
constexpr uint32_t kGivenBackAtOnce = 1 << 16;

class SemiNca {
 public:
  SemiNca(HeapGraph* graph, const std::vector<bool>& is_page_node)
      : graph_(*graph), is_page_(is_page_node) {}

  DominatorTree Run() {
    NumberNodes();
    FindCandidates();
    SortSources();
    ListNodes();
    FindSemidominators();
    FindParents();
    return {std::move(nodes_), std::move(dominators_)};
  }

 private:
  bool Counts(Node source, uint32_t place, Edge edge) const {
    EdgeKind kind = edge.kind;
    if (kind == EdgeKind::kSpecial) {
      const SpecialEdge& special = graph_.SpecialOf(place);
      if (special.is_of_table) return false;
      kind = special.kind;
    }
    if (kind == EdgeKind::kWeak || source == edge.target) return false;
    if (source == graph_.root) return true;
    if (kind == EdgeKind::kShortcut) return false;
    return !is_page_[edge.target] || is_page_[source];
  }

  // Those that no edge leads to.
  std::vector<Node> FindOrphans() const {
    const Node node_count = graph_.node_count();
    std::vector<bool> has_parent(node_count);
    has_parent[graph_.root] = true;
    for (Node node = 0; node < node_count; ++node) {
      const uint32_t end = graph_.EndEdge(node);
      for (uint32_t i = graph_.FirstEdge(node); i != end; ++i) {
        const Edge edge = graph_.EdgeAt(i);
        if (Counts(node, i, edge)) has_parent[edge.target] = true;
      }
    }
    std::vector<Node> orphans;
    for (Node node = 0; node < node_count; ++node) {
      if (!has_parent[node]) orphans.push_back(node);
    }
    return orphans;
  }

  // Depth first from the root; orphans are the root's last children. Of the
  // way down, and of no other nodes, the next edges are kept: memory that is
  // not touched is not there.
  void NumberNodes() {
    const std::vector<Node> orphans = FindOrphans();
    const Node node_count = graph_.node_count();
    numbers_.Resize(node_count);
    std::fill(numbers_.begin(), numbers_.end(), kUnseen);
    parents_.Resize(node_count);
    way_nodes_.Resize(node_count);
    way_edges_.Resize(node_count);
    WalkFrom(graph_.root);
    for (const Node orphan : orphans) WalkFrom(orphan);
    way_nodes_.Resize(0);
    way_edges_.Resize(0);
  }

  void WalkFrom(Node start) {
    uint32_t depth = 0;
    uint32_t number = AddNode(start, 0, depth);
    for (;;) {
      const Node node = way_nodes_[depth];
      const Node child = NextChild(node, &way_edges_[depth]);
      if (child != kUnseen) {
        number = AddNode(child, number, ++depth);
      } else if (depth == 0) {
        return;
      } else {
        number = parents_[number];
        --depth;
      }
    }
  }

  uint32_t AddNode(Node node, uint32_t parent, uint32_t depth) {
    numbers_[node] = count_;
    parents_[count_] = parent;
    way_nodes_[depth] = node;
    way_edges_[depth] = graph_.FirstEdge(node);
    return count_++;
  }

  Node NextChild(Node node, uint32_t* next) const {
    const uint32_t end = graph_.EndEdge(node);
    while (*next != end) {
      const uint32_t place = (*next)++;
      const Edge edge = graph_.EdgeAt(place);
      if (numbers_[edge.target] == kUnseen && Counts(node, place, edge)) {
        return edge.target;
      }
    }
    return kUnseen;
  }

  // Semidominators as far as edges to higher numbers tell. Of the other edges,
  // which are moved to the front, the targets' numbers are kept, source by
  // source; the first of each source is marked.
  void FindCandidates() {
    semi_.Resize(count_);
    std::copy(parents_.begin(), parents_.begin() + count_, semi_.begin());
    has_candidates_.resize(graph_.node_count());
    WordArray& edges = graph_.edges;
    uint32_t kept = 0;
    for (Node node = 0; node < graph_.node_count(); ++node) {
      const uint32_t number = numbers_[node];
      if (number == kUnseen) continue;
      uint32_t mark = kMark;
      for (uint32_t i = graph_.FirstEdge(node); i != graph_.EndEdge(node);
           ++i) {
        const Edge edge = graph_.EdgeAt(i);
        if (!Counts(node, i, edge)) continue;
        const uint32_t target = numbers_[edge.target];
        if (number < target) {
          semi_[target] = std::min(semi_[target], number);
        } else {
          edges[kept++] = target | std::exchange(mark, 0);
        }
      }
      has_candidates_[node] = mark == 0;
    }
    edges.Resize(kept);
    graph_.first_edges.Resize(0);
    std::vector<SpecialEdge>().swap(graph_.special_edges);
  }

  // From the targets of each source to the sources of each target.
  void SortSources() {
    WordArray& targets = graph_.edges;
    begins_.Resize(size_t{count_} + 1);
    std::fill(begins_.begin(), begins_.end(), 0);
    for (const uint32_t target : targets) ++begins_[target & ~kMark];
    uint32_t sum = 0;
    for (uint32_t& begin : begins_) sum += std::exchange(begin, sum);
    sources_.Resize(sum);
    Node next = 0;
    uint32_t source = 0;
    for (const uint32_t target : targets) {
      if ((target & kMark) != 0) {
        while (!has_candidates_[next]) ++next;
        source = numbers_[next++];
      }
      sources_[begins_[target & ~kMark]++] = source;
    }
    // Each is now where the next began.
    for (size_t i = count_; i > 0; --i) begins_[i] = begins_[i - 1];
    begins_[0] = 0;
    targets.Resize(0);
  }

  // The nodes by their numbers. Behind them are those that only cycles of their
  // own hold: children of the root, all.
  void ListNodes() {
    nodes_.Resize(numbers_.size());
    uint32_t last = count_;
    for (Node node = 0; node < numbers_.size(); ++node) {
      const uint32_t number = numbers_[node];
      nodes_[number == kUnseen ? last++ : number] = node;
    }
    numbers_.Resize(0);
  }

  // From the last number to the first. What a number needs from here on is
  // touched when its turn comes, and what it needed until then given back
  // behind it, so that not all of both is there at any time.
  void FindSemidominators() {
    dominators_.Resize(nodes_.size());
    std::fill(dominators_.begin() + count_, dominators_.end(), 0);
    dominators_[0] = 0;
    labels_.Resize(count_);
    for (uint32_t number = count_; number-- > 1;) {
      dominators_[number] = parents_[number];
      labels_[number] = number;
      uint32_t semi = semi_[number];
      for (uint32_t i = begins_[number]; i != begins_[number + 1]; ++i) {
        semi = std::min(semi, semi_[Evaluate(sources_[i], number)]);
      }
      semi_[number] = semi;
      if (number % kGivenBackAtOnce == 0) {
        sources_.Resize(begins_[number]);
        begins_.Resize(size_t{number} + 1);
      }
    }
    for (WordArray* done : {&begins_, &sources_, &labels_, &parents_}) {
      done->Resize(0);
    }
  }

  // The node with the lowest semidominator on the way up from a node, among
  // those that are done: above `last`. Their ways are made short.
  uint32_t Evaluate(uint32_t number, uint32_t last) {
    if (parents_[number] <= last) return labels_[number];
    path_.clear();
    do {
      path_.push_back(number);
      number = parents_[number];
    } while (parents_[number] > last);
    // From the top down each takes over the better label.
    uint32_t above = number;
    while (!path_.empty()) {
      const uint32_t below = path_.back();
      path_.pop_back();
      if (semi_[labels_[above]] < semi_[labels_[below]]) {
        labels_[below] = labels_[above];
      }
      parents_[below] = parents_[above];
      above = below;
    }
    return labels_[above];
  }

  // The nearest common ancestor of the parent and the semidominator. The way up
  // to it is mostly a step or two; but where a list and a table hold the same
  // objects, it is as long as the list. Then it is taken in jumps.
  void FindParents() {
    uint64_t steps_left = uint64_t{kStepsANode} * count_;
    for (uint32_t number = 1; number < count_; ++number) {
      uint32_t dominator = dominators_[number];
      while (dominator > semi_[number] && steps_left != 0) {
        dominator = dominators_[dominator];
        --steps_left;
      }
      if (steps_left == 0) {
        FindParentsInJumps(number);
        return;
      }
      dominators_[number] = dominator;
    }
  }

  void FindParentsInJumps(uint32_t begin) {
    AncestorJumps jumps(count_);
    for (uint32_t number = 1; number < count_; ++number) {
      if (number >= begin) {
        dominators_[number] =
            jumps.FirstUpTo(semi_[number], dominators_[number], dominators_);
      }
      jumps.Add(number, dominators_[number]);
    }
  }

  HeapGraph& graph_;
  const std::vector<bool>& is_page_;
  uint32_t count_ = 0;   // of nodes that have numbers
  WordArray way_nodes_;  // from where the walk began to where it is
  WordArray way_edges_;  // the next of each
  WordArray numbers_;    // by node
  WordArray nodes_;      // by number, as all that follows
  WordArray parents_;
  WordArray semi_;
  WordArray labels_;
  WordArray dominators_;
  // Sources of edges to lower numbers: those of each target, one after another.
  std::vector<bool> has_candidates_;  // by node
  WordArray begins_;
  WordArray sources_;
  std::vector<uint32_t> path_;
};

}  // namespace

DominatorTree FindDominators(HeapGraph* graph,
                             const std::vector<bool>& is_page_node) {
  return SemiNca(graph, is_page_node).Run();
}

std::vector<uint64_t> FindRetainedBytes(const HeapGraph& graph,
                                        const DominatorTree& tree) {
  std::vector<uint64_t> retained(tree.count());
  for (uint32_t place = tree.count(); place-- > 1;) {
    retained[place] += graph.self_bytes[tree.nodes[place]];
    retained[tree.parents[place]] += retained[place];
  }
  retained[0] += graph.self_bytes[tree.nodes[0]];
  return retained;
}

std::vector<uint32_t> PlacesOf(const DominatorTree& tree) {
  std::vector<uint32_t> places(tree.count());
  for (uint32_t i = 0; i < tree.count(); ++i) places[tree.nodes[i]] = i;
  return places;
}

}  // namespace halfword::analysis
