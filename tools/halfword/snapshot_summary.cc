// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot summary`: the Summary view of DevTools.

#include <fmt/format.h>

#include <algorithm>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/snapshot_error.h"
#include "tools/halfword/json.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/row_limit.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"

namespace halfword::tools {

namespace {

using analysis::ClassRow;
using analysis::Figures;
using analysis::SnapshotStatistics;

class SnapshotSummary final : public Command {
 public:
  explicit SnapshotSummary(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "summary", "Objects by constructor: count, shallow and retained size");
    app_->add_option("FILE", path_, "A .heapsnapshot file; - is standard input")
        ->required();
    limit_.AddTo(app_, "constructors");
    app_->add_flag("--json", as_json_, "Print a JSON document");
  }

  ExitStatus Run() override {
    Figures figures;
    {
      ProgressLine line;
      const analysis::Progress progress = line.progress();
      figures = analysis::WithPath(path_, [&] {
        analysis::Snapshot snapshot = analysis::ReadSnapshot(path_, progress);
        return ComputeFigures(&snapshot, analysis::FigureScope::kSummary,
                              progress);
      });
    }
    auto& rows = figures.class_rows;
    const size_t count = rows.size();
    rows.resize(std::min(count, limit_.Count(as_json_)));
    const std::string text =
        as_json_ ? FormatJson(DocumentOf(figures))
                 : Format(figures, limit_.RestLine(rows.size(), count));
    return PrintResult(text) ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  static Json DocumentOf(const Figures& figures) {
    const SnapshotStatistics& sums = figures.statistics;
    Json document = {{"total_bytes", sums.total_bytes},
                     {"statistics",
                      {{"total_bytes", sums.total_bytes},
                       {"native_bytes", sums.native_bytes},
                       {"typed_array_bytes", sums.typed_array_bytes},
                       {"code_bytes", sums.code_bytes},
                       {"string_bytes", sums.string_bytes},
                       {"js_array_bytes", sums.js_array_bytes},
                       {"system_bytes", sums.system_bytes}}},
                     {"classes", Json::array()}};
    for (const ClassRow& row : figures.class_rows) {
      document["classes"].push_back({{"name", row.name},
                                     {"count", row.count},
                                     {"distance", row.distance},
                                     {"shallow_bytes", row.shallow_bytes},
                                     {"retained_bytes", row.retained_bytes}});
    }
    return document;
  }

  static std::string Format(const Figures& figures, const std::string& rest) {
    const uint64_t total = figures.statistics.total_bytes;
    Table table(
        {"constructor", "count", "distance", "shallow", "retained", "of all"});
    for (const ClassRow& row : figures.class_rows) {
      const double share = total == 0
                               ? 0
                               : static_cast<double>(row.retained_bytes) /
                                     static_cast<double>(total);
      table.Add({row.name, FormatCount(row.count), FormatDistance(row.distance),
                 FormatBytes(row.shallow_bytes),
                 FormatBytes(row.retained_bytes),
                 fmt::format("{:.0f} %", share * 100)});
    }
    return table.Format() + rest +
           fmt::format("Total: {}\n", FormatBytes(total));
  }

  std::string path_;
  RowLimit limit_ = RowLimit(30);
  bool as_json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotSummary(CLI::App* parent) {
  return std::make_unique<SnapshotSummary>(parent);
}

}  // namespace halfword::tools
