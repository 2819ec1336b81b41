// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword image info`: what is in an image.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "image/image_view.h"
#include "tools/halfword/image_commands.h"
#include "tools/halfword/json.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"

namespace halfword::tools {

namespace {

using internal::ImagePage;
using internal::ImageTypeIndex;
using internal::ImageView;

class ImageInfo final : public Command {
 public:
  explicit ImageInfo(CLI::App* parent) {
    app_ = parent->add_subcommand("info", "What is in an image");
    app_->add_option("IMAGE", path_, "An image")->required();
    app_->add_flag("--json", as_json_, "Print a JSON document");
  }

  ExitStatus Run() override {
    ImageView view(path_);
    CheckStatus(view.Open());
    CheckStatus(view.ReadTables());
    Json document = Describe(view);
    const std::string text =
        as_json_ ? FormatJson(std::move(document)) : Format(document);
    return PrintResult(text) ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  struct Count {
    uint64_t objects = 0;
    uint64_t bytes = 0;
  };

  Json Describe(const ImageView& view) const {
    const auto& types = view.catalog().types;
    std::vector<Count> counts(types.size());
    uint64_t live_bytes = 0;
    view.ForEachObject([&](ImagePage page, uint32_t, ImageTypeIndex type) {
      const uint64_t bytes = view.SlotBytes(page);
      live_bytes += bytes;
      if (type >= counts.size()) return;
      ++counts[type].objects;
      counts[type].bytes += bytes;
    });
    Json listed = Json::array();
    for (size_t i = 0; i < types.size(); ++i) {
      if (counts[i].objects == 0) continue;
      listed.push_back({{"name", types[i].name},
                        {"size_bytes", types[i].object_bytes},
                        {"count", counts[i].objects},
                        {"total_bytes", counts[i].bytes}});
    }
    std::stable_sort(listed.begin(), listed.end(),
                     [](const Json& a, const Json& b) {
                       return a["total_bytes"] > b["total_bytes"];
                     });
    Json roots = Json::array();
    for (const auto& root : view.catalog().roots) {
      roots.push_back({{"name", root.name}, {"type", types[root.type].name}});
    }
    return {{"file", path_},
            {"format_version", internal::kFormatVersion},
            {"references", view.abi().reference_bits},
            {"virtual_bits", view.abi().virtual_bits},
            {"memory_debug", view.abi().has_canaries},
            {"generation", view.state().sequence},
            {"page_count", view.page_count()},
            {"live_bytes", live_bytes},
            {"lost_relaxed_save", view.has_lost_relaxed_save()},
            {"types", listed},
            {"roots", roots}};
  }

  std::string Format(const Json& document) const {
    std::string text = fmt::format(
        "{}\n"
        "  references  {} bits, {} virtual bits\n"
        "  generation  {}\n"
        "  pages       {}\n"
        "  objects     {}\n",
        PrintableText(path_), document["references"].get<int>(),
        document["virtual_bits"].get<int>(),
        FormatCount(document["generation"].get<uint64_t>()),
        FormatCount(document["page_count"].get<uint64_t>()),
        FormatBytes(document["live_bytes"].get<uint64_t>()));
    for (const Json& root : document["roots"]) {
      text += fmt::format("  root        {}: {}\n",
                          PrintableText(root["name"].get<std::string>()),
                          PrintableText(root["type"].get<std::string>()));
    }
    for (const Json& type : document["types"]) {
      text += fmt::format("{:>12} {:>10}  {}\n",
                          FormatCount(type["count"].get<uint64_t>()),
                          FormatBytes(type["total_bytes"].get<uint64_t>()),
                          PrintableText(type["name"].get<std::string>()));
    }
    return text;
  }

  std::string path_;
  bool as_json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeImageInfo(CLI::App* parent) {
  return std::make_unique<ImageInfo>(parent);
}

}  // namespace halfword::tools
