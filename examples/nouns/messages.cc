// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The two streams.

#include "examples/nouns/messages.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

namespace nouns {

void PrintError(std::string_view line) {
  std::string text = "halfword-nouns: ";
  for (const char byte : line) {
    const auto value = static_cast<unsigned char>(byte);
    text += value < 0x20 || value == 0x7f ? '?' : byte;
  }
  text += '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void PrintResult(std::string_view text) {
  const size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written == text.size() && std::fflush(stdout) == 0) return;
  throw std::runtime_error(std::string("standard output: ") +
                           std::strerror(errno));
}

}  // namespace nouns
