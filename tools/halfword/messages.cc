// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The two streams.

#include "tools/halfword/messages.h"

#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>

#include "tools/halfword/printable_text.h"

namespace halfword::tools {

void PrintError(std::string_view line) noexcept {
  try {
    const std::string text =
        "halfword: " + PrintableText(line, SIZE_MAX) + '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
  } catch (const std::bad_alloc&) {
    std::fputs("halfword: out of memory\n", stderr);
  }
}

void PrintWarning(std::string_view line) {
  PrintError("warning: " + std::string(line));
}

bool PrintResult(std::string_view text) {
  const size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written == text.size() && std::fflush(stdout) == 0) return true;
  PrintError(std::string("standard output: ") + std::strerror(errno));
  return false;
}

ProgressLine::ProgressLine() : is_shown_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() { Erase(); }

analysis::Progress ProgressLine::progress() {
  if (!is_shown_) return {};
  return [this](const char* phase, double part) { Draw(phase, part); };
}

void ProgressLine::Draw(const char* phase, double part) {
  std::fprintf(stderr, "\r\x1b[K%3.0f%% %s", part * 100, phase);
  std::fflush(stderr);
  is_drawn_ = true;
}

void ProgressLine::Erase() {
  if (is_drawn_) std::fputs("\r\x1b[K", stderr);
}

}  // namespace halfword::tools
