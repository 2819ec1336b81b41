// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Places in the tree are in an order in which parents come first, so that each
// step is one loop over them, forwards or backwards.

#include "analysis/report/report_tree.h"

#include <algorithm>

#include "analysis/report/long_ways.h"

namespace halfword::analysis {

namespace {

constexpr uint32_t kNoRow = UINT32_MAX;

// The places that may be shown, what retains most first. What is above a place
// comes before it: that retains as much at least, and has a lower number.
std::vector<uint32_t> FindCandidates(const std::vector<uint64_t>& retained,
                                     const WordArray& fronts,
                                     uint64_t least_bytes) {
  std::vector<uint32_t> places;
  for (uint32_t place = 1; place < retained.size(); ++place) {
    if (fronts[place] != place || retained[place] < least_bytes) continue;
    places.push_back(place);
  }
  std::sort(places.begin(), places.end(), [&retained](uint32_t a, uint32_t b) {
    return retained[a] != retained[b] ? retained[a] > retained[b] : a < b;
  });
  return places;
}

// Those to be shown, ascending: with each the one above it.
std::vector<uint32_t> ChoosePlaces(const DominatorTree& tree,
                                   const std::vector<uint32_t>& candidates,
                                   const WordArray& fronts,
                                   const CutLimits& limits) {
  constexpr uint32_t kNotChosen = UINT32_MAX;
  // By place, how many are chosen right below it.
  WordArray child_counts;
  child_counts.Resize(tree.count());
  std::fill(child_counts.begin(), child_counts.end(), kNotChosen);
  std::vector<uint32_t> places = {0};
  child_counts[0] = 0;
  for (const uint32_t place : candidates) {
    if (places.size() >= limits.row_count) break;
    uint32_t& siblings = child_counts[fronts[tree.parents[place]]];
    if (siblings == kNotChosen || siblings == limits.child_count) continue;
    ++siblings;
    child_counts[place] = 0;
    places.push_back(place);
  }
  std::sort(places.begin(), places.end());
  return places;
}

// By place, how many nodes it dominates, itself included.
WordArray CountDominated(const DominatorTree& tree) {
  WordArray counts;
  counts.Resize(tree.count());
  std::fill(counts.begin(), counts.end(), 1);
  for (uint32_t place = tree.count(); place-- > 1;) {
    counts[tree.parents[place]] += counts[place];
  }
  return counts;
}

// By place, the row that it is in or, in the middle of a long way, a part of.
WordArray NumberRows(const std::vector<uint32_t>& places,
                     const WordArray& fronts) {
  WordArray rows;
  rows.Resize(fronts.size());
  std::fill(rows.begin(), rows.end(), kNoRow);
  for (uint32_t row = 0; row < places.size(); ++row) rows[places[row]] = row;
  for (uint32_t place = 0; place < fronts.size(); ++place) {
    if (fronts[place] != place) rows[place] = rows[fronts[place]];
  }
  return rows;
}

// Counts each place with its row, or below that of what dominates it.
void CountPlaces(const HeapGraph& graph, const Figures& figures,
                 const WordArray& rows, const CutLimits& limits,
                 ReportTree* report) {
  const DominatorTree& tree = figures.tree;
  BundleCounter counter;
  for (uint32_t place = 0; place < tree.count(); ++place) {
    const Node node = tree.nodes[place];
    if (rows[place] != kNoRow) {
      ReportRow& row = report->rows[rows[place]];
      ++row.level_count;
      row.self_bytes += graph.self_bytes[node];
      continue;
    }
    const uint32_t above = rows[tree.parents[place]];
    if (above == kNoRow) continue;
    const uint64_t bytes = figures.retained_bytes[place];
    ++report->rows[above].other_count;
    report->rows[above].other_bytes += bytes;
    counter.Add(above, figures.classes.ClassOf(node), place, bytes);
  }
  report->bundles = counter.Take(report->least_bytes, limits.bundle_count);
  for (const Bundle& bundle : report->bundles) {
    report->rows[bundle.row].other_count -= bundle.count;
    report->rows[bundle.row].other_bytes -= bundle.bytes;
  }
}

}  // namespace

ReportTree CutTree(const HeapGraph& graph, const Figures& figures,
                   const CutLimits& limits) {
  const DominatorTree& tree = figures.tree;
  const std::vector<uint64_t>& retained = figures.retained_bytes;
  ReportTree report;
  if (tree.count() == 0) return report;
  report.least_bytes = std::max<uint64_t>(1, retained[0] / limits.part_count);
  const WordArray fronts = FindLongWays(tree, retained, report.least_bytes);
  const std::vector<uint32_t> places =
      ChoosePlaces(tree, FindCandidates(retained, fronts, report.least_bytes),
                   fronts, limits);
  const WordArray rows = NumberRows(places, fronts);
  const WordArray counts = CountDominated(tree);
  for (const uint32_t place : places) {
    report.rows.push_back({.place = place,
                           .parent = rows[tree.parents[place]],
                           .retained_bytes = retained[place],
                           .object_count = counts[place]});
  }
  CountPlaces(graph, figures, rows, limits, &report);
  return report;
}

}  // namespace halfword::analysis
