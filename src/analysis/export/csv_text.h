// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CsvText: tables as comma-separated values, quoted as RFC 4180 says: text is
// always in quotes, with quotes in it doubled, so that line ends, commas and
// whatever a reader might guess from (numbers, "NULL", blanks) are just text;
// what is not there is empty and has no quotes. Lines end with \n.

#ifndef HALFWORD_ANALYSIS_EXPORT_CSV_TEXT_H_
#define HALFWORD_ANALYSIS_EXPORT_CSV_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/export/table_writer.h"

namespace halfword::analysis {

class CsvText {
 public:
  // What is written at once.
  static constexpr size_t kChunkBytes = size_t{256} << 10;

  // The line with the names of the columns.
  void AddHead(const Table& table);
  void AddText(std::string_view text);
  void AddNumber(uint64_t number);
  void AddNull() { Separate(); }
  void EndRow() {
    bytes_ += '\n';
    is_in_row_ = false;
  }

  const std::string& bytes() const { return bytes_; }
  bool is_chunk() const { return bytes_.size() >= kChunkBytes; }
  void Clear() { bytes_.clear(); }

 private:
  void Separate() {
    if (is_in_row_) bytes_ += ',';
    is_in_row_ = true;
  }

  std::string bytes_;
  bool is_in_row_ = false;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_CSV_TEXT_H_
