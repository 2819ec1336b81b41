// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot diff`: the Comparison view of DevTools, and a check for
// continuous integration.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>

#include "analysis/diff.h"
#include "analysis/selector.h"
#include "tools/halfword/growth_bound.h"
#include "tools/halfword/json.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/near_names.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/row_limit.h"
#include "tools/halfword/selector_option.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"

namespace halfword::tools {

namespace {

using analysis::AddedObject;
using analysis::Diff;
using analysis::DiffRow;
using analysis::GrownRow;

// The line that says what is wrong; "": nothing.
std::string RefuseBound(const std::string& text) {
  try {
    const GrowthBound bound(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

class SnapshotDiff final : public Command {
 public:
  explicit SnapshotDiff(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "diff", "What each constructor has gained and lost between snapshots");
    app_->add_option("FILE", paths_,
                     "Two .heapsnapshot files of one program, the older first; "
                     "a third one tells what is kept of the gain")
        ->required()
        ->expected(2, 3);
    app_->add_option("--fail-on-growth", bounds_,
                     "Exit with status 1 if this constructor's objects have "
                     "grown by more; may be given again")
        ->type_name("NAME=BYTES")
        ->allow_extra_args(false)
        ->check(RefuseBound);
    app_->add_flag("--allow-missing", allows_missing_,
                   "Let --fail-on-growth and --objects name classes of which "
                   "no file has objects");
    app_->add_option("--objects", listed_,
                     "List the new objects of a class, or of those that "
                     "/EXPRESSION/ finds, with their ids")
        ->type_name("CLASS")
        ->check(RefuseNoClass);
    limit_.AddTo(app_, "constructors");
    app_->add_flag("--json", as_json_, "Print a JSON document");
    app_->footer(
        "Objects are told by their ids. Growth is what was added, less what\n"
        "was removed, and what other objects have gained. With three files it\n"
        "is what the third still has of what the second has added or gained:\n"
        "of each object the lesser of its last two sizes, less its first.\n"
        "NAME may be an expression between slashes, BYTES may have a unit.\n"
        "A NAME that no file has is probably mistyped: status 2.\n"
        "\n"
        "Examples:\n"
        "  halfword snapshot diff before.heapsnapshot after.heapsnapshot\n"
        "  halfword snapshot diff before.heapsnapshot after.heapsnapshot \\\n"
        "    --fail-on-growth Session=1MB --fail-on-growth '/^HTML/=0'\n"
        "  halfword snapshot diff before.heapsnapshot after.heapsnapshot \\\n"
        "    --objects Session\n"
        "  halfword snapshot diff before.heapsnapshot busy.heapsnapshot \\\n"
        "    idle.heapsnapshot");
  }

  ExitStatus Run() override {
    Diff diff;
    {
      ProgressLine line;
      diff = analysis::CompareSnapshots(paths_[0], paths_[1], LaterPath(),
                                        line.progress(), ListedClasses());
    }
    for (const std::string& doubt : diff.doubts) {
      PrintWarning(doubt + ": is it one program?");
    }
    if (!WarnOfMissing(diff) && !allows_missing_) {
      return ExitStatus::kWrongUsage;
    }
    const std::vector<std::string> failed = FindFailed(diff);
    const Rests rests = {.rows = Cut(&diff.rows),
                         .grown = Cut(&diff.grown),
                         .added = Cut(&diff.added)};
    const std::string text = as_json_ ? FormatJson(DocumentOf(diff, failed))
                                      : Format(diff, rests, failed);
    const bool is_good = PrintResult(text) && failed.empty();
    return is_good ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  // Lines that tell how many rows are not shown.
  struct Rests {
    std::string rows;
    std::string grown;
    std::string added;
  };

  bool has_later() const { return paths_.size() == 3; }

  template <typename Row>
  std::string Cut(std::vector<Row>* rows) const {
    const size_t count = rows->size();
    rows->resize(std::min(count, limit_.Count(as_json_)));
    return limit_.RestLine(rows->size(), count);
  }

  std::string LaterPath() const { return has_later() ? paths_[2] : ""; }

  std::function<bool(const std::string&)> ListedClasses() const {
    if (listed_.empty()) return {};
    const auto selector = std::make_shared<analysis::Selector>(listed_);
    return
        [selector](const std::string& name) { return selector->Matches(name); };
  }

  // A line for each option with a class that is in no file. False: there are
  // some.
  bool WarnOfMissing(const Diff& diff) const {
    bool has_all = true;
    const auto warn = [&](const std::string& option, const std::string& name) {
      has_all = false;
      std::string line = PrintableText(option) +
                         ": no file has a class of this name" +
                         NearText(name, diff.class_names);
      if (!allows_missing_) line += " (--allow-missing lets it pass)";
      allows_missing_ ? PrintWarning(line) : PrintError(line);
    };
    for (const std::string& text : bounds_) {
      const GrowthBound bound(text);
      if (bound.MatchesAny(diff.class_names)) continue;
      warn("--fail-on-growth " + text, bound.class_text());
    }
    const auto is_listed = ListedClasses();
    if (is_listed && std::none_of(diff.class_names.begin(),
                                  diff.class_names.end(), is_listed)) {
      warn("--objects " + listed_, listed_);
    }
    return has_all;
  }

  // "; near: Session, Sessions"; "": nothing is.
  static std::string NearText(const std::string& name,
                              const std::set<std::string>& names) {
    std::string text;
    for (const std::string& near : FindNearNames(name, names)) {
      text += (text.empty() ? "; near: " : ", ") + PrintableText(near);
    }
    return text;
  }

  std::vector<std::string> FindFailed(const Diff& diff) const {
    std::vector<std::string> failed;
    const std::map<std::string, int64_t> growth = GrowthOf(diff, has_later());
    for (const std::string& text : bounds_) {
      for (std::string& line : GrowthBound(text).FindFailed(growth)) {
        failed.push_back(std::move(line));
      }
    }
    return failed;
  }

  Json DocumentOf(const Diff& diff,
                  const std::vector<std::string>& failed) const {
    Json document = {{"classes", Json::array()},
                     {"grown", Json::array()},
                     {"failed", failed},
                     {"doubts", diff.doubts}};
    for (const DiffRow& row : diff.rows) {
      Json cells = {{"name", row.name},
                    {"added_count", row.added_count},
                    {"removed_count", row.removed_count},
                    {"added_bytes", row.added_bytes},
                    {"removed_bytes", row.removed_bytes},
                    {"delta_bytes", row.delta_bytes()}};
      if (has_later()) AddKept(row, &cells);
      document["classes"].push_back(std::move(cells));
    }
    for (const GrownRow& row : diff.grown) {
      Json cells = {{"name", row.name},
                    {"grown_count", row.grown_count},
                    {"grown_bytes", row.grown_bytes}};
      if (has_later()) AddKept(row, &cells);
      document["grown"].push_back(std::move(cells));
    }
    if (listed_.empty()) return document;
    document["objects"] = Json::array();
    for (const AddedObject& object : diff.added) {
      Json cells = {{"id", object.id},
                    {"class", object.class_name},
                    {"self_bytes", object.bytes}};
      if (has_later()) cells["kept_bytes"] = object.kept_bytes;
      document["objects"].push_back(std::move(cells));
    }
    return document;
  }

  template <typename Row>
  static void AddKept(const Row& row, Json* cells) {
    (*cells)["kept_count"] = row.kept_count;
    (*cells)["kept_bytes"] = row.kept_bytes;
  }
  template <typename Row>
  static void AddKept(const Row& row, Table::Row* cells) {
    cells->push_back(FormatCount(row.kept_count));
    cells->push_back(FormatBytes(row.kept_bytes));
  }

  std::string Format(const Diff& diff, const Rests& rests,
                     const std::vector<std::string>& failed) const {
    std::string text = FormatClasses(diff) + rests.rows;
    if (!diff.grown.empty()) text += "\n" + FormatGrown(diff) + rests.grown;
    if (!listed_.empty()) text += "\n" + FormatAdded(diff) + rests.added;
    for (const std::string& line : failed) text += "failed: " + line + '\n';
    return text;
  }

  std::string FormatClasses(const Diff& diff) const {
    std::vector<std::string> head = {"constructor", "new",   "deleted",
                                     "added",       "freed", "delta"};
    if (has_later()) head.insert(head.end(), {"kept", "kept size"});
    Table table(head);
    for (const DiffRow& row : diff.rows) {
      Table::Row cells = {row.name,
                          FormatCount(row.added_count),
                          FormatCount(row.removed_count),
                          FormatBytes(row.added_bytes),
                          FormatBytes(row.removed_bytes),
                          FormatDelta(row.delta_bytes())};
      if (has_later()) AddKept(row, &cells);
      table.Add(std::move(cells));
    }
    return table.Format();
  }

  std::string FormatGrown(const Diff& diff) const {
    Table::Row head = {"in other sizes now", "objects", "delta"};
    if (has_later()) head.insert(head.end(), {"kept", "kept size"});
    Table table(std::move(head));
    for (const GrownRow& row : diff.grown) {
      Table::Row cells = {row.name, FormatCount(row.grown_count),
                          FormatDelta(row.grown_bytes)};
      if (has_later()) AddKept(row, &cells);
      table.Add(std::move(cells));
    }
    return table.Format();
  }

  std::string FormatAdded(const Diff& diff) const {
    Table::Row head = {"new object", "size"};
    if (has_later()) head.push_back("kept size");
    Table table(std::move(head));
    for (const AddedObject& object : diff.added) {
      Table::Row cells = {fmt::format("{} @{}", object.class_name, object.id),
                          FormatBytes(object.bytes)};
      if (has_later()) cells.push_back(FormatBytes(object.kept_bytes));
      table.Add(std::move(cells));
    }
    return table.Format();
  }

  std::vector<std::string> paths_;
  std::vector<std::string> bounds_;
  std::string listed_;
  bool allows_missing_ = false;
  RowLimit limit_ = RowLimit(30);
  bool as_json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotDiff(CLI::App* parent) {
  return std::make_unique<SnapshotDiff>(parent);
}

}  // namespace halfword::tools
