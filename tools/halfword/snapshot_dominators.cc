// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot dominators`: what holds most, as a tree.

#include <fmt/format.h>

#include "analysis/dominator_view.h"
#include "analysis/figures.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/node_browser.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/row_count.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"

namespace halfword::tools {

namespace {

constexpr size_t kDominatorRows = 50;

class SnapshotDominators final : public DocumentCommand {
 public:
  explicit SnapshotDominators(CLI::App* parent)
      : DocumentCommand(
            parent, "dominators",
            "What holds most of the heap, as a tree of dominators") {
    app_->add_option("--top", top_,
                     "Show so many objects; all otherwise with --json, or 50")
        ->type_name("N")
        ->check(ExpectRowCount);
  }

 private:
  size_t RowCount() const {
    if (top_ != 0) return top_;
    return as_json() ? SIZE_MAX : kDominatorRows;
  }

  Json Describe(const analysis::Progress& progress) const override {
    analysis::Snapshot snapshot = analysis::ReadSnapshot(path(), progress);
    const analysis::Figures figures =
        ComputeFigures(&snapshot, analysis::FigureScope::kNodes, progress);
    const analysis::NodeBrowser browser(snapshot, figures.is_renamed);
    Json document = {{"total_bytes", figures.statistics.total_bytes},
                     {"nodes", Json::array()}};
    for (const analysis::DominatorRow& row :
         FindLargest(figures.tree, figures.retained_bytes, RowCount())) {
      const analysis::Node node = figures.tree.nodes[row.place];
      document["nodes"].push_back(
          {{"id", browser.DetailsOf(node).id},
           {"name", browser.NameOf(node)},
           {"class", figures.classes.NameOf(figures.classes.ClassOf(node))},
           {"depth", row.depth},
           {"distance", figures.distances[node]},
           {"self_bytes", snapshot.graph.self_bytes[node]},
           {"retained_bytes", figures.retained_bytes[row.place]}});
    }
    return document;
  }

  std::string Format(const Json& document) const override {
    const auto total = document["total_bytes"].get<double>();
    Table table({"object", "shallow", "retained", "of all"});
    for (const Json& row : document["nodes"]) {
      const std::string indent(2 * row["depth"].get<size_t>(), ' ');
      const auto retained = row["retained_bytes"].get<uint64_t>();
      const double share =
          total == 0 ? 0 : static_cast<double>(retained) / total;
      table.Add({fmt::format("{}{} @{}", indent, row["name"].get<std::string>(),
                             row["id"].dump()),
                 FormatBytes(row["self_bytes"].get<uint64_t>()),
                 FormatBytes(retained), fmt::format("{:.0f} %", share * 100)});
    }
    return table.Format();
  }

  size_t top_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotDominators(CLI::App* parent) {
  return std::make_unique<SnapshotDominators>(parent);
}

}  // namespace halfword::tools
