// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword image diff`: what an image has gained, lost and changed.

#include "image/offline/image_diff.h"

#include <fmt/format.h>

#include "image/image_check.h"
#include "tools/halfword/image_commands.h"
#include "tools/halfword/json.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"

namespace halfword::tools {

namespace {

using internal::ImageDiff;

const char* NameOf(ImageDiff::RootChange change) {
  switch (change) {
    case ImageDiff::RootChange::kAdded:
      return "added";
    case ImageDiff::RootChange::kRemoved:
      return "removed";
    case ImageDiff::RootChange::kChanged:
      break;
  }
  return "changed";
}

int64_t DeltaOf(const ImageDiff::Class& row) {
  return static_cast<int64_t>(row.added_bytes) -
         static_cast<int64_t>(row.removed_bytes);
}

class ImageDiffCommand final : public Command {
 public:
  explicit ImageDiffCommand(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "diff", "What each class has gained and lost between two images");
    app_->add_option("A", older_, "An image, the older one")->required();
    app_->add_option("B", newer_, "Another, or a later state of it")
        ->required();
    app_->add_flag("--json", as_json_, "Print a JSON document");
    app_->footer(
        "Of two states of one image, an object is the same if it has the same\n"
        "place, class and size, and has changed if its bytes have. Of other\n"
        "images, packed and migrated ones too, classes of one name are\n"
        "compared by number and bytes.");
  }

  ExitStatus Run() override {
    internal::ImageView older(older_);
    CheckStatus(internal::OpenChecked(&older));
    internal::ImageView newer(newer_);
    CheckStatus(internal::OpenChecked(&newer));
    const ImageDiff diff = internal::CompareImages(older, newer);
    const std::string text =
        as_json_ ? FormatJson(Describe(diff)) : Format(diff);
    return PrintResult(text) ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  static Json Describe(const ImageDiff& diff) {
    Json classes = Json::array();
    for (const ImageDiff::Class& row : diff.classes) {
      classes.push_back({{"name", row.name},
                         {"added_count", row.added_count},
                         {"removed_count", row.removed_count},
                         {"changed_count", row.changed_count},
                         {"added_bytes", row.added_bytes},
                         {"removed_bytes", row.removed_bytes},
                         {"delta_bytes", DeltaOf(row)}});
    }
    Json roots = Json::array();
    for (const ImageDiff::Root& root : diff.roots) {
      roots.push_back({{"name", root.name}, {"change", NameOf(root.change)}});
    }
    return {{"compared_by", diff.is_by_place ? "place" : "class"},
            {"classes", classes},
            {"roots", roots}};
  }

  std::string Format(const ImageDiff& diff) const {
    if (diff.classes.empty() && diff.roots.empty()) {
      return fmt::format("{} and {}: the same objects\n", PrintableText(older_),
                         PrintableText(newer_));
    }
    std::string text = fmt::format("{:>12} {:>12} {:>12} {:>12}  {}\n", "added",
                                   "removed", "changed", "bytes", "class");
    for (const ImageDiff::Class& row : diff.classes) {
      const int64_t delta = DeltaOf(row);
      text += fmt::format(
          "{:>12} {:>12} {:>12} {:>12}  {}\n", FormatCount(row.added_count),
          FormatCount(row.removed_count),
          diff.is_by_place ? FormatCount(row.changed_count) : "",
          (delta < 0 ? "-" : "+") +
              FormatBytes(static_cast<uint64_t>(delta < 0 ? -delta : delta)),
          PrintableText(row.name));
    }
    for (const ImageDiff::Root& root : diff.roots) {
      text += fmt::format("root {}: {}\n", PrintableText(root.name),
                          NameOf(root.change));
    }
    return text;
  }

  std::string older_;
  std::string newer_;
  bool as_json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeImageDiff(CLI::App* parent) {
  return std::make_unique<ImageDiffCommand>(parent);
}

}  // namespace halfword::tools
