// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Frames.

#include "analysis/export/python_files.h"

#include <array>
#include <vector>

#include "analysis/export/tables.h"

namespace halfword::analysis {

namespace {

// In the order in which they are written.
std::vector<std::string> Arguments(const std::string& format,
                                   const ExportFiles& files) {
  std::vector<std::string> words = {format};
  for (const Table& table : {kEdgeTable, kNodeTable, kStringTable}) {
    words.emplace_back(table.name);
    words.push_back(files.TemporaryPathOf(files.FileOf(table.name)));
  }
  return words;
}

}  // namespace

PythonFiles::PythonFiles(const std::string& format, const ExportFiles& files)
    : process_(Arguments(format, files)) {
  process_.WaitUntilReady();
}

void PythonFiles::BeginTable(const Table& table) { csv_.AddHead(table); }

void PythonFiles::EndTable() {
  SendFrame();
  SendLength(0);
}

void PythonFiles::SendFrame() {
  SendLength(static_cast<uint32_t>(csv_.bytes().size()));
  process_.Write(csv_.bytes());
  csv_.Clear();
}

void PythonFiles::SendLength(uint32_t bytes) {
  std::array<char, 4> length;
  for (size_t i = 0; i < length.size(); ++i) {
    length[i] = static_cast<char>(bytes >> 8 * i);
  }
  process_.Write({length.data(), length.size()});
}

}  // namespace halfword::analysis
