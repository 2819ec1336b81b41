// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// InputFile: the bytes of a snapshot, by offset. A snapshot is read more than
// once, and its last section is needed first, so that what cannot be read twice
// (standard input, a pipe) is copied into a temporary file that has no name.
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

namespace halfword::analysis {

class InputFile {
 public:
  // "-": standard input. Throws SnapshotError.
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  // How many bytes were there: fewer than asked for at the end only.
  // Throws SnapshotError where the system cannot read.
  size_t Read(uint64_t offset, char* into, size_t bytes) const;

  uint64_t bytes() const { return bytes_; }

 private:
  void Open(const std::string& path);
  void Spool(int from);

  int file_ = -1;
  uint64_t bytes_ = 0;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_INPUT_FILE_H_
