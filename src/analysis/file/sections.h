// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sections: where the parts of a snapshot stand in its file. They are found in
// the order in which DevTools looks for them, by their names.

#ifndef HALFWORD_ANALYSIS_FILE_SECTIONS_H_
#define HALFWORD_ANALYSIS_FILE_SECTIONS_H_

#include <cstdint>

#include "analysis/file/header.h"
#include "analysis/file/input_file.h"
#include "analysis/file/progress.h"

namespace halfword::analysis {

struct Sections {
  SnapshotHeader header;
  // Of the first byte behind `[`.
  uint64_t nodes = 0;
  uint64_t edges = 0;
  uint64_t locations = 0;  // if header.has_locations
  uint64_t strings = 0;
  uint64_t strings_end = 0;
};

// Throws SnapshotError where one is missing, where the file is cut off, or
// where the header tells of more than the file has bytes for.
Sections FindSections(const InputFile& file, const Progress& progress = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_SECTIONS_H_
