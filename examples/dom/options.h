// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The command line.

#ifndef EXAMPLES_DOM_OPTIONS_H_
#define EXAMPLES_DOM_OPTIONS_H_

#include <string>
#include <variant>
#include <vector>

namespace dom {

// How every command of this project ends.
enum class ExitStatus { kDone = 0, kBadInput = 1, kWrongUsage = 2 };

struct Options {
  std::vector<std::string> paths;  // of pages and of folders of pages
  std::string list_path;           // of a file that names more of them; or ""
  std::string snapshot_path;       // of the snapshot to write; or ""
  bool redact = false;
  std::string image_path;  // of the image to make, change or read; or ""
  int repeat_count = 5;
  bool compare = false;
  bool json = false;

  bool has_pages() const { return !paths.empty() || !list_path.empty(); }
};

// What the arguments ask for; or, where they ask for help or the version, which
// is then printed, or make no sense, which is then said, how to end. Throws
// std::runtime_error if what was asked for cannot be printed.
std::variant<Options, ExitStatus> ParseOptions(const std::string& program,
                                               int argument_count,
                                               char** arguments);

}  // namespace dom

#endif  // EXAMPLES_DOM_OPTIONS_H_
