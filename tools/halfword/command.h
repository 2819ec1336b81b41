// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Command: a subcommand of the program. It adds its options to the command
// line, and keeps what was chosen until Run().

#ifndef TOOLS_HALFWORD_COMMAND_H_
#define TOOLS_HALFWORD_COMMAND_H_

#include <CLI/CLI.hpp>

#include "tools/halfword/exit_status.h"

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

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_COMMAND_H_
