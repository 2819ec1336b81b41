// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of classes may have '=' themselves, so that the last one counts.

#include "tools/halfword/growth_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"

namespace halfword::tools {

namespace {

size_t FindEquals(const std::string& text) {
  const size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    throw std::invalid_argument(
        fmt::format("{}: expected NAME=BYTES, such as Session=1000000", text));
  }
  return equals;
}

int64_t BytesIn(const std::string& text) {
  const std::optional<uint64_t> bytes =
      ParseBytes(std::string_view(text).substr(FindEquals(text) + 1));
  if (!bytes.has_value()) {
    throw std::invalid_argument(fmt::format(
        "{}: expected a size behind =, such as 1000000 or 1MB", text));
  }
  return static_cast<int64_t>(*bytes);
}

}  // namespace

GrowthBound::GrowthBound(const std::string& text)
    : class_text_(text.substr(0, FindEquals(text))),
      classes_(class_text_),
      bytes_(BytesIn(text)) {
  if (classes_.id().has_value()) {
    throw std::invalid_argument(
        fmt::format("{}: expected a class, not an id", text));
  }
}

bool GrowthBound::MatchesAny(const std::set<std::string>& names) const {
  return std::any_of(
      names.begin(), names.end(),
      [this](const std::string& name) { return classes_.Matches(name); });
}

std::vector<std::string> GrowthBound::FindFailed(
    const std::map<std::string, int64_t>& growth) const {
  std::vector<std::string> failed;
  for (const auto& [name, bytes] : growth) {
    if (bytes <= bytes_ || !classes_.Matches(name)) continue;
    failed.push_back(fmt::format("{} has grown by {} bytes, more than {}",
                                 PrintableText(name), bytes, bytes_));
  }
  return failed;
}

std::map<std::string, int64_t> GrowthOf(const analysis::Diff& diff,
                                        bool has_later) {
  std::map<std::string, int64_t> growth;
  for (const analysis::DiffRow& row : diff.rows) {
    growth[row.name] +=
        has_later ? static_cast<int64_t>(row.kept_bytes) : row.delta_bytes();
  }
  for (const analysis::GrownRow& row : diff.grown) {
    growth[row.name] +=
        has_later ? static_cast<int64_t>(row.kept_bytes) : row.grown_bytes;
  }
  return growth;
}

}  // namespace halfword::tools
