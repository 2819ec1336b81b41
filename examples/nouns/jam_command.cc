// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword-nouns jam`: from an image to a jam.

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "examples/nouns/command.h"
#include "examples/nouns/jam.h"
#include "examples/nouns/noun_image.h"

namespace nouns {
namespace {

// Complete or not there.
void WriteFile(const std::string& path, const std::vector<uint8_t>& bytes) {
  const std::string temporary = path + ".tmp";
  errno = 0;
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code error(errno, std::generic_category());
  if (file.good()) std::filesystem::rename(temporary, path, error);
  if (!file.good() || error) {
    std::remove(temporary.c_str());
    throw std::runtime_error("cannot write " + path + ": " + error.message());
  }
}

class JamCommand final : public Command {
 public:
  explicit JamCommand(CLI::App* parent) {
    app_ = parent->add_subcommand("jam", "Write the noun of an image as a jam");
    app_->add_option("IMAGE", image_, "An image that cue made")->required();
    app_->add_option("OUT", path_, "The jam to write")->required();
    app_->add_flag("--force", replaces_, "Replace OUT if it exists");
  }

  ExitStatus Run() override {
    if (!replaces_ && std::filesystem::exists(path_)) {
      throw std::runtime_error(path_ + ": it exists; --force replaces it");
    }
    const auto image = OpenNounImage(image_, ImageUse::kRead);
    const NounRoot& root = RootOf(*image, image_);
    WriteFile(path_, Jam(root.noun(), root.padding_bytes()));
    return ExitStatus::kDone;
  }

 private:
  std::string image_;
  std::string path_;
  bool replaces_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeJam(CLI::App* parent) {
  return std::make_unique<JamCommand>(parent);
}

}  // namespace nouns
