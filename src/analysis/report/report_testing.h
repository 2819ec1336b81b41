// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SnapshotWithFigures: a graph of a test, read and computed. Only tests include
// this file.

#ifndef HALFWORD_ANALYSIS_REPORT_REPORT_TESTING_H_
#define HALFWORD_ANALYSIS_REPORT_REPORT_TESTING_H_

#include <string>

#include "analysis/figures.h"
#include "analysis/file/snapshot_testing.h"
#include "analysis/report/report.h"
#include "analysis/report/report_tree.h"

namespace halfword::analysis {

struct SnapshotWithFigures {
  explicit SnapshotWithFigures(const TestGraph& graph)
      : snapshot(Read(graph)),
        figures(ComputeFigures(&snapshot, FigureScope::kNodes)) {}

  ReportTree Cut(const CutLimits& limits) const {
    return CutTree(snapshot.graph, figures, limits);
  }
  Report Make(const ReportLimits& limits = {}) const {
    return MakeReport("folder/a.heapsnapshot", snapshot, figures, limits);
  }

  Snapshot snapshot;
  Figures figures;
};

// A root, and a list of items of 10 bytes, each with a value of 100. Items have
// the ordinals 1, 3, 5 and so on.
inline TestGraph ListGraph(uint32_t length) {
  TestGraph graph = GraphWithRoot();
  uint32_t last = 0;
  for (uint32_t i = 0; i < length; ++i) {
    const uint32_t item = graph.Add("object", "Item", 10);
    const uint32_t value = graph.Add("object", "Value", 100);
    graph.Connect(last, last == 0 ? "shortcut" : "property", "next", item);
    graph.Connect(item, "property", "value", value);
    last = item;
  }
  return graph;
}

// A root, a cache of 8 bytes, and that many entries of 16 bytes in it.
inline TestGraph CacheGraph(uint32_t entry_count) {
  TestGraph graph = GraphWithRoot();
  const uint32_t cache = graph.Add("object", "Cache", 8);
  graph.Connect(0, "shortcut", "cache", cache);
  for (uint32_t i = 0; i < entry_count; ++i) {
    graph.Connect(cache, "property", "entry" + std::to_string(i),
                  graph.Add("object", "Entry", 16));
  }
  return graph;
}

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_REPORT_TESTING_H_
