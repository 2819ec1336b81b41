// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A distance of edits, with a bound: a third of the letters, so that short
// names are near to few.

#include "tools/halfword/near_names.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace halfword::tools {

namespace {

constexpr size_t kNamesMax = 3;
// Nobody mistypes a longer name; it would cost its square.
constexpr size_t kBytesMax = 200;

char ToLower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20)
                                        : letter;
}

// Of Damerau and Levenshtein, where no place is changed twice. Letters of the
// other case are equal.
size_t CountEdits(std::string_view a, std::string_view b) {
  std::vector<size_t> above(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::vector<size_t> below(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    below[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool is_equal = ToLower(a[i - 1]) == ToLower(b[j - 1]);
      below[j] = std::min(
          {row[j] + 1, below[j - 1] + 1, row[j - 1] + (is_equal ? 0 : 1)});
      if (i > 1 && j > 1 && ToLower(a[i - 1]) == ToLower(b[j - 2]) &&
          ToLower(a[i - 2]) == ToLower(b[j - 1])) {
        below[j] = std::min(below[j], above[j - 2] + 1);
      }
    }
    std::swap(above, row);
    std::swap(row, below);
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> FindNearNames(std::string_view wanted,
                                       const std::set<std::string>& names) {
  if (wanted.empty() || wanted.size() > kBytesMax) return {};
  const size_t edits_max = wanted.size() / 3;
  std::vector<std::pair<size_t, std::string>> found;
  for (const std::string& name : names) {
    const size_t lengths[] = {wanted.size(), name.size()};
    const auto [shorter, longer] = std::minmax(lengths[0], lengths[1]);
    const bool is_long = longer - shorter > edits_max;
    const size_t edits = is_long ? longer : CountEdits(wanted, name);
    if (edits <= edits_max) {
      found.emplace_back(edits, name);
    } else if (name.starts_with(wanted)) {
      found.emplace_back(wanted.size() + name.size(), name);
    }
  }
  std::sort(found.begin(), found.end());
  if (found.size() > kNamesMax) found.resize(kNamesMax);
  std::vector<std::string> near;
  for (auto& [edits, name] : found) near.push_back(std::move(name));
  return near;
}

}  // namespace halfword::tools
