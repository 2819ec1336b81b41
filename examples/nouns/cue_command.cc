// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword-nouns cue`: from a jam to an image.

#include <stdexcept>
#include <string>
#include <vector>

#include "examples/nouns/command.h"
#include "examples/nouns/cue.h"
#include "examples/nouns/input_file.h"
#include "examples/nouns/noun_image.h"

namespace nouns {
namespace {

class CueCommand final : public Command {
 public:
  explicit CueCommand(CLI::App* parent) {
    app_ = parent->add_subcommand("cue", "Keep the noun of a jam in an image");
    app_->add_option("JAM", path_, "A jam")->required();
    app_->add_option("--image", image_, "The image to make")->required();
    app_->add_flag("--force", replaces_, "Replace the noun of an image");
  }

  ExitStatus Run() override {
    // The jam first: what is no jam makes no image.
    const std::vector<uint8_t> jam = ReadInputFile(path_);
    const bool is_new = !IsImage(image_);
    const auto image =
        OpenNounImage(image_, replaces_ ? ImageUse::kReplace : ImageUse::kMake);
    auto& handle = image->GetAllocationHandle();
    try {
      SaveNoun(*image, halfword::MakeGarbageCollected<NounRoot>(
                           handle, Cue(handle, jam), CountPaddingBytes(jam)));
    } catch (const std::exception& error) {
      // An image that was made for nothing.
      if (is_new) std::remove(image_.c_str());
      if (dynamic_cast<const CueError*>(&error) == nullptr) throw;
      throw std::runtime_error(path_ + ": " + error.what());
    }
    return ExitStatus::kDone;
  }

 private:
  std::string path_;
  std::string image_;
  bool replaces_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeCue(CLI::App* parent) {
  return std::make_unique<CueCommand>(parent);
}

}  // namespace nouns
