// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nothing is looked at twice: what stands in the way is found before a snapshot
// is read, which takes long.

#include "analysis/export/export_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "analysis/export/table_writer.h"

namespace halfword::analysis {

namespace fs = std::filesystem;

ExportFiles::ExportFiles(const std::string& folder,
                         const std::vector<std::string>& names,
                         ExistingFiles existing)
    : names_(names) {
  std::error_code error;
  for (const std::string& name : names) {
    paths_.push_back(fs::path(folder) / name);
    if (existing == ExistingFiles::kRefuse &&
        fs::exists(fs::symlink_status(paths_.back(), error))) {
      throw ExportError(paths_.back() + " exists; --force replaces it");
    }
  }
  try {
    MakeFolder(folder);
    OpenFiles();
  } catch (const ExportError&) {
    Discard();
    throw;
  }
}

ExportFiles::~ExportFiles() { Discard(); }

void ExportFiles::MakeFolder(const std::string& folder) {
  std::error_code error;
  for (fs::path path = folder; !path.empty() && !fs::exists(path, error);
       path = path.parent_path()) {
    // "a/b/" is "a/b" once more.
    if (path.has_filename()) made_folders_.push_back(path);
  }
  fs::create_directories(folder, error);
  if (error) {
    throw ExportError("cannot make " + folder + ": " + error.message());
  }
}

void ExportFiles::OpenFiles() {
  for (const std::string& path : paths_) {
    files_.push_back(std::make_unique<internal::OutputFile>(path));
    if (!files_.back()->Open()) throw ExportError(files_.back()->error());
  }
}

// What somebody else has put into a folder keeps it.
void ExportFiles::Discard() {
  files_.clear();
  std::error_code ignored;
  for (const std::string& folder : made_folders_) fs::remove(folder, ignored);
}

size_t ExportFiles::FileOf(std::string_view table) const {
  if (names_.size() == 1) return 0;
  const auto name = std::find_if(names_.begin(), names_.end(),
                                 [table](const std::string& candidate) {
                                   return fs::path(candidate).stem() == table;
                                 });
  return static_cast<size_t>(name - names_.begin());
}

void ExportFiles::Write(size_t file, std::string_view bytes) {
  internal::OutputFile& output = *files_[file];
  if (!output.Write(bytes.data(), bytes.size())) {
    throw ExportError(output.error());
  }
}

void ExportFiles::Commit() {
  for (const auto& file : files_) {
    if (!file->Commit()) throw ExportError(file->error());
  }
  made_folders_.clear();
}

uint64_t ExportFiles::BytesOf(size_t file) const {
  std::error_code error;
  const uintmax_t bytes = fs::file_size(paths_[file], error);
  if (error) throw ExportError(paths_[file] + ": " + error.message());
  return bytes;
}

}  // namespace halfword::analysis
