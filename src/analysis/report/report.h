// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Report: what a page shows of one snapshot, as figures and texts that are
// ready to be shown. It is bounded, however large the snapshot is.

#ifndef HALFWORD_ANALYSIS_REPORT_REPORT_H_
#define HALFWORD_ANALYSIS_REPORT_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"
#include "analysis/report/accumulations.h"
#include "analysis/report/object_labels.h"
#include "analysis/report/report_tree.h"

namespace halfword::analysis {

struct ReportLimits {
  CutLimits tree = {};
  size_t class_count = 3000;
  size_t accumulation_count = 10;
  // Of a name in the page.
  size_t name_bytes = 120;
};

// An object that has a row in the tree.
struct ReportObject {
  uint32_t id;
  std::string name;
  std::string class_name;
  int32_t distance;
  ObjectGroup group;
};

// A bundle of the tree.
struct ReportBundle {
  std::string class_name;
  ObjectGroup group;
};

struct Report {
  std::string file_name;  // without folders
  std::string producer;
  uint64_t file_bytes = 0;
  uint64_t node_count = 0;
  uint64_t edge_count = 0;
  uint64_t string_count = 0;
  uint64_t extra_native_bytes = 0;  // of total_bytes, of no node
  SnapshotStatistics statistics;
  // What retains most; and the sums of those that are left out.
  std::vector<ClassRow> classes = {};
  uint64_t other_class_count = 0;
  ClassRow other_classes = {};
  ReportTree tree = {};
  std::vector<ReportObject> objects = {};  // by row of the tree
  std::vector<ReportBundle> bundles = {};  // by bundle of the tree
  std::vector<Accumulation> accumulations = {};
  std::vector<std::string> accumulated_classes = {};  // by accumulation
};

// Objects that rows of the tree show: a row may be of many levels, each with
// one.
uint64_t CountShownObjects(const Report& report);

// path: as it was given to ReadSnapshot(). Requires: figures are those of
// nodes.
Report MakeReport(const std::string& path, const Snapshot& snapshot,
                  const Figures& figures, const ReportLimits& limits = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_REPORT_H_
