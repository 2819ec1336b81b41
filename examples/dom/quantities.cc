// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Three or four digits, and the unit that they fit.

#include "examples/dom/quantities.h"

#include <fmt/format.h>

namespace dom {

std::string FormatCount(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string FormatCounted(uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", FormatCount(count), noun,
                     count == 1 ? "" : "s");
}

std::string FormatBytes(uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  const double kibibytes = static_cast<double>(bytes) / 1024;
  if (kibibytes < 1000) return fmt::format("{:.1f} KiB", kibibytes);
  return fmt::format("{:.2f} MiB", kibibytes / 1024);
}

std::string FormatTime(double ms) {
  const double us = ms * 1000;
  if (us < 9.95) return fmt::format("{:.1f} µs", us);
  if (us < 999.5) return fmt::format("{:.0f} µs", us);
  return fmt::format("{:.2f} ms", ms);
}

}  // namespace dom
