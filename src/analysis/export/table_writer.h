// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TableWriter: where the rows of a snapshot's tables go, whatever the format.
// The tables themselves are in tables.h.

#ifndef HALFWORD_ANALYSIS_EXPORT_TABLE_WRITER_H_
#define HALFWORD_ANALYSIS_EXPORT_TABLE_WRITER_H_

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

namespace halfword::analysis {

struct Column {
  enum class Kind { kNumber, kText };
  // What tables are joined by, and what rows are looked for by.
  enum class Use { kPlain, kKey, kIndexed };

  std::string_view name;
  Kind kind;
  Use use = Use::kPlain;
};

struct Table {
  std::string_view name;
  std::span<const Column> columns;
};

// What keeps tables from being written, as one line for the user.
class ExportError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Tables come one after another. Every function throws ExportError.
class TableWriter {
 public:
  virtual ~TableWriter() = default;

  virtual void BeginTable(const Table& table) = 0;
  // The cells of a row, in the order of the columns. text: valid UTF-8.
  virtual void AddText(std::string_view text) = 0;
  virtual void AddNumber(uint64_t number) = 0;
  virtual void AddNull() = 0;
  virtual void EndRow() = 0;
  virtual void EndTable() = 0;
  // After the last table: everything is in the files.
  virtual void Finish() = 0;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_TABLE_WRITER_H_
