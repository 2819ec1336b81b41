// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What they have in common.

#include "tools/halfword/image_commands.h"

#include <stdexcept>

namespace halfword::tools {

void CheckStatus(const ImageStatus& status) {
  if (!status.ok()) throw std::runtime_error(status.message());
}

std::vector<std::unique_ptr<Command>> AddImageCommands(CLI::App* app) {
  CLI::App* const image =
      app->add_subcommand("image", "Images: heaps in files");
  image->require_subcommand(1);
  image->footer(
      "No program that wrote an image is needed: images describe themselves.\n"
      "\n"
      "Examples:\n"
      "  halfword image info notes.image\n"
      "  halfword image check notes.image --json");
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(MakeImageInfo(image));
  commands.push_back(MakeImageCheck(image));
  return commands;
}

}  // namespace halfword::tools
