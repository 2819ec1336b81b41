// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Formats into a buffer on the stack. vsnprintf of the C library does not
// allocate for the conversions used here (strings, integers and short floating
// point numbers).

#include "base/error_line.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr char kComplaintPrefix[] = "halfword: ";
constexpr char kEventPrefix[] = "halfword ";
constexpr size_t kPrefixCharsMax = sizeof(kComplaintPrefix) - 1;
constexpr char kCut[] = "...";
constexpr size_t kCutChars = sizeof(kCut) - 1;
constexpr size_t kTextChars = 1024;

void WriteAll(const char* text, size_t char_count) {
  while (char_count > 0) {
    const ssize_t written = write(STDERR_FILENO, text, char_count);
    if (written < 0 && errno == EINTR) continue;
    // Standard error is closed or full: there is nobody left to tell.
    if (written <= 0) return;
    text += written;
    char_count -= static_cast<size_t>(written);
  }
}

[[gnu::format(printf, 2, 0)]] void PrintLineV(const char* prefix,
                                              const char* format,
                                              va_list arguments) {
  const int saved_errno = errno;
  // The prefix, then the text; the newline takes the place of the NUL.
  char line[kPrefixCharsMax + kTextChars];
  const size_t prefix_chars = std::strlen(prefix);
  char* const text = std::copy_n(prefix, prefix_chars, line);
  const int wanted = std::vsnprintf(text, kTextChars, format, arguments);
  size_t char_count = wanted < 0 ? 0 : static_cast<size_t>(wanted);
  if (char_count >= kTextChars) {
    char_count = kTextChars - 1;
    std::memcpy(text + char_count - kCutChars, kCut, kCutChars);
  }
  for (size_t i = 0; i < char_count; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7f) text[i] = '?';
  }
  text[char_count] = '\n';
  WriteAll(line, prefix_chars + char_count + 1);
  errno = saved_errno;
}

}  // namespace

void PrintLine(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PrintLineV(kComplaintPrefix, format, arguments);
  va_end(arguments);
}

void PrintEvent(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PrintLineV(kEventPrefix, format, arguments);
  va_end(arguments);
}

void FatalLine(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PrintLineV(kComplaintPrefix, format, arguments);
  va_end(arguments);
  std::abort();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
