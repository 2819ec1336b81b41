// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Widths are counted in characters of UTF-8, which is right for most of what
// programs call their classes.

#include "tools/halfword/table.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "tools/halfword/printable_text.h"

namespace halfword::tools {

namespace {

size_t CountChars(std::string_view text) {
  return text.size() - static_cast<size_t>(std::count_if(
                           text.begin(), text.end(), IsInsideOfChar));
}

}  // namespace

std::string Table::Format() const {
  std::vector<Row> rows = rows_;
  std::vector<size_t> widths(rows.front().size());
  for (Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      row[i] = PrintableText(row[i]);
      widths[i] = std::max(widths[i], CountChars(row[i]));
    }
  }
  std::string text;
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - CountChars(row[i]), ' ');
      text += i == 0 ? row[i] + padding : "  " + padding + row[i];
    }
    text += '\n';
  }
  return text;
}

}  // namespace halfword::tools
