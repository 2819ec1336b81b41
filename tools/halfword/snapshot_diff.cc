// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot diff`: the Comparison view of DevTools, and a check for
// continuous integration.

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string_view>

#include "analysis/diff.h"
#include "tools/halfword/json.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"

namespace halfword::tools {

namespace {

using analysis::DiffRow;

// How much a class may grow.
struct Bound {
  std::string name;
  int64_t bytes;
};

// "NAME=BYTES"; names may have '=' themselves. False: it is none.
bool ParseBound(std::string_view text, Bound* bound) {
  const size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  const std::string_view number = text.substr(equals + 1);
  const auto [end, error] = std::from_chars(
      number.data(), number.data() + number.size(), bound->bytes);
  bound->name = text.substr(0, equals);
  return error == std::errc() && end == number.data() + number.size() &&
         bound->bytes >= 0;
}

std::string RefuseBound(const std::string& text) {
  Bound bound;
  if (ParseBound(text, &bound)) return "";
  return fmt::format("{}: expected NAME=BYTES, such as Session=1000000", text);
}

class SnapshotDiff final : public Command {
 public:
  explicit SnapshotDiff(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "diff", "What each constructor has gained and lost between snapshots");
    app_->add_option("FILE", paths_,
                     "Two .heapsnapshot files of one program, the older first")
        ->required()
        ->expected(2);
    app_->add_option("--fail-on-growth", bounds_,
                     "Exit with status 1 if this constructor's objects have "
                     "grown by more")
        ->type_name("NAME=BYTES")
        ->check(RefuseBound);
    app_->add_option("--top", top_, "Show so many constructors; all otherwise")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    app_->add_flag("--json", as_json_, "Print a JSON document");
  }

  ExitStatus Run() override {
    std::vector<DiffRow> rows;
    {
      ProgressLine line;
      rows = analysis::CompareSnapshots(paths_.front(), paths_.back(),
                                        line.progress());
    }
    const std::vector<std::string> failed = FindFailed(rows);
    if (top_ != 0 && rows.size() > top_) rows.resize(top_);
    const std::string text =
        as_json_ ? FormatJson(DocumentOf(rows, failed)) : Format(rows, failed);
    const bool is_good = PrintResult(text) && failed.empty();
    return is_good ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  // Lines that say which bounds are passed.
  std::vector<std::string> FindFailed(const std::vector<DiffRow>& rows) const {
    std::vector<std::string> failed;
    for (const std::string& text : bounds_) {
      Bound bound;
      ParseBound(text, &bound);
      int64_t delta = 0;
      for (const DiffRow& row : rows) {
        if (row.name == bound.name) delta += row.delta_bytes();
      }
      if (delta > bound.bytes) {
        failed.push_back(fmt::format("{} has grown by {} bytes, more than {}",
                                     bound.name, delta, bound.bytes));
      }
    }
    return failed;
  }

  static Json DocumentOf(const std::vector<DiffRow>& rows,
                         const std::vector<std::string>& failed) {
    Json document = {{"classes", Json::array()}, {"failed", failed}};
    for (const DiffRow& row : rows) {
      document["classes"].push_back({{"name", row.name},
                                     {"added_count", row.added_count},
                                     {"removed_count", row.removed_count},
                                     {"added_bytes", row.added_bytes},
                                     {"removed_bytes", row.removed_bytes},
                                     {"delta_bytes", row.delta_bytes()}});
    }
    return document;
  }

  static std::string Format(const std::vector<DiffRow>& rows,
                            const std::vector<std::string>& failed) {
    Table table({"constructor", "new", "deleted", "added", "freed", "delta"});
    for (const DiffRow& row : rows) {
      table.Add({row.name, FormatCount(row.added_count),
                 FormatCount(row.removed_count), FormatBytes(row.added_bytes),
                 FormatBytes(row.removed_bytes),
                 FormatDelta(row.delta_bytes())});
    }
    std::string text = table.Format();
    for (const std::string& line : failed) text += "failed: " + line + '\n';
    return text;
  }

  std::vector<std::string> paths_;
  std::vector<std::string> bounds_;
  size_t top_ = 0;
  bool as_json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotDiff(CLI::App* parent) {
  return std::make_unique<SnapshotDiff>(parent);
}

}  // namespace halfword::tools
