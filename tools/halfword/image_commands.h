// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The subcommands of `halfword image`.

#ifndef TOOLS_HALFWORD_IMAGE_COMMANDS_H_
#define TOOLS_HALFWORD_IMAGE_COMMANDS_H_

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "halfword/image.h"
#include "tools/halfword/command.h"

namespace halfword::tools {

// Throws what the status says, if that is an error.
void CheckStatus(const ImageStatus& status);

std::unique_ptr<Command> MakeImageInfo(CLI::App* parent);
std::unique_ptr<Command> MakeImageCheck(CLI::App* parent);

// All of them, below `halfword image`.
std::vector<std::unique_ptr<Command>> AddImageCommands(CLI::App* app);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_IMAGE_COMMANDS_H_
