// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot export`: a snapshot as tables for databases.

#include <fmt/format.h>

#include <csignal>
#include <string>

#include "analysis/export/export.h"
#include "tools/halfword/output_name.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"

namespace halfword::tools {

namespace {

using analysis::ExistingFiles;
using analysis::ExportFormat;
using analysis::ExportResult;

ExportFormat FormatOf(const std::string& name) {
  if (name == "csv") return ExportFormat::kCsv;
  if (name == "sqlite") return ExportFormat::kSqlite;
  if (name == "parquet") return ExportFormat::kParquet;
  return ExportFormat::kArrow;
}

class SnapshotExport final : public DocumentCommand {
 public:
  explicit SnapshotExport(CLI::App* parent)
      : DocumentCommand(parent, "export",
                        "Nodes, edges and strings as tables, for DuckDB, "
                        "Spark, pandas or SQLite") {
    app_->add_option("--format", format_, "What to write")
        ->required()
        ->type_name("csv|sqlite|parquet|arrow")
        ->check(CLI::IsMember({"csv", "sqlite", "parquet", "arrow"}));
    app_->add_option("-o,--output", folder_, "The folder for the files")
        ->required()
        ->type_name("DIR")
        ->check(ExpectName);
    app_->add_flag("--force", replaces_, "Replace files that are there");
    app_->footer(
        "csv      nodes.csv, edges.csv, strings.csv\n"
        "sqlite   snapshot.sqlite, with the three as tables\n"
        "parquet  nodes.parquet, edges.parquet, strings.parquet\n"
        "arrow    the same as Arrow IPC files (Feather V2), .arrow\n"
        "\n"
        "parquet and arrow are written by Python 3 with pyarrow "
        "(pip install pyarrow);\n"
        "HALFWORD_PYTHON names another interpreter than python3.\n"
        "\n"
        "Examples:\n"
        "  halfword snapshot export a.heapsnapshot --format parquet -o a\n"
        "  duckdb -c \"SELECT class, sum(self_bytes) FROM 'a/nodes.parquet' "
        "GROUP BY 1\"\n"
        "  halfword snapshot export a.heapsnapshot --format sqlite -o a\n"
        "  sqlite3 a/snapshot.sqlite \"SELECT type, count(*) FROM edges "
        "GROUP BY 1\"");
  }

 private:
  Json Describe(const analysis::Progress& progress) const override {
    // A file that may not grow further is an error, and not the end.
    std::signal(SIGXFSZ, SIG_IGN);
    const ExportResult result = analysis::ExportSnapshot(
        path(),
        {.format = FormatOf(format_),
         .folder = folder_,
         .existing =
             replaces_ ? ExistingFiles::kReplace : ExistingFiles::kRefuse},
        progress);
    Json document = {{"file", path()},
                     {"format", format_},
                     {"folder", folder_},
                     {"files", Json::array()},
                     {"tables", Json::array()}};
    for (const analysis::ExportedFile& file : result.files) {
      document["files"].push_back({{"path", file.path},
                                   {"row_count", file.row_count},
                                   {"file_bytes", file.bytes}});
    }
    for (const analysis::ExportedTable& table : result.tables) {
      document["tables"].push_back(
          {{"name", table.name}, {"row_count", table.row_count}});
    }
    return document;
  }

  std::string Format(const Json& document) const override {
    Table table({"file", "rows", "bytes"});
    for (const Json& row : document["files"]) {
      table.Add({row["path"].get<std::string>(),
                 FormatCount(row["row_count"].get<uint64_t>()),
                 FormatBytes(row["file_bytes"].get<uint64_t>())});
    }
    return table.Format();
  }

  std::string format_;
  std::string folder_;
  bool replaces_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotExport(CLI::App* parent) {
  return std::make_unique<SnapshotExport>(parent);
}

}  // namespace halfword::tools
