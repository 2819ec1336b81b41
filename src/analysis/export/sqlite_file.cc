// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Statements. Indexes come last: to sort once is faster than to insert.

#include "analysis/export/sqlite_file.h"

#include <sqlite3.h>

namespace halfword::analysis {

namespace {

std::string Quoted(std::string_view name) {
  return '"' + std::string(name) + '"';
}

std::string Declaration(const Column& column) {
  if (column.use == Column::Use::kKey) {
    return Quoted(column.name) + " INTEGER PRIMARY KEY";
  }
  return Quoted(column.name) +
         (column.kind == Column::Kind::kText ? " TEXT NOT NULL" : " INTEGER");
}

}  // namespace

void SqliteFile::CloseDatabase::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

void SqliteFile::EndStatement::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

SqliteFile::SqliteFile(const std::string& path) : path_(path) {
  sqlite3* database = nullptr;
  const int status = sqlite3_open(path.c_str(), &database);
  database_.reset(database);
  Check(status);
  // The cache is what sorting an index takes, too.
  Run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32768;"
      "BEGIN");
}

void SqliteFile::BeginTable(const Table& table) {
  std::string columns;
  std::string places;
  for (const Column& column : table.columns) {
    if (!columns.empty()) {
      columns += ", ";
      places += ", ";
    }
    columns += Declaration(column);
    places += '?';
    if (column.use == Column::Use::kIndexed) {
      const std::string name =
          std::string(table.name) + "_by_" + std::string(column.name);
      index_statements_.push_back("CREATE INDEX " + Quoted(name) + " ON " +
                                  Quoted(table.name) + " (" +
                                  Quoted(column.name) + ")");
    }
  }
  Run("CREATE TABLE " + Quoted(table.name) + " (" + columns + ")");
  const std::string insert =
      "INSERT INTO " + Quoted(table.name) + " VALUES (" + places + ")";
  sqlite3_stmt* statement = nullptr;
  Check(sqlite3_prepare_v2(database_.get(), insert.c_str(), -1, &statement,
                           nullptr));
  insert_.reset(statement);
  next_cell_ = 1;
}

// Copied: what a caller gives is valid for the call only. That costs less than
// the rest of a row.
void SqliteFile::AddText(std::string_view text) {
  Check(sqlite3_bind_text64(insert_.get(), next_cell_++, text.data(),
                            text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void SqliteFile::AddNumber(uint64_t number) {
  Check(sqlite3_bind_int64(insert_.get(), next_cell_++,
                           static_cast<sqlite3_int64>(number)));
}

void SqliteFile::AddNull() {
  Check(sqlite3_bind_null(insert_.get(), next_cell_++));
}

void SqliteFile::EndRow() {
  if (sqlite3_step(insert_.get()) != SQLITE_DONE) {
    Check(sqlite3_reset(insert_.get()));
  }
  Check(sqlite3_reset(insert_.get()));
  next_cell_ = 1;
}

void SqliteFile::EndTable() { insert_.reset(); }

void SqliteFile::Finish() {
  for (const std::string& statement : index_statements_) Run(statement);
  // So that its planner knows which index is the better one.
  Run("PRAGMA analysis_limit = 1000; ANALYZE; COMMIT");
  Check(sqlite3_close(database_.release()));
}

void SqliteFile::Run(const std::string& statement) {
  Check(sqlite3_exec(database_.get(), statement.c_str(), nullptr, nullptr,
                     nullptr));
}

void SqliteFile::Check(int status) {
  if (status == SQLITE_OK) return;
  const std::string reason = database_ != nullptr
                                 ? sqlite3_errmsg(database_.get())
                                 : sqlite3_errstr(status);
  throw ExportError("cannot write " + path_ + ": " + reason);
}

}  // namespace halfword::analysis
