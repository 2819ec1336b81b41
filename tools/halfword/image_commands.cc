// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What they have in common.

#include "tools/halfword/image_commands.h"

#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "tools/halfword/output_name.h"

namespace halfword::tools {

void CheckStatus(const ImageStatus& status) {
  if (!status.ok()) throw std::runtime_error(status.message());
}

void ImageOutput::AddTo(CLI::App* app, const std::string& what) {
  app->add_option("IN", in_, "An image")->required();
  app->add_option("OUT", out_, what)->required()->check(ExpectName);
  app->add_flag("--force", replaces_, "Replace OUT if it is there");
}

void ImageOutput::CheckOut() const {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(out_, error);
  if (!std::filesystem::exists(status)) return;
  if (std::filesystem::equivalent(in_, out_, error)) {
    throw std::runtime_error(out_ + ": it is the image itself");
  }
  if (!replaces_) {
    throw std::runtime_error(out_ + ": it exists; --force replaces it");
  }
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
      "  halfword image check notes.image --json\n"
      "  halfword image pack notes.image packed.image --deduplicate\n"
      "  halfword image migrate old.image new.image --references 32\n"
      "  halfword image snapshot notes.image notes.heapsnapshot\n"
      "  halfword image diff yesterday.image notes.image");
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(MakeImageInfo(image));
  commands.push_back(MakeImageCheck(image));
  commands.push_back(MakeImagePack(image));
  commands.push_back(MakeImageMigrate(image));
  commands.push_back(MakeImageSnapshot(image));
  commands.push_back(MakeImageDiff(image));
  return commands;
}

}  // namespace halfword::tools
