// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SqliteFile: all tables in one SQLite database, with primary keys, and with
// indexes for the joins that graphs ask for.
//
// It is written in one transaction without a journal: until the file gets its
// name, there is nothing that would have to be restored.

#ifndef HALFWORD_ANALYSIS_EXPORT_SQLITE_FILE_H_
#define HALFWORD_ANALYSIS_EXPORT_SQLITE_FILE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/export/table_writer.h"

struct sqlite3;
struct sqlite3_stmt;

namespace halfword::analysis {

class SqliteFile final : public TableWriter {
 public:
  // path: an empty file, or none.
  explicit SqliteFile(const std::string& path);

  void BeginTable(const Table& table) override;
  void AddText(std::string_view text) override;
  void AddNumber(uint64_t number) override;
  void AddNull() override;
  void EndRow() override;
  void EndTable() override;
  void Finish() override;

 private:
  struct CloseDatabase {
    void operator()(sqlite3* database) const;
  };
  struct EndStatement {
    void operator()(sqlite3_stmt* statement) const;
  };

  void Run(const std::string& statement);
  void Check(int status);

  const std::string path_;
  std::unique_ptr<sqlite3, CloseDatabase> database_;
  std::unique_ptr<sqlite3_stmt, EndStatement> insert_;
  std::vector<std::string> index_statements_;
  int next_cell_ = 1;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_SQLITE_FILE_H_
