// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The order of steps, and when the memory of each is given back.

#include "analysis/figures.h"

#include <utility>

#include "analysis/detachedness.h"
#include "analysis/distances.h"
#include "analysis/shallow_sizes.h"
#include "analysis/user_roots.h"

namespace halfword::analysis {

namespace {

template <typename T>
void Free(std::vector<T>* list) {
  std::vector<T>().swap(*list);
}

}  // namespace

Figures ComputeFigures(Snapshot* snapshot, FigureScope scope,
                       const Progress& progress) {
  HeapGraph& graph = snapshot->graph;
  const StringTable& strings = *snapshot->strings;
  const auto tell = [&progress](const char* phase) {
    if (progress) progress(phase, 0);
  };
  Figures figures;
  tell("finding who owns what");
  figures.is_renamed = SpreadDetachedness(&graph, strings);
  const std::vector<Node> user_roots = FindUserRoots(graph, strings);
  figures.is_page_node = FindPageNodes(graph, strings);
  if (!user_roots.empty()) {
    MoveShallowSizes(&graph, strings, figures.is_renamed);
  }
  figures.statistics = FindStatistics(graph, strings, figures.is_renamed);
  tell("naming classes");
  figures.shapes = FindShapes(*snapshot);
  figures.classes = ClassTable(*snapshot, figures.is_renamed, figures.shapes);
  if (scope == FigureScope::kSummary) {
    Free(&figures.is_renamed);
    Free(&graph.kinds);
    Free(&graph.detachedness);
    Free(&graph.names);
    Free(&graph.array_elements);
    snapshot->locations = Locations();
    snapshot->plain_objects = PropertyLists();
  }
  tell("measuring distances");
  figures.distances = FindDistances(graph, user_roots);
  figures.class_rows = CountByClass(graph, figures.classes, figures.distances);
  if (scope == FigureScope::kSummary) Free(&figures.distances);
  tell("finding dominators");
  figures.tree = FindDominators(&graph, figures.is_page_node);
  figures.retained_bytes = FindRetainedBytes(graph, figures.tree);
  tell("counting by class");
  FinishClassRows(graph, figures.classes, figures.tree, figures.retained_bytes,
                  &figures.class_rows);
  return figures;
}

}  // namespace halfword::analysis
