// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot dominators`: what holds most, as a tree.

#include <fmt/format.h>

#include "analysis/dominator_view.h"
#include "analysis/figures.h"
#include "analysis/node_browser.h"
#include "analysis/snapshot.h"
#include "analysis/snapshot_error.h"
#include "tools/halfword/json.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"

namespace halfword::tools {

namespace {

constexpr size_t kRowsForPeople = 50;

class SnapshotDominators final : public Command {
 public:
  explicit SnapshotDominators(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "dominators", "What holds most of the heap, as a tree of dominators");
    app_->add_option("FILE", path_, "A .heapsnapshot file; - is standard input")
        ->required();
    app_->add_option("--top", top_,
                     "Show so many objects; all otherwise with --json, or 50")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    app_->add_flag("--json", as_json_, "Print a JSON document");
  }

  ExitStatus Run() override {
    Json document;
    {
      ProgressLine line;
      document =
          analysis::WithPath(path_, [&] { return Describe(line.progress()); });
    }
    const std::string text = as_json_ ? FormatJson(document) : Format(document);
    return PrintResult(text) ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  size_t RowCount() const {
    if (top_ != 0) return top_;
    return as_json_ ? SIZE_MAX : kRowsForPeople;
  }

  Json Describe(const analysis::Progress& progress) const {
    analysis::Snapshot snapshot = analysis::ReadSnapshot(path_, progress);
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

  static std::string Format(const Json& document) {
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

  std::string path_;
  size_t top_ = 0;
  bool as_json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotDominators(CLI::App* parent) {
  return std::make_unique<SnapshotDominators>(parent);
}

}  // namespace halfword::tools
