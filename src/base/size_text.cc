// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Reading and writing of sizes; no locale, no allocation.

#include "base/size_text.h"

#include <charconv>
#include <cstddef>
#include <cstdio>
#include <string_view>
#include <system_error>

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr char ToLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (ToLower(text[i]) != lower[i]) return false;
  }
  return true;
}

// The shift of a unit, or -1 if it is none.
int UnitShift(std::string_view unit) {
  if (unit.empty() || EqualsIgnoringCase(unit, "b")) return 0;
  const std::string_view rest = unit.substr(1);
  if (!rest.empty() && !EqualsIgnoringCase(rest, "b") &&
      !EqualsIgnoringCase(rest, "ib")) {
    return -1;
  }
  switch (ToLower(unit[0])) {
    case 'k':
      return 10;
    case 'm':
      return 20;
    case 'g':
      return 30;
    case 't':
      return 40;
    default:
      return -1;
  }
}

}  // namespace

bool ParseSize(std::string_view text, uint64_t* bytes) {
  const char* const end = text.data() + text.size();
  uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc()) return false;
  const int shift = UnitShift({rest, static_cast<size_t>(end - rest)});
  if (shift < 0) return false;
  if (number > UINT64_MAX >> shift) return false;
  *bytes = number << shift;
  return true;
}

SizeText FormatBytes(uint64_t bytes) {
  static constexpr const char* kUnits[] = {"B",   "KiB", "MiB", "GiB",
                                           "TiB", "PiB", "EiB"};
  int unit = 0;
  while (unit < 6 && bytes >> (10 * (unit + 1)) != 0) ++unit;
  const uint64_t unit_bytes = uint64_t{1} << (10 * unit);
  uint64_t whole = bytes / unit_bytes;
  const uint64_t rest = bytes % unit_bytes;
  SizeText result;
  if (rest == 0) {
    std::snprintf(result.text, sizeof(result.text), "%u %s",
                  static_cast<unsigned>(whole), kUnits[unit]);
    return result;
  }
  // rest < 2^60, so ten times rest and half a unit fit 64 bits.
  uint64_t tenths = (rest * 10 + unit_bytes / 2) / unit_bytes;
  if (tenths == 10) {
    const bool next_unit = whole == 1023;
    tenths = next_unit ? 9 : 0;
    whole += next_unit ? 0 : 1;
  }
  std::snprintf(result.text, sizeof(result.text), "%u.%u %s",
                static_cast<unsigned>(whole), static_cast<unsigned>(tenths),
                kUnits[unit]);
  return result;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
