// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword image pack` and `halfword image migrate`: a new image of the same
// objects.

#include <fmt/format.h>

#include "image/image_check.h"
#include "image/offline/image_rewriter.h"
#include "tools/halfword/image_commands.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"

namespace halfword::tools {

namespace {

using internal::ImageAbi;
using internal::ImageView;
using internal::RewriteOptions;
using internal::RewriteReport;

// What both do.
class RewriteCommand : public Command {
 public:
  ExitStatus Run() override {
    files_.CheckOut();
    ImageView view(files_.in());
    CheckStatus(internal::OpenChecked(&view));
    RewriteOptions options = OptionsFor(view.abi());
    options.replaces = files_.replaces();
    RewriteReport report;
    CheckStatus(internal::RewriteImage(view, files_.out(), options, &report));
    return PrintResult(Format(options.target, report)) ? ExitStatus::kDone
                                                       : ExitStatus::kFailed;
  }

 protected:
  virtual RewriteOptions OptionsFor(const ImageAbi& abi) const = 0;

  ImageOutput files_;

 private:
  std::string Format(const ImageAbi& abi, const RewriteReport& report) const {
    std::string text = fmt::format(
        "{}: {} objects, {} of pages where there were {}, {}",
        PrintableText(files_.out()), FormatCount(report.object_count),
        FormatBytes(report.page_count * internal::kPageBytes),
        FormatBytes(report.old_page_count * internal::kPageBytes),
        internal::NameOf(abi));
    if (report.merged_count != 0) {
      text += fmt::format("; {} equal ones merged",
                          FormatCount(report.merged_count));
    }
    return text + '\n';
  }
};

class ImagePack final : public RewriteCommand {
 public:
  explicit ImagePack(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "pack", "Write an image anew, without what is free or dead");
    files_.AddTo(app_, "The image to write");
    app_->add_flag("--deduplicate", merges_equal_,
                   "Make one of equal immutable objects");
    app_->footer(
        "Immutable are objects of classes with HALFWORD_IMMUTABLE, and bytes\n"
        "of Strings. The new image has an id and a place of its own.");
  }

 private:
  RewriteOptions OptionsFor(const ImageAbi& abi) const override {
    RewriteOptions options;
    options.target = abi;
    options.merges_equal = merges_equal_;
    return options;
  }

  bool merges_equal_ = false;
};

class ImageMigrate final : public RewriteCommand {
 public:
  explicit ImageMigrate(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "migrate",
        "Write an image for programs with other references, in the "
        "present version of the format");
    files_.AddTo(app_, "The image to write");
    app_->add_option("--references", reference_bits_,
                     "Bits of a reference; 32 if not given")
        ->check(CLI::IsMember({32, 64}));
    app_->add_option("--virtual-bits", virtual_bits_,
                     "Virtual bits of references; 3 if not given")
        ->check(CLI::IsMember({3, 4}));
    app_->add_flag("--memory-debug", has_canaries_,
                   "For programs built with memory debugging");
    app_->footer(
        "Classes are laid out as compilers do it on Linux. Tables are filled\n"
        "anew where their hashes depend on references; where a program has a\n"
        "hash of its own for such keys, the image is refused.");
  }

 private:
  RewriteOptions OptionsFor(const ImageAbi&) const override {
    RewriteOptions options;
    options.target = {.reference_bits = static_cast<uint8_t>(reference_bits_),
                      .virtual_bits = internal::VirtualBitsInImage(
                          reference_bits_, virtual_bits_),
                      .has_canaries = has_canaries_,
                      .layout = ImageAbi::kLayoutVersion};
    return options;
  }

  int reference_bits_ = 32;
  int virtual_bits_ = 3;
  bool has_canaries_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeImagePack(CLI::App* parent) {
  return std::make_unique<ImagePack>(parent);
}

std::unique_ptr<Command> MakeImageMigrate(CLI::App* parent) {
  return std::make_unique<ImageMigrate>(parent);
}

}  // namespace halfword::tools
