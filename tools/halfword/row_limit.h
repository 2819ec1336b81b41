// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RowLimit: how many rows are shown: those that --top says; otherwise all of
// them in documents, and for people as many as they look at, unless --all asks
// for more.

#ifndef TOOLS_HALFWORD_ROW_LIMIT_H_
#define TOOLS_HALFWORD_ROW_LIMIT_H_

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

#include "tools/halfword/quantities.h"
#include "tools/halfword/row_count.h"

namespace halfword::tools {

class RowLimit {
 public:
  explicit RowLimit(size_t for_people) : for_people_(for_people) {}

  // what: "constructors", for the help.
  void AddTo(CLI::App* app, const std::string& what) {
    CLI::Option* const top =
        app->add_option("--top", top_,
                        fmt::format("Show so many {}; all otherwise with "
                                    "--json, or {}",
                                    what, for_people_))
            ->type_name("N")
            ->check(ExpectRowCount);
    app->add_flag("--all", has_all_, "Show all " + what)->excludes(top);
  }

  size_t Count(bool as_json) const {
    if (top_ != 0) return top_;
    return as_json || has_all_ ? SIZE_MAX : for_people_;
  }

  // The line below a table that shows some of so many rows; "": it shows all.
  std::string RestLine(size_t shown, size_t count) const {
    if (shown >= count) return "";
    return FormatCount(count - shown) + " more (--top N, --all)\n";
  }

 private:
  size_t for_people_;
  size_t top_ = 0;
  bool has_all_ = false;
};

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_ROW_LIMIT_H_
