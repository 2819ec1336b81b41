// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Messages are gathered in a small buffer, so that the usual one is one write.

#include "examples/dom/streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <stdexcept>

namespace dom {
namespace {

// A line on its way to standard error.
class Line {
 public:
  ~Line() { Flush(); }

  void Append(char byte) {
    if (used_bytes_ == sizeof buffer_) Flush();
    buffer_[used_bytes_++] = byte;
  }

  void Append(std::string_view text) {
    for (const char byte : text) Append(byte);
  }

 private:
  void Flush() {
    WriteErrors({buffer_, used_bytes_});
    used_bytes_ = 0;
  }

  char buffer_[512];
  size_t used_bytes_ = 0;
};

// Calls append(character) for each one of what a terminal may be shown.
template <typename Append>
void Escape(std::string_view text, Append append) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto append_all = [&](std::string_view characters) {
    for (const char character : characters) append(character);
  };
  unsigned char previous = 0;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    // U+0080 to U+009F, in UTF-8 C2 80 to C2 9F: a terminal obeys them, too.
    const bool is_late_control =
        previous == 0xc2 && byte >= 0x80 && byte < 0xa0;
    if (byte == '\n') {
      append_all("\\n");
    } else if (byte < 0x20 || byte == 0x7f || is_late_control) {
      append_all("\\x");
      append(kDigits[byte >> 4]);
      append(kDigits[byte & 15]);
    } else {
      append(character);
    }
    previous = byte;
  }
}

}  // namespace

void OccupyStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // Takes the lowest number that is free, which is this one; opened for the
    // direction in which the stream is not used.
    const int direction = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    [[maybe_unused]] const int opened = open("/dev/null", direction);
  }
}

void WriteMessage(std::string_view program, std::string_view text) {
  Line line;
  line.Append(program);
  line.Append(": ");
  Escape(text, [&](char character) { line.Append(character); });
  line.Append('\n');
}

std::string Printable(std::string_view text) {
  std::string printable;
  Escape(text, [&](char character) { printable.push_back(character); });
  return printable;
}

void WriteErrors(std::string_view lines) {
  while (!lines.empty()) {
    const ssize_t count = write(STDERR_FILENO, lines.data(), lines.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    lines.remove_prefix(static_cast<size_t>(count));
  }
}

void WriteOutput(std::string_view text) {
  const bool is_written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) != 0 || !is_written) {
    throw std::runtime_error("standard output: cannot be written");
  }
}

}  // namespace dom
