// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ExportSnapshot: a snapshot as tables, for those who have a database's
// questions: over the snapshots of many machines, or such that no view of
// DevTools answers. docs/format/export.md says what the tables hold.
//
// Edges come first: their names tell of what nodes' names are put together.
//
// Cost: the figures' memory (figures.h), 12 bytes a node, 4 a string, and what
// text_cache.h and concatenations.h say.

#ifndef HALFWORD_ANALYSIS_EXPORT_EXPORT_H_
#define HALFWORD_ANALYSIS_EXPORT_EXPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/export/export_files.h"
#include "analysis/file/progress.h"

namespace halfword::analysis {

enum class ExportFormat { kCsv, kSqlite, kParquet, kArrow };

struct ExportOptions {
  ExportFormat format;
  std::string folder;
  ExistingFiles existing = ExistingFiles::kRefuse;
};

struct ExportedFile {
  std::string path;
  uint64_t bytes;
  uint64_t row_count;  // of all tables in it
};

struct ExportedTable {
  std::string name;
  uint64_t row_count;
};

struct ExportResult {
  std::vector<ExportedFile> files;
  std::vector<ExportedTable> tables;
};

// path: as of ReadSnapshot(). Throws SnapshotError for what is wrong with the
// snapshot, ExportError for the rest; then there are no files.
ExportResult ExportSnapshot(const std::string& path,
                            const ExportOptions& options,
                            const Progress& progress = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_EXPORT_H_
