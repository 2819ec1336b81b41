// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword image check`: whether an image is whole, and if not, what is wrong.

#include "image/image_check.h"

#include <fmt/format.h>

#include <string>

#include "tools/halfword/image_commands.h"
#include "tools/halfword/json.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"

namespace halfword::tools {

namespace {

using internal::ImageFinding;
using internal::ImageReport;

constexpr size_t kLineCharsMax = 500;

class ImageCheckCommand final : public Command {
 public:
  explicit ImageCheckCommand(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "check", "Checksums of all pages, tables, and where references lead");
    app_->add_option("IMAGE", path_, "An image")->required();
    app_->add_flag("--json", as_json_, "Print a JSON document");
  }

  ExitStatus Run() override {
    ImageReport report;
    CheckStatus(internal::CheckImage(path_, &report));
    const std::string text =
        as_json_ ? FormatJson(Describe(report)) : Format(report);
    if (!PrintResult(text)) return ExitStatus::kFailed;
    return report.ok() ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  static Json OrNull(uint64_t number) {
    return number == ImageFinding::kNowhere ? Json() : Json(number);
  }
  static Json OrNull(const std::string& text) {
    return text.empty() ? Json() : Json(text);
  }

  Json Describe(const ImageReport& report) const {
    Json damage = Json::array();
    for (const ImageFinding& finding : report.findings) {
      damage.push_back({{"kind", finding.kind},
                        {"file_offset", OrNull(finding.file_offset)},
                        {"page", OrNull(finding.page)},
                        {"object", OrNull(finding.object)},
                        {"expected", OrNull(finding.expected)},
                        {"text", finding.text}});
    }
    return {{"file", path_},
            {"ok", report.ok()},
            {"damage_count", report.finding_count},
            {"object_count", report.object_count},
            {"reference_count", report.reference_count},
            {"damage", damage}};
  }

  std::string Format(const ImageReport& report) const {
    const std::string path = PrintableText(path_, kLineCharsMax);
    if (report.ok()) {
      return fmt::format("{}: good: {} objects, {} references\n", path,
                         FormatCount(report.object_count),
                         FormatCount(report.reference_count));
    }
    std::string text;
    for (const ImageFinding& finding : report.findings) {
      text += path + ": " + PrintableText(finding.text, kLineCharsMax) + '\n';
    }
    if (report.finding_count > report.findings.size()) {
      text += fmt::format(
          "{}: {} more\n", path,
          FormatCount(report.finding_count - report.findings.size()));
    }
    return text;
  }

  std::string path_;
  bool as_json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeImageCheck(CLI::App* parent) {
  return std::make_unique<ImageCheckCommand>(parent);
}

}  // namespace halfword::tools
