// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CsvFiles: one file a table.

#ifndef HALFWORD_ANALYSIS_EXPORT_CSV_FILES_H_
#define HALFWORD_ANALYSIS_EXPORT_CSV_FILES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "analysis/export/csv_text.h"
#include "analysis/export/export_files.h"
#include "analysis/export/table_writer.h"

namespace halfword::analysis {

class CsvFiles final : public TableWriter {
 public:
  // files: named as the tables; must outlive this.
  explicit CsvFiles(ExportFiles* files) : files_(*files) {}

  void BeginTable(const Table& table) override {
    file_ = files_.FileOf(table.name);
    csv_.AddHead(table);
  }
  void AddText(std::string_view text) override { csv_.AddText(text); }
  void AddNumber(uint64_t number) override { csv_.AddNumber(number); }
  void AddNull() override { csv_.AddNull(); }
  void EndRow() override {
    csv_.EndRow();
    if (csv_.is_chunk()) Flush();
  }
  void EndTable() override { Flush(); }
  void Finish() override {}

 private:
  void Flush() {
    files_.Write(file_, csv_.bytes());
    csv_.Clear();
  }

  ExportFiles& files_;
  size_t file_ = 0;
  CsvText csv_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_CSV_FILES_H_
