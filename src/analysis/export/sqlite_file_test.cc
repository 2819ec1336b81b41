// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What SQLite reads from the file again.

#include "analysis/export/sqlite_file.h"

#include <sqlite3.h>

#include <string>
#include <vector>

#include "analysis/export/table_testing.h"
#include "analysis/export/tables.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

using Rows = std::vector<std::vector<std::string>>;

// The rows of a query; NULL is "NULL", an error is a failure.
Rows Query(const std::string& path, const std::string& text) {
  sqlite3* database = nullptr;
  sqlite3_stmt* query = nullptr;
  EXPECT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_prepare_v2(database, text.c_str(), -1, &query, nullptr),
            SQLITE_OK)
      << sqlite3_errmsg(database);
  Rows rows;
  while (sqlite3_step(query) == SQLITE_ROW) {
    std::vector<std::string>& row = rows.emplace_back();
    for (int i = 0; i < sqlite3_column_count(query); ++i) {
      const auto* const cell =
          reinterpret_cast<const char*>(sqlite3_column_text(query, i));
      const auto bytes = static_cast<size_t>(sqlite3_column_bytes(query, i));
      row.push_back(cell == nullptr ? "NULL" : std::string(cell, bytes));
    }
  }
  sqlite3_finalize(query);
  sqlite3_close(database);
  return rows;
}

void AddEdge(SqliteFile* file, uint64_t from, const std::string& name,
             uint64_t to) {
  file->AddNumber(from);
  file->AddText("property");
  file->AddText(name);
  file->AddNumber(to);
  file->EndRow();
}

TEST(SqliteFileTest, HoldsTheRows) {
  const TestFolder folder;
  const std::string path = folder.PathOf("a");
  const std::string odd("'\"\n\0x", 5);
  SqliteFile file(path);
  file.BeginTable(kEdgeTable);
  AddEdge(&file, 1, odd, 4'294'967'295);
  AddEdge(&file, 3, "", 1);
  file.EndTable();
  file.BeginTable(kStringTable);
  file.AddNumber(0);
  file.AddText("\u00e4");
  file.EndRow();
  file.EndTable();
  file.Finish();

  EXPECT_EQ(
      Query(path, "SELECT * FROM edges"),
      (Rows{{"1", "property", odd, "4294967295"}, {"3", "property", "", "1"}}));
  EXPECT_EQ(Query(path, "SELECT \"index\", text FROM strings"),
            (Rows{{"0", "\u00e4"}}));
  EXPECT_EQ(Query(path, "PRAGMA integrity_check"), (Rows{{"ok"}}));
}

TEST(SqliteFileTest, HasIndexesForWhatGraphsAskFor) {
  const TestFolder folder;
  const std::string path = folder.PathOf("a");
  SqliteFile file(path);
  for (const Table& table : {kEdgeTable, kNodeTable}) {
    file.BeginTable(table);
    file.EndTable();
  }
  file.Finish();

  EXPECT_EQ(Query(path,
                  "SELECT name FROM sqlite_master WHERE type = 'index' "
                  "ORDER BY name"),
            (Rows{{"edges_by_from_id"},
                  {"edges_by_to_id"},
                  {"nodes_by_class"},
                  {"nodes_by_dominator_id"}}));
  EXPECT_EQ(
      Query(path, "SELECT name FROM pragma_table_info('nodes') WHERE pk = 1"),
      (Rows{{"id"}}));
}

TEST(SqliteFileTest, KeepsNullApartFromEmptyText) {
  const TestFolder folder;
  const std::string path = folder.PathOf("a");
  SqliteFile file(path);
  file.BeginTable(kNodeTable);
  file.AddNumber(1);
  for (int i = 0; i < 3; ++i) file.AddText("");
  file.AddNumber(0);
  file.AddNumber(uint64_t{1} << 61);
  for (int i = 0; i < 2; ++i) file.AddNull();
  file.AddNumber(0);
  file.EndRow();
  file.EndTable();
  file.Finish();

  EXPECT_EQ(Query(path, "SELECT * FROM nodes"),
            (Rows{{"1", "", "", "", "0", "2305843009213693952", "NULL", "NULL",
                   "0"}}));
}

TEST(SqliteFileTest, SaysThatAnIdIsThereTwice) {
  const TestFolder folder;
  SqliteFile file(folder.PathOf("a"));
  file.BeginTable(kStringTable);
  const auto add = [&file] {
    file.AddNumber(7);
    file.AddText("x");
    file.EndRow();
  };
  add();

  const std::string error = ErrorOf(add);

  EXPECT_NE(error.find("UNIQUE constraint failed: strings.index"),
            std::string::npos)
      << error;
}

TEST(SqliteFileTest, SaysThatItCannotBeWritten) {
  const TestFolder folder;

  const std::string error =
      ErrorOf([&] { SqliteFile(folder.PathOf("none/a")); });

  EXPECT_EQ(error, "cannot write " + folder.PathOf("none/a") +
                       ": unable to open database file");
}

}  // namespace

}  // namespace halfword::analysis
