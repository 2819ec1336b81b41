// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What can fail at once comes first: the folder, then what writes the format,
// then the snapshot.

#include "analysis/export/export.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "analysis/export/concatenations.h"
#include "analysis/export/csv_files.h"
#include "analysis/export/edge_rows.h"
#include "analysis/export/node_rows.h"
#include "analysis/export/python_files.h"
#include "analysis/export/sqlite_file.h"
#include "analysis/export/string_rows.h"
#include "analysis/export/tables.h"
#include "analysis/export/text_cache.h"
#include "analysis/figures.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/snapshot_error.h"

namespace halfword::analysis {

namespace {

std::vector<std::string> FileNames(ExportFormat format) {
  switch (format) {
    case ExportFormat::kCsv:
      return {"edges.csv", "nodes.csv", "strings.csv"};
    case ExportFormat::kSqlite:
      return {"snapshot.sqlite"};
    case ExportFormat::kParquet:
      return {"edges.parquet", "nodes.parquet", "strings.parquet"};
    case ExportFormat::kArrow:
      return {"edges.arrow", "nodes.arrow", "strings.arrow"};
  }
  return {};
}

std::unique_ptr<TableWriter> MakeWriter(ExportFormat format,
                                        ExportFiles* files) {
  switch (format) {
    case ExportFormat::kCsv:
      return std::make_unique<CsvFiles>(files);
    case ExportFormat::kSqlite:
      return std::make_unique<SqliteFile>(files->TemporaryPathOf(0));
    case ExportFormat::kParquet:
      return std::make_unique<PythonFiles>("parquet", *files);
    case ExportFormat::kArrow:
      return std::make_unique<PythonFiles>("arrow", *files);
  }
  return nullptr;
}

// What is written replaces what is read only if somebody says so, and he has
// not meant this.
void KeepSnapshot(const std::string& path, const ExportOptions& options) {
  for (const std::string& name : FileNames(options.format)) {
    const std::filesystem::path file =
        std::filesystem::path(options.folder) / name;
    std::error_code error;
    if (std::filesystem::equivalent(path, file, error)) {
      throw ExportError(file.string() + " is the snapshot itself");
    }
  }
}

// A table's keys.
void CheckUnique(std::vector<uint32_t> ids) {
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice == ids.end()) return;
  throw SnapshotError("two nodes have the id " + std::to_string(*twice) +
                      ", which SQLite's table cannot hold; csv can");
}

}  // namespace

ExportResult ExportSnapshot(const std::string& path,
                            const ExportOptions& options,
                            const Progress& progress) {
  KeepSnapshot(path, options);
  ExportFiles files(options.folder, FileNames(options.format),
                    options.existing);
  const std::unique_ptr<TableWriter> writer =
      MakeWriter(options.format, &files);
  Snapshot snapshot = ReadSnapshot(path, progress);
  const Figures figures =
      ComputeFigures(&snapshot, FigureScope::kNodes, progress);
  const std::vector<uint32_t> ids =
      ReadNodeIds(*snapshot.file, snapshot.sections);
  if (options.format == ExportFormat::kSqlite) CheckUnique(ids);
  Concatenations sums(snapshot.graph);
  TextCache texts(*snapshot.strings);
  WriteEdges(snapshot, ids, progress, &texts, &sums, writer.get());
  sums.Finish(*snapshot.strings);
  WriteNodes(snapshot, figures, ids, sums, progress, &texts, writer.get());
  WriteStrings(snapshot, progress, writer.get());
  Tell(progress, "finishing files", 0, 1);
  writer->Finish();
  files.Commit();

  const SnapshotHeader& header = snapshot.sections.header;
  ExportResult result;
  result.tables = {{std::string(kEdgeTable.name), header.edge_count},
                   {std::string(kNodeTable.name), header.node_count},
                   {std::string(kStringTable.name), snapshot.strings->count()}};
  for (size_t i = 0; i < files.count(); ++i) {
    result.files.push_back({files.PathOf(i), files.BytesOf(i), 0});
  }
  for (const ExportedTable& table : result.tables) {
    result.files[files.FileOf(table.name)].row_count += table.row_count;
  }
  return result;
}

}  // namespace halfword::analysis
