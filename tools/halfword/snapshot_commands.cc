// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What they have in common.

#include "tools/halfword/snapshot_commands.h"

#include <utility>

#include "analysis/file/snapshot_error.h"
#include "tools/halfword/messages.h"

namespace halfword::tools {

DocumentCommand::DocumentCommand(CLI::App* parent, const char* name,
                                 const char* description) {
  app_ = parent->add_subcommand(name, description);
  app_->add_option("FILE", path_,
                   "A .heapsnapshot file, also as .gz or .zst; - is standard "
                   "input")
      ->required();
  app_->add_flag("--json", as_json_, "Print a JSON document");
}

ExitStatus DocumentCommand::Run() {
  Json document;
  {
    ProgressLine line;
    document =
        analysis::WithPath(path_, [&] { return Describe(line.progress()); });
  }
  const std::string text =
      as_json_ ? FormatJson(std::move(document)) : Format(document);
  return PrintResult(text) ? ExitStatus::kDone : ExitStatus::kFailed;
}

std::vector<std::unique_ptr<Command>> AddSnapshotCommands(CLI::App* app) {
  CLI::App* const snapshot = app->add_subcommand(
      "snapshot",
      "Heap snapshots of Node.js, Chrome, Electron, Deno and Halfword");
  snapshot->require_subcommand(1);
  snapshot->footer(
      "Figures are those of the Memory panel of Chrome's DevTools.\n"
      "\n"
      "Examples:\n"
      "  halfword snapshot summary before.heapsnapshot --top 20\n"
      "  halfword snapshot retainers before.heapsnapshot 12345\n"
      "  halfword snapshot report before.heapsnapshot -o before.html\n"
      "  halfword snapshot diff before.heapsnapshot after.heapsnapshot\n"
      "  halfword snapshot diff a.heapsnapshot b.heapsnapshot \\\n"
      "    --fail-on-growth Session=1000000\n"
      "  halfword snapshot export a.heapsnapshot --format parquet -o a");
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(MakeSnapshotInfo(snapshot));
  commands.push_back(MakeSnapshotSummary(snapshot));
  commands.push_back(MakeSnapshotDominators(snapshot));
  commands.push_back(MakeSnapshotRetainers(snapshot));
  commands.push_back(MakeSnapshotObject(snapshot));
  commands.push_back(MakeSnapshotObjects(snapshot));
  commands.push_back(MakeSnapshotDiff(snapshot));
  commands.push_back(MakeSnapshotDuplicates(snapshot));
  commands.push_back(MakeSnapshotLeaks(snapshot));
  commands.push_back(MakeSnapshotReport(snapshot));
  commands.push_back(MakeSnapshotExport(snapshot));
  return commands;
}

}  // namespace halfword::tools
