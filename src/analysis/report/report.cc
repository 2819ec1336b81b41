// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Choosing, naming, and cutting names.

#include "analysis/report/report.h"

#include <algorithm>

#include "analysis/file/producer.h"
#include "analysis/node_browser.h"
#include "analysis/report/shown_text.h"

namespace halfword::analysis {

namespace {

std::string FileNameOf(const std::string& path) {
  if (path == "-") return "standard input";
  return path.substr(path.rfind('/') + 1);
}

void AddClasses(const std::vector<ClassRow>& rows, const ReportLimits& limits,
                Report* report) {
  const size_t shown = std::min(rows.size(), limits.class_count);
  report->classes.assign(rows.begin(),
                         rows.begin() + static_cast<ptrdiff_t>(shown));
  for (ClassRow& row : report->classes) {
    row.name = ShownText(row.name, limits.name_bytes);
  }
  ClassRow& others = report->other_classes;
  for (size_t i = shown; i < rows.size(); ++i) {
    others.distance = i == shown ? rows[i].distance
                                 : std::min(others.distance, rows[i].distance);
    others.count += rows[i].count;
    others.shallow_bytes += rows[i].shallow_bytes;
  }
  report->other_class_count = rows.size() - shown;
}

ObjectGroup GroupAt(const Snapshot& snapshot, const Figures& figures,
                    Node node) {
  const KnownName name =
      figures.is_renamed[node]
          ? KnownName::kNone
          : snapshot.strings->TraitsOf(snapshot.graph.names[node]).known();
  return GroupOf(snapshot.graph.KindOf(node), name);
}

void AddTree(const Snapshot& snapshot, const Figures& figures,
             const ReportLimits& limits, Report* report) {
  const NodeBrowser browser(snapshot, figures.is_renamed);
  const auto class_name = [&](ClassIndex index) {
    return ShownText(figures.classes.NameOf(index), limits.name_bytes);
  };
  report->tree = CutTree(snapshot.graph, figures, limits.tree);
  for (const ReportRow& row : report->tree.rows) {
    const Node node = figures.tree.nodes[row.place];
    const std::string name =
        LabelOf(snapshot.graph.KindOf(node), browser.NameOf(node));
    report->objects.push_back(
        {.id = browser.DetailsOf(node).id,
         .name = ShownText(name, limits.name_bytes),
         .class_name = class_name(figures.classes.ClassOf(node)),
         .distance = figures.distances[node],
         .group = GroupAt(snapshot, figures, node)});
  }
  for (const Bundle& bundle : report->tree.bundles) {
    const Node node = figures.tree.nodes[bundle.first_place];
    report->bundles.push_back({.class_name = class_name(bundle.class_index),
                               .group = GroupAt(snapshot, figures, node)});
  }
  report->accumulations =
      FindAccumulations(report->tree, figures, limits.accumulation_count);
  for (const Accumulation& found : report->accumulations) {
    report->accumulated_classes.push_back(
        found.class_count == 0 ? "" : class_name(found.class_index));
  }
}

}  // namespace

uint64_t CountShownObjects(const Report& report) {
  uint64_t count = 0;
  for (const ReportRow& row : report.tree.rows) count += row.level_count;
  return count;
}

Report MakeReport(const std::string& path, const Snapshot& snapshot,
                  const Figures& figures, const ReportLimits& limits) {
  const SnapshotHeader& header = snapshot.sections.header;
  Report report = {.file_name = ShownText(FileNameOf(path), limits.name_bytes),
                   .producer = FindProducer(*snapshot.file, snapshot.sections),
                   .file_bytes = snapshot.file->bytes(),
                   .node_count = header.node_count,
                   .edge_count = header.edge_count,
                   .string_count = snapshot.strings->count(),
                   .extra_native_bytes = header.extra_native_bytes,
                   .statistics = figures.statistics};
  AddClasses(figures.class_rows, limits, &report);
  AddTree(snapshot, figures, limits, &report);
  return report;
}

}  // namespace halfword::analysis
