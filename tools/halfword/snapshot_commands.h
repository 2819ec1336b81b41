// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The subcommands of `halfword snapshot`.

#ifndef TOOLS_HALFWORD_SNAPSHOT_COMMANDS_H_
#define TOOLS_HALFWORD_SNAPSHOT_COMMANDS_H_

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "analysis/file/progress.h"
#include "tools/halfword/command.h"
#include "tools/halfword/exit_status.h"
#include "tools/halfword/json.h"

namespace halfword::tools {

// One that describes one file: as a document, or as what people read of it.
class DocumentCommand : public Command {
 public:
  ExitStatus Run() final;

 protected:
  DocumentCommand(CLI::App* parent, const char* name, const char* description);

  virtual Json Describe(const analysis::Progress& progress) const = 0;
  virtual std::string Format(const Json& document) const = 0;

  const std::string& path() const { return path_; }
  bool as_json() const { return as_json_; }

 private:
  std::string path_;
  bool as_json_ = false;
};

std::unique_ptr<Command> MakeSnapshotInfo(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotSummary(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotDominators(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotRetainers(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotObject(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotObjects(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotDiff(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotDuplicates(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotLeaks(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotReport(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotExport(CLI::App* parent);

// All of them, below `halfword snapshot`.
std::vector<std::unique_ptr<Command>> AddSnapshotCommands(CLI::App* app);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_SNAPSHOT_COMMANDS_H_
