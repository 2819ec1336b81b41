// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a command prints beside its results: one line for an error, and on a
// terminal, how far it is.

#ifndef TOOLS_HALFWORD_MESSAGES_H_
#define TOOLS_HALFWORD_MESSAGES_H_

#include <string_view>

#include "analysis/file/progress.h"

namespace halfword::tools {

// "halfword: a.heapsnapshot: byte 12: ...", as PrintableText() of any length.
// Without the memory for that, that there is none.
void PrintError(std::string_view line) noexcept;
// "halfword: warning: ...": something is doubtful, and goes on.
void PrintWarning(std::string_view line);

// Prints a result. False: standard output refuses, e.g. since the disk is full.
[[nodiscard]] bool PrintResult(std::string_view text);

// Draws a line on standard error and takes it away in the end. Nothing, if that
// is no terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // What a computation is to call. Valid as long as this.
  analysis::Progress progress();

 private:
  void Draw(const char* phase, double part);
  void Erase();

  const bool is_shown_;
  bool is_drawn_ = false;
};

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_MESSAGES_H_
