// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot duplicates`: what the heap has more than once.

#include <fmt/format.h>

#include <algorithm>

#include "analysis/figures.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot.h"
#include "analysis/findings/duplicate_objects.h"
#include "analysis/findings/duplicate_strings.h"
#include "analysis/node_browser.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/row_count.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"

namespace halfword::tools {

namespace {

using analysis::DuplicateObjects;
using analysis::DuplicateStrings;
using analysis::Node;

constexpr size_t kGroupRows = 25;

// Of strings that are equal as far as they are seen, none is known to be waste.
uint64_t WastedBytes(const std::vector<DuplicateStrings>& groups) {
  uint64_t sum = 0;
  for (const DuplicateStrings& group : groups) {
    if (!group.may_differ) sum += group.wasted_bytes;
  }
  return sum;
}

uint64_t WastedBytes(const std::vector<DuplicateObjects>& groups) {
  uint64_t sum = 0;
  for (const DuplicateObjects& group : groups) sum += group.wasted_bytes;
  return sum;
}

class SnapshotDuplicates final : public DocumentCommand {
 public:
  explicit SnapshotDuplicates(CLI::App* parent)
      : DocumentCommand(parent, "duplicates",
                        "Equal strings, and objects that look equal") {
    app_->add_option("--top", top_,
                     "Show so many groups of each; all otherwise with --json, "
                     "or 25")
        ->type_name("N")
        ->check(ExpectRowCount);
    app_->footer(
        "Strings are compared as DevTools does: by what the snapshot has of\n"
        "their text; what long ones waste is not known (?), since V8 writes\n"
        "their beginnings only. Objects look equal if all that the snapshot\n"
        "has of them is: small integers are not in it.\n"
        "\n"
        "Example:\n"
        "  halfword snapshot duplicates heap.heapsnapshot --top 10");
  }

 private:
  Json Describe(const analysis::Progress& progress) const override {
    analysis::Snapshot snapshot = analysis::ReadSnapshot(path(), progress);
    const analysis::Figures figures =
        ComputeFigures(&snapshot, analysis::FigureScope::kNodes, progress);
    const std::vector<DuplicateStrings> strings =
        FindDuplicateStrings(snapshot, figures, progress);
    const std::vector<DuplicateObjects> objects =
        FindDuplicateObjects(snapshot, figures, progress);
    const analysis::NodeBrowser browser(snapshot, figures.is_renamed);
    const std::vector<uint32_t> ids =
        ReadNodeIds(*snapshot.file, snapshot.sections);
    Json document = {{"string_group_count", strings.size()},
                     {"string_wasted_bytes", WastedBytes(strings)},
                     {"object_group_count", objects.size()},
                     {"object_wasted_bytes", WastedBytes(objects)},
                     {"strings", Json::array()},
                     {"objects", Json::array()}};
    for (size_t i = 0; i < std::min(strings.size(), RowCount()); ++i) {
      const DuplicateStrings& group = strings[i];
      document["strings"].push_back(
          {{"text", browser.NameOf(group.members.front())},
           {"is_cut", group.is_cut},
           {"may_differ", group.may_differ},
           {"count", group.members.size()},
           {"self_bytes", group.self_bytes},
           {"retained_bytes", group.retained_bytes},
           {"wasted_bytes", group.wasted_bytes},
           {"ids", IdsOf(group.members, ids)}});
    }
    for (size_t i = 0; i < std::min(objects.size(), RowCount()); ++i) {
      const DuplicateObjects& group = objects[i];
      const Node first = group.members.front();
      document["objects"].push_back(
          {{"name", browser.NameOf(first)},
           {"class", figures.classes.NameOf(figures.classes.ClassOf(first))},
           {"count", group.members.size()},
           {"self_bytes", group.self_bytes},
           {"wasted_bytes", group.wasted_bytes},
           {"ids", IdsOf(group.members, ids)}});
    }
    return document;
  }

  size_t RowCount() const {
    if (top_ != 0) return top_;
    return as_json() ? SIZE_MAX : kGroupRows;
  }

  static Json IdsOf(const std::vector<Node>& nodes,
                    const std::vector<uint32_t>& ids) {
    Json list = Json::array();
    for (const Node node : nodes) list.push_back(ids[node]);
    return list;
  }

  std::string Format(const Json& document) const override {
    return FormatGroups(document, "strings", "string", "text", "equal string") +
           "\n" +
           FormatGroups(document, "objects", "object", "name",
                        "object that looks equal");
  }

  static std::string FormatGroups(const Json& document, const char* key,
                                  const std::string& prefix, const char* name,
                                  const char* title) {
    Table table({title, "count", "shallow", "wasted", "one of them"});
    for (const Json& group : document[key]) {
      const bool may_differ = group.value("may_differ", false);
      table.Add({group[name].get<std::string>(),
                 FormatCount(group["count"].get<uint64_t>()),
                 FormatBytes(group["self_bytes"].get<uint64_t>()),
                 may_differ
                     ? "?"
                     : FormatBytes(group["wasted_bytes"].get<uint64_t>()),
                 "@" + group["ids"].front().dump()});
    }
    return table.Format() +
           fmt::format(
               "{} groups waste {}\n",
               FormatCount(document[prefix + "_group_count"].get<uint64_t>()),
               FormatBytes(document[prefix + "_wasted_bytes"].get<uint64_t>()));
  }

  size_t top_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotDuplicates(CLI::App* parent) {
  return std::make_unique<SnapshotDuplicates>(parent);
}

}  // namespace halfword::tools
