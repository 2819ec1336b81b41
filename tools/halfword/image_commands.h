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

// What commands that read an image and write a file have in common.
class ImageOutput {
 public:
  // IN, OUT and --force. what: what OUT will be.
  void AddTo(CLI::App* app, const std::string& what);

  const std::string& in() const { return in_; }
  const std::string& out() const { return out_; }
  bool replaces() const { return replaces_; }

  // Throws where OUT is there and must not be, or is IN.
  void CheckOut() const;

 private:
  std::string in_;
  std::string out_;
  bool replaces_ = false;
};

std::unique_ptr<Command> MakeImageInfo(CLI::App* parent);
std::unique_ptr<Command> MakeImageCheck(CLI::App* parent);
std::unique_ptr<Command> MakeImagePack(CLI::App* parent);
std::unique_ptr<Command> MakeImageMigrate(CLI::App* parent);
std::unique_ptr<Command> MakeImageSnapshot(CLI::App* parent);
std::unique_ptr<Command> MakeImageDiff(CLI::App* parent);

// All of them, below `halfword image`.
std::vector<std::unique_ptr<Command>> AddImageCommands(CLI::App* app);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_IMAGE_COMMANDS_H_
