// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Cells.

#include "analysis/export/csv_text.h"

#include <array>
#include <charconv>

namespace halfword::analysis {

void CsvText::AddHead(const Table& table) {
  for (const Column& column : table.columns) {
    Separate();
    bytes_ += column.name;
  }
  EndRow();
}

void CsvText::AddText(std::string_view text) {
  Separate();
  bytes_ += '"';
  for (;;) {
    const size_t quote = text.find('"');
    if (quote == std::string_view::npos) break;
    bytes_ += text.substr(0, quote + 1);
    bytes_ += '"';
    text.remove_prefix(quote + 1);
  }
  bytes_ += text;
  bytes_ += '"';
}

void CsvText::AddNumber(uint64_t number) {
  Separate();
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  bytes_.append(digits.begin(), end);
}

}  // namespace halfword::analysis
