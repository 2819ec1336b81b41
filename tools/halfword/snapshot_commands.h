// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The subcommands of `halfword snapshot`. Each adds its options to the command
// line, and keeps what was chosen until Run().

#ifndef TOOLS_HALFWORD_SNAPSHOT_COMMANDS_H_
#define TOOLS_HALFWORD_SNAPSHOT_COMMANDS_H_

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "analysis/file/progress.h"
#include "tools/halfword/exit_status.h"
#include "tools/halfword/json.h"

namespace halfword::tools {

class Command {
 public:
  virtual ~Command() = default;

  // Whether the command line has chosen this one.
  bool is_chosen() const { return app_->parsed(); }
  // Throws analysis::SnapshotError.
  virtual ExitStatus Run() = 0;

 protected:
  CLI::App* app_ = nullptr;
};

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
std::unique_ptr<Command> MakeSnapshotDiff(CLI::App* parent);
std::unique_ptr<Command> MakeSnapshotExport(CLI::App* parent);

// All of them, below `halfword snapshot`.
std::vector<std::unique_ptr<Command>> AddSnapshotCommands(CLI::App* app);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_SNAPSHOT_COMMANDS_H_
