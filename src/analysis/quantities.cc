// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Few digits, with a unit.

#include "analysis/quantities.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>

#include "analysis/distances.h"

namespace halfword::analysis {

namespace {

constexpr const char* kUnits[] = {"kB", "MB", "GB", "TB", "PB", "EB"};

}  // namespace

std::string FormatBytes(uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  auto value = static_cast<double>(bytes) / 1000;
  size_t unit = 0;
  // What would be rounded to 1000 is one of the next unit.
  while (value >= 999.5) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, kUnits[unit]);
}

std::string FormatSize(uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  auto value = static_cast<double>(bytes) / 1000;
  size_t unit = 0;
  while (value >= 999.5) {
    value /= 1000;
    ++unit;
  }
  const int places = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, places, kUnits[unit]);
}

std::string FormatShare(uint64_t part, uint64_t whole) {
  if (part == 0 || whole == 0) return "0 %";
  const double percent =
      100 * static_cast<double>(part) / static_cast<double>(whole);
  if (percent < 0.01) return "< 0.01 %";
  return fmt::format("{:.{}f} %", percent, percent < 9.995 ? 2 : 1);
}

std::string FormatDelta(int64_t bytes) {
  if (bytes == 0) return "0 B";
  const auto size =
      bytes < 0 ? -static_cast<uint64_t>(bytes) : static_cast<uint64_t>(bytes);
  return (bytes < 0 ? '-' : '+') + FormatBytes(size);
}

std::optional<uint64_t> ParseBytes(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] =
      std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc() || !(number >= 0)) return std::nullopt;
  std::string_view unit(stop, static_cast<size_t>(end - stop));
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  if (unit.ends_with('B')) unit.remove_suffix(1);
  constexpr std::string_view kPrefixes = "kMG";
  if (unit == "K") unit = "k";
  if (unit.size() > 1) return std::nullopt;
  if (unit.size() == 1) {
    const size_t power = kPrefixes.find(unit);
    if (power == std::string_view::npos) return std::nullopt;
    for (size_t i = 0; i <= power; ++i) number *= 1000;
  }
  if (number >= 0x1p63) return std::nullopt;
  return static_cast<uint64_t>(number);
}

std::string FormatCount(uint64_t count) {
  std::string text = std::to_string(count);
  for (size_t place = text.size(); place > 3;) {
    place -= 3;
    text.insert(place, 1, ',');
  }
  return text;
}

std::string FormatDistance(int32_t distance) {
  const bool is_shown = distance >= 0 && distance < kSystemDistance;
  return is_shown ? std::to_string(distance) : "-";
}

}  // namespace halfword::analysis
