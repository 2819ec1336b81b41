// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PythonFiles: one file a table, in a format that pyarrow writes. Tables go to
// it as CSV in frames: a length of four bytes, little-endian, and so many
// bytes; a length of 0 ends a table. (Without frames, the death of this program
// would look like the end of a table.)

#ifndef HALFWORD_ANALYSIS_EXPORT_PYTHON_FILES_H_
#define HALFWORD_ANALYSIS_EXPORT_PYTHON_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/export/csv_text.h"
#include "analysis/export/export_files.h"
#include "analysis/export/python_process.h"
#include "analysis/export/table_writer.h"

namespace halfword::analysis {

class PythonFiles final : public TableWriter {
 public:
  // format: "parquet" or "arrow". files: those of edges, nodes and strings.
  PythonFiles(const std::string& format, const ExportFiles& files);

  void BeginTable(const Table& table) override;
  void AddText(std::string_view text) override { csv_.AddText(text); }
  void AddNumber(uint64_t number) override { csv_.AddNumber(number); }
  void AddNull() override { csv_.AddNull(); }
  void EndRow() override {
    csv_.EndRow();
    if (csv_.is_chunk()) SendFrame();
  }
  void EndTable() override;
  void Finish() override { process_.Finish(); }

 private:
  void SendFrame();
  void SendLength(uint32_t bytes);

  PythonProcess process_;
  CsvText csv_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_PYTHON_FILES_H_
