// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One loop over the rows, each of which is taken off the one above it; then the
// few that are shown are looked into.

#include "analysis/report/accumulations.h"

#include <algorithm>
#include <map>
#include <utility>

namespace halfword::analysis {

namespace {

uint64_t LeastLarge(const ReportTree& tree) {
  return tree.rows.front().retained_bytes / Accumulation::kLargeParts + 1;
}

// By place among found, what is right below and not large, by class.
void FindClasses(const ReportTree& tree, const Figures& figures,
                 std::vector<Accumulation>* found) {
  std::map<uint32_t, Accumulation*> by_row;
  for (Accumulation& one : *found) by_row[one.row] = &one;
  std::map<std::pair<uint32_t, ClassIndex>, std::pair<uint64_t, uint64_t>> sums;
  const auto add = [&](uint32_t row, ClassIndex index, uint64_t count,
                       uint64_t bytes) {
    if (by_row.count(row) == 0) return;
    auto& [count_sum, byte_sum] = sums[{row, index}];
    count_sum += count;
    byte_sum += bytes;
  };
  const uint64_t least = LeastLarge(tree);
  for (const ReportRow& row : tree.rows) {
    if (row.retained_bytes >= least) continue;
    const Node node = figures.tree.nodes[row.place];
    add(row.parent, figures.classes.ClassOf(node), 1, row.retained_bytes);
  }
  for (const Bundle& bundle : tree.bundles) {
    add(bundle.row, bundle.class_index, bundle.count, bundle.bytes);
  }
  for (const auto& [key, sum] : sums) {
    Accumulation& one = *by_row[key.first];
    if (sum.second <= one.class_bytes) continue;
    one.class_index = key.second;
    one.class_count = sum.first;
    one.class_bytes = sum.second;
  }
}

}  // namespace

std::vector<Accumulation> FindAccumulations(const ReportTree& tree,
                                            const Figures& figures,
                                            size_t count_max) {
  std::vector<Accumulation> found;
  if (tree.rows.empty()) return found;
  const uint64_t least = LeastLarge(tree);
  std::vector<uint64_t> bytes(tree.rows.size());
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    const uint64_t retained = tree.rows[row].retained_bytes;
    if (retained < least) continue;
    bytes[row] += retained;
    if (row != 0) bytes[tree.rows[row].parent] -= retained;
  }
  const uint64_t least_shown =
      tree.rows.front().retained_bytes / Accumulation::kShownParts + 1;
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    if (bytes[row] < least_shown) continue;
    found.push_back({.row = row, .bytes = bytes[row]});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Accumulation& a, const Accumulation& b) {
                     return a.bytes > b.bytes;
                   });
  if (found.size() > count_max) found.resize(count_max, Accumulation{});
  FindClasses(tree, figures, &found);
  return found;
}

}  // namespace halfword::analysis
