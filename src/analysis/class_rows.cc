// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over the nodes for counts, and one down the dominator tree for what
// classes retain.

#include "analysis/class_rows.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "analysis/file/json_text.h"

namespace halfword::analysis {

namespace {

class RetainedByClass {
 public:
  RetainedByClass(const HeapGraph& graph, const ClassTable& classes,
                  const DominatorTree& tree,
                  const std::vector<uint64_t>& retained)
      : graph_(graph),
        classes_(classes),
        tree_(tree),
        retained_(retained),
        sums_(classes.count()),
        open_(classes.count()) {
    LinkChildren();
  }

  // Depth first, along links; `open_` counts, by class, the nodes above.
  std::vector<uint64_t> Run() {
    for (uint32_t place = 0;;) {
      Enter(place);
      if (first_children_[place] != kNone) {
        place = first_children_[place];
        continue;
      }
      Leave(place);
      while (place != 0 && next_siblings_[place] == kNone) {
        place = tree_.parents[place];
        Leave(place);
      }
      if (place == 0) return std::move(sums_);
      place = next_siblings_[place];
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  void LinkChildren() {
    const uint32_t count = tree_.count();
    for (WordArray* links : {&first_children_, &next_siblings_}) {
      links->Resize(count);
      std::fill(links->begin(), links->end(), kNone);
    }
    for (uint32_t place = count; place-- > 1;) {
      uint32_t& first = first_children_[tree_.parents[place]];
      next_siblings_[place] = first;
      first = place;
    }
  }

  bool IsCounted(uint32_t place) const {
    return graph_.self_bytes[tree_.nodes[place]] != 0;
  }
  void Enter(uint32_t place) {
    if (!IsCounted(place)) return;
    const ClassIndex index = classes_.ClassOf(tree_.nodes[place]);
    if (open_[index]++ == 0) sums_[index] += retained_[place];
  }
  void Leave(uint32_t place) {
    if (IsCounted(place)) --open_[classes_.ClassOf(tree_.nodes[place])];
  }

  const HeapGraph& graph_;
  const ClassTable& classes_;
  const DominatorTree& tree_;
  const std::vector<uint64_t>& retained_;
  std::vector<uint64_t> sums_;
  std::vector<uint32_t> open_;
  WordArray first_children_;
  WordArray next_siblings_;
};

// Rows of one key: the last takes the place of the first, and the others are
// lost, in DevTools and so here.
std::vector<ClassRow> DropShadowed(std::vector<ClassRow> rows,
                                   const ClassTable& classes) {
  std::unordered_map<std::string, size_t> by_key;
  std::vector<ClassRow> kept;
  for (ClassRow& row : rows) {
    const auto [place, is_new] =
        by_key.try_emplace(classes.KeyOf(row.index), kept.size());
    if (is_new) {
      kept.push_back(std::move(row));
    } else {
      kept[place->second] = std::move(row);
    }
  }
  return kept;
}

}  // namespace

std::vector<ClassRow> CountByClass(const HeapGraph& graph,
                                   const ClassTable& classes,
                                   const std::vector<int32_t>& distances) {
  constexpr uint32_t kNoRow = UINT32_MAX;
  std::vector<uint32_t> row_of(classes.count(), kNoRow);
  std::vector<ClassRow> rows;
  for (Node node = 0; node < graph.node_count(); ++node) {
    if (graph.self_bytes[node] == 0) continue;
    const ClassIndex index = classes.ClassOf(node);
    if (row_of[index] == kNoRow) {
      row_of[index] = static_cast<uint32_t>(rows.size());
      rows.push_back({.index = index,
                      .name = classes.NameOf(index),
                      .distance = distances[node]});
    }
    ClassRow& row = rows[row_of[index]];
    ++row.count;
    row.shallow_bytes += graph.self_bytes[node];
    row.distance = std::min(row.distance, distances[node]);
  }
  return rows;
}

void FinishClassRows(const HeapGraph& graph, const ClassTable& classes,
                     const DominatorTree& tree,
                     const std::vector<uint64_t>& retained,
                     std::vector<ClassRow>* rows) {
  const std::vector<uint64_t> sums =
      RetainedByClass(graph, classes, tree, retained).Run();
  for (ClassRow& row : *rows) row.retained_bytes = sums[row.index];
  *rows = DropShadowed(std::move(*rows), classes);
  std::stable_sort(rows->begin(), rows->end(),
                   [](const ClassRow& a, const ClassRow& b) {
                     return a.retained_bytes != b.retained_bytes
                                ? a.retained_bytes > b.retained_bytes
                                : IsLessInUtf16(a.name, b.name);
                   });
}

}  // namespace halfword::analysis
