// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// InputFile: the bytes of a snapshot, by offset. A snapshot is read more than
// once, and its last section is needed first, so that what cannot be read twice
// (standard input, a pipe, a compressed file) is copied into a temporary file
// that has no name. Whether it is compressed, its first bytes tell.
//
// Files are read and not mapped: mapping was measured to be no faster, and
// counts as memory of the program.
//
// Threads: Read() by any.

#ifndef HALFWORD_ANALYSIS_FILE_INPUT_FILE_H_
#define HALFWORD_ANALYSIS_FILE_INPUT_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "analysis/file/decompressor.h"
#include "analysis/file/progress.h"

namespace halfword::analysis {

class InputFile {
 public:
  // "-": standard input. Throws SnapshotError.
  explicit InputFile(const std::string& path, const Progress& progress = {});
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  // How many bytes were there: fewer than asked for at the end only.
  // Throws SnapshotError where the system cannot read.
  size_t Read(uint64_t offset, char* into, size_t bytes) const;

  // Of the text.
  uint64_t bytes() const { return bytes_; }
  // Of the file as it was given, compressed or not.
  uint64_t given_bytes() const { return given_bytes_; }

 private:
  class Source;

  void Spool(Source* source, Compression compression, const Progress& progress);

  int file_ = -1;
  uint64_t bytes_ = 0;
  uint64_t given_bytes_ = 0;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_INPUT_FILE_H_
