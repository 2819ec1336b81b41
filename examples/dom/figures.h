// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Figures: what one build measured, and Report: what a run prints. A field is
// named as its key in the JSON document that --json prints, which is also how a
// program hands its figures to the one that compares.

#ifndef EXAMPLES_DOM_FIGURES_H_
#define EXAMPLES_DOM_FIGURES_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace dom {

// Times are processor time; times and sizes are medians of the repetitions.
struct Figures {
  std::string kind;  // "32", "64" or "malloc"
  uint64_t node_count = 0;
  double bytes_per_node = 0;  // total_bytes / node_count
  uint64_t total_bytes = 0;   // what the objects take; see NodeHeap
  double build_ms = 0;        // gumbo's tree to ours
  double traverse_ms = 0;     // one walk that reads every node
  double collect_ms = 0;      // a full collection with every node alive; or 0
  double remove_half_ms = 0;  // to unlink half of the nodes and free them
  uint64_t bytes_after_half_removed = 0;
  uint64_t attribute_count = 0;
  uint64_t text_bytes = 0;
  uint32_t checksum = 0;  // the same in every build

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(Figures, kind, node_count, bytes_per_node,
                                 total_bytes, build_ms, traverse_ms, collect_ms,
                                 remove_half_ms, bytes_after_half_removed,
                                 attribute_count, text_bytes, checksum)
};

struct Report {
  std::vector<std::string> files;
  uint64_t html_bytes = 0;
  std::vector<Figures> builds;

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(Report, files, html_bytes, builds)
};

}  // namespace dom

#endif  // EXAMPLES_DOM_FIGURES_H_
