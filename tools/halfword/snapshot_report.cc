// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot report`: one page that shows a snapshot, to look at in a
// browser and to pass on.
//
// An existing page is replaced, as compilers do, when the new one is complete;
// the snapshot itself is not.

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/report/report.h"
#include "analysis/report/report_page.h"
#include "base/output_file.h"
#include "tools/halfword/json.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/output_name.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/snapshot_commands.h"

namespace halfword::tools {

namespace {

bool IsSameFile(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

class SnapshotReport final : public Command {
 public:
  explicit SnapshotReport(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "report", "One page for a browser: what holds the heap, as maps");
    app_->add_option("FILE", path_, "A .heapsnapshot file; - is standard input")
        ->required();
    app_->add_option("-o,--output", out_,
                     "The page, replaced if it exists; - is standard output")
        ->required()
        ->type_name("OUT.html")
        ->check(ExpectName);
    app_->add_flag("--json", as_json_, "Print a JSON document about the page");
  }

  ExitStatus Run() override {
    if (out_ == "-" && as_json_) {
      PrintError("--json and -o - are both for standard output");
      return ExitStatus::kWrongUsage;
    }
    if (IsSameFile(path_, out_)) {
      PrintError(out_ + ": the page would replace the snapshot");
      return ExitStatus::kFailed;
    }
    return out_ == "-" ? Print() : Write();
  }

 private:
  analysis::Report Analyse() const {
    ProgressLine line;
    const analysis::Progress progress = line.progress();
    return analysis::WithPath(path_, [&] {
      analysis::Snapshot snapshot = analysis::ReadSnapshot(path_, progress);
      const analysis::Figures figures =
          ComputeFigures(&snapshot, analysis::FigureScope::kNodes, progress);
      if (progress) progress("writing the page", 1);
      return MakeReport(path_, snapshot, figures);
    });
  }

  ExitStatus Print() const {
    const bool is_printed = PrintResult(ReportPage(Analyse()));
    return is_printed ? ExitStatus::kDone : ExitStatus::kFailed;
  }

  // The file is opened first: who has no place for it need not wait.
  ExitStatus Write() const {
    internal::OutputFile file(out_);
    if (!file.Open()) return Fail(file);
    const analysis::Report report = Analyse();
    const std::string page = ReportPage(report);
    if (!file.Write(page.data(), page.size())) return Fail(file);
    if (!file.Commit()) return Fail(file);
    const std::string text =
        as_json_ ? FormatJson(Describe(report, page)) : Format(report, page);
    return PrintResult(text) ? ExitStatus::kDone : ExitStatus::kFailed;
  }

  static ExitStatus Fail(const internal::OutputFile& file) {
    PrintError(file.error());
    return ExitStatus::kFailed;
  }

  Json Describe(const analysis::Report& report, const std::string& page) const {
    return {{"file", path_},
            {"report", out_},
            {"report_bytes", page.size()},
            {"total_bytes", report.statistics.total_bytes},
            {"node_count", report.node_count},
            {"shown_nodes", CountShownObjects(report)},
            {"shown_rows", report.tree.rows.size()},
            {"class_count", report.classes.size() + report.other_class_count},
            {"shown_classes", report.classes.size()}};
  }

  std::string Format(const analysis::Report& report,
                     const std::string& page) const {
    return fmt::format("{}: {}, with {} of {} objects\n",
                       PrintableText(out_, SIZE_MAX), FormatBytes(page.size()),
                       FormatCount(CountShownObjects(report)),
                       FormatCount(report.node_count));
  }

  std::string path_;
  std::string out_;
  bool as_json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotReport(CLI::App* parent) {
  return std::make_unique<SnapshotReport>(parent);
}

}  // namespace halfword::tools
