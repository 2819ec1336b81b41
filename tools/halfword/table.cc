// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Widths are counted in characters of UTF-8, which is right for most of what
// programs call their classes.

#include "tools/halfword/table.h"

#include <algorithm>
#include <string_view>

#include "tools/halfword/printable_text.h"

namespace halfword::tools {

namespace {

constexpr size_t kGap = 2;
// Less tells nothing; a terminal as narrow as that breaks its lines.
constexpr size_t kNameCharsMin = 20;

size_t CountChars(std::string_view text) {
  return text.size() - static_cast<size_t>(std::count_if(
                           text.begin(), text.end(), IsInsideOfChar));
}

}  // namespace

// What the other columns leave of the terminal.
size_t Table::NameCharsMax(size_t width) const {
  if (width == 0) return kPrintableCharsMax;
  size_t others = 0;
  for (size_t i = 1; i < rows_.front().size(); ++i) {
    size_t column = 0;
    for (const Row& row : rows_) {
      column = std::max(column, CountChars(PrintableText(row[i])));
    }
    others += kGap + column;
  }
  // The mark of what is cut has three.
  return width > others + kNameCharsMin + 3 ? width - others - 3
                                            : kNameCharsMin;
}

std::string Table::Format(size_t width) const {
  const size_t name_chars_max = NameCharsMax(width);
  std::vector<Row> rows = rows_;
  std::vector<size_t> widths(rows.front().size());
  for (Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      row[i] =
          PrintableText(row[i], i == 0 ? name_chars_max : kPrintableCharsMax);
      widths[i] = std::max(widths[i], CountChars(row[i]));
    }
  }
  std::string text;
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - CountChars(row[i]), ' ');
      text +=
          i == 0 ? row[i] + padding : std::string(kGap, ' ') + padding + row[i];
    }
    text += '\n';
  }
  return text;
}

}  // namespace halfword::tools
