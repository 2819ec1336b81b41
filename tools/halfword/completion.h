// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Completion of command lines: scripts for shells, written from what the
// command line knows of itself, so that they cannot differ from it.

#ifndef TOOLS_HALFWORD_COMPLETION_H_
#define TOOLS_HALFWORD_COMPLETION_H_

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "tools/halfword/command.h"

namespace halfword::tools {

// app: of the whole program, with all that its subcommands have.
std::string BashCompletion(const CLI::App& app);
std::string ZshCompletion(const CLI::App& app);
std::string FishCompletion(const CLI::App& app);

// `halfword completion`.
std::unique_ptr<Command> MakeCompletion(CLI::App* app);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_COMPLETION_H_
