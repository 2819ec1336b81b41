// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each kind is a test of a node; of those that pass, the topmost ones in the
// tree of dominators are kept.

#include "analysis/findings/leaks.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "analysis/distances.h"
#include "analysis/findings/collection_sizes.h"

namespace halfword::analysis {

namespace {

// Of the heap, so much makes a closure or a dominator worth a look.
constexpr uint64_t kClosureParts = 100;   // 1 %
constexpr uint64_t kDominatorParts = 20;  // 5 %

class LeakFinder {
 public:
  LeakFinder(const Snapshot& snapshot, const Figures& figures)
      : snapshot_(snapshot),
        graph_(snapshot.graph),
        figures_(figures),
        tree_(figures.tree),
        total_bytes_(std::max<uint64_t>(figures.statistics.total_bytes, 1)) {}

  Leaks Find() {
    FindLargestChildren();
    FindClasses();
    Leaks leaks;
    leaks.detached = Topmost(
        [this](uint32_t place) { return IsDetached(tree_.nodes[place]); });
    leaks.closures = Topmost([this](uint32_t place) {
      return IsClosure(tree_.nodes[place]) && Retains(place, kClosureParts);
    });
    for (Suspect& suspect : leaks.closures) suspect.count = 0;
    leaks.collections = FindCollections();
    leaks.dominators = FindDominators(leaks.collections);
    for (std::vector<Suspect>* const kind :
         {&leaks.detached, &leaks.collections, &leaks.closures,
          &leaks.dominators}) {
      std::sort(kind->begin(), kind->end(), RetainsMore);
    }
    return leaks;
  }

 private:
  static bool RetainsMore(const Suspect& a, const Suspect& b) {
    return a.retained_bytes != b.retained_bytes
               ? a.retained_bytes > b.retained_bytes
               : a.node < b.node;
  }

  bool Retains(uint32_t place, uint64_t parts) const {
    return figures_.retained_bytes[place] >= total_bytes_ / parts;
  }

  // Reached by the program, and not where its ways begin.
  bool IsInside(Node node) const {
    const int32_t distance = figures_.distances[node];
    return distance > 1 && distance != kSystemDistance;
  }

  bool IsDetached(Node node) const {
    if (graph_.KindOf(node) != NodeKind::kNative ||
        is_node_class_[figures_.classes.ClassOf(node)]) {
      return false;
    }
    return figures_.is_renamed[node] ||
           snapshot_.strings->TraitsOf(graph_.names[node]).is_detached() ||
           (graph_.has_detachedness &&
            graph_.detachedness[node] == Detachedness::kDetached);
  }

  bool IsClosure(Node node) const {
    return graph_.KindOf(node) == NodeKind::kClosure ||
           (graph_.KindOf(node) == NodeKind::kObject &&
            is_context_class_[figures_.classes.ClassOf(node)]);
  }

  // Of an array the object that has it to itself.
  uint32_t OwnerOf(uint32_t place) const {
    if (graph_.KindOf(tree_.nodes[place]) != NodeKind::kArray) return place;
    const uint32_t owner = tree_.parents[place];
    const Node node = tree_.nodes[owner];
    return graph_.KindOf(node) == NodeKind::kObject && IsInside(node) ? owner
                                                                      : place;
  }

  // What it retains is in many parts: below it nothing has half of it.
  bool Accumulates(uint32_t place) const {
    const Node node = tree_.nodes[place];
    return graph_.KindOf(node) != NodeKind::kSynthetic && IsInside(node) &&
           Retains(place, kDominatorParts) &&
           largest_children_[place] < figures_.retained_bytes[place] / 2;
  }

  void FindLargestChildren() {
    largest_children_.resize(tree_.count());
    for (uint32_t place = 1; place < tree_.count(); ++place) {
      uint64_t& largest = largest_children_[tree_.parents[place]];
      largest = std::max(largest, figures_.retained_bytes[place]);
    }
  }

  // Contexts are the variables that functions of one scope share. What Node.js
  // itself has made is of no document: it calls detached what its scripts own.
  void FindClasses() {
    const ClassTable& classes = figures_.classes;
    is_context_class_.resize(classes.count());
    is_node_class_.resize(classes.count());
    for (ClassIndex i = 0; i < classes.count(); ++i) {
      const std::string& name = classes.NameOf(i);
      is_context_class_[i] =
          name == "system / Context" || name.starts_with("system / Context / ");
      is_node_class_[i] = name.starts_with("Detached Node / ");
    }
  }

  // Parents come first in the tree. Counts what passes below each, too.
  template <typename Test>
  std::vector<Suspect> Topmost(Test passes) const {
    constexpr uint32_t kNone = UINT32_MAX;
    std::vector<Suspect> found;
    std::vector<uint32_t> above(tree_.count(), kNone);  // which of them
    for (uint32_t place = 0; place < tree_.count(); ++place) {
      if (place != 0) above[place] = above[tree_.parents[place]];
      if (!passes(place)) continue;
      if (above[place] == kNone) {
        above[place] = static_cast<uint32_t>(found.size());
        found.push_back(
            {tree_.nodes[place], 0, figures_.retained_bytes[place]});
      }
      ++found[above[place]].count;
    }
    return found;
  }

  std::vector<Suspect> FindCollections() const {
    const std::vector<uint32_t> sizes =
        FindCollectionSizes(snapshot_, figures_);
    std::vector<Suspect> found;
    for (uint32_t place = 0; place < tree_.count(); ++place) {
      const Node node = tree_.nodes[place];
      if (sizes[node] < kReferencesMin || !IsInside(node)) continue;
      found.push_back({node, sizes[node], figures_.retained_bytes[place]});
    }
    return found;
  }

  // The table of a map is the map. What is listed as a collection is left out.
  std::vector<Suspect> FindDominators(
      const std::vector<Suspect>& collections) const {
    std::unordered_set<Node> listed;
    for (const Suspect& suspect : collections) listed.insert(suspect.node);
    std::vector<bool> is_found(tree_.count());  // or lies below one
    std::vector<Suspect> found;
    for (uint32_t place = 0; place < tree_.count(); ++place) {
      if (place != 0 && is_found[tree_.parents[place]]) is_found[place] = true;
      if (is_found[place] || !Accumulates(place)) continue;
      const uint32_t owner = OwnerOf(place);
      is_found[place] = true;
      is_found[owner] = true;
      const Node node = tree_.nodes[owner];
      if (!listed.insert(node).second) continue;
      found.push_back({node, 0, figures_.retained_bytes[owner]});
    }
    return found;
  }

  const Snapshot& snapshot_;
  const HeapGraph& graph_;
  const Figures& figures_;
  const DominatorTree& tree_;
  const uint64_t total_bytes_;
  std::vector<uint64_t> largest_children_;  // by place
  // By class.
  std::vector<bool> is_context_class_;
  std::vector<bool> is_node_class_;
};

}  // namespace

Leaks FindLeaks(const Snapshot& snapshot, const Figures& figures,
                const Progress& progress) {
  if (progress) progress("looking for leaks", 0);
  return LeakFinder(snapshot, figures).Find();
}

}  // namespace halfword::analysis
