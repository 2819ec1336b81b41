// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ExportFiles: the files of one export, which appear in their folder together
// when all of them are complete: each is written under a temporary name and
// readable by its owner only, as snapshots are (base/output_file.h,
// design/analysis.md#req.analysis.tables).

#ifndef HALFWORD_ANALYSIS_EXPORT_EXPORT_FILES_H_
#define HALFWORD_ANALYSIS_EXPORT_EXPORT_FILES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.h"

namespace halfword::analysis {

enum class ExistingFiles { kRefuse, kReplace };

class ExportFiles {
 public:
  // Makes the folder, if there is none, and the temporary files.
  // Throws ExportError, as all that follows.
  ExportFiles(const std::string& folder, const std::vector<std::string>& names,
              ExistingFiles existing);
  // Of what is not committed nothing remains, no folder either.
  ~ExportFiles();
  ExportFiles(const ExportFiles&) = delete;
  ExportFiles& operator=(const ExportFiles&) = delete;

  size_t count() const { return files_.size(); }
  // The file whose name, without its ending, this is; the only one, if there is
  // no other.
  size_t FileOf(std::string_view table) const;
  void Write(size_t file, std::string_view bytes);
  // For what is written by others.
  const std::string& TemporaryPathOf(size_t file) const {
    return files_[file]->temporary_path();
  }
  void Commit();

  const std::string& PathOf(size_t file) const { return paths_[file]; }
  // Requires: committed.
  uint64_t BytesOf(size_t file) const;

 private:
  void MakeFolder(const std::string& folder);
  void OpenFiles();
  void Discard();

  std::vector<std::string> names_;
  std::vector<std::string> paths_;
  // That were made, the innermost first; none, when all is committed.
  std::vector<std::string> made_folders_;
  std::vector<std::unique_ptr<internal::OutputFile>> files_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_EXPORT_FILES_H_
