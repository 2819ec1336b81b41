// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword image snapshot`: an image as DevTools shows heaps.

#include "image/snapshot/image_snapshot.h"

#include <fmt/format.h>

#include <stdexcept>

#include "image/image_check.h"
#include "tools/halfword/image_commands.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"

namespace halfword::tools {

namespace {

class ImageSnapshotCommand final : public Command {
 public:
  explicit ImageSnapshotCommand(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "snapshot",
        "Write a .heapsnapshot of an image, for DevTools and "
        "halfword snapshot");
    files_.AddTo(app_, "The .heapsnapshot to write");
    app_->add_flag("--redact", redacts_, "Leave out what strings hold");
    app_->footer(
        "Ids are places in the image: snapshots of two states of one image\n"
        "can be compared with halfword snapshot diff.\n"
        "\n"
        "Examples:\n"
        "  halfword image snapshot notes.image notes.heapsnapshot --redact");
  }

  ExitStatus Run() override {
    files_.CheckOut();
    internal::ImageView view(files_.in());
    CheckStatus(internal::OpenChecked(&view));
    const SnapshotReport report =
        internal::WriteImageSnapshot(view, files_.out(), {.redact = redacts_});
    if (!report.ok()) throw std::runtime_error(report.error);
    const std::string text = fmt::format(
        "{}: {} nodes, {} edges, {}\n", PrintableText(files_.out()),
        FormatCount(report.node_count), FormatCount(report.edge_count),
        FormatBytes(report.file_bytes));
    return PrintResult(text) ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  ImageOutput files_;
  bool redacts_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeImageSnapshot(CLI::App* parent) {
  return std::make_unique<ImageSnapshotCommand>(parent);
}

}  // namespace halfword::tools
