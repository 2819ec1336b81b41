// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TemporaryFile: a file without a name, in the folder that TMPDIR names or
// /tmp, for input that has no offsets of its own. It is gone with the program,
// however that ends.
//
// Others need the file system, too: it is never filled up.

#ifndef HALFWORD_ANALYSIS_FILE_TEMPORARY_FILE_H_
#define HALFWORD_ANALYSIS_FILE_TEMPORARY_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace halfword::analysis {

class TemporaryFile {
 public:
  // Of a file system.
  struct Space {
    uint64_t free_bytes;
    uint64_t all_bytes;

    // What stays free: a twentieth, but no more than a gibibyte.
    uint64_t reserve_bytes() const;
  };
  using FindSpace = Space (*)(int file);

  // Throws SnapshotError where no file can be made. find_space: tests choose.
  explicit TemporaryFile(FindSpace find_space = SpaceOf);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // Appends. Throws SnapshotError where that fails, or would take the reserve.
  void Write(const char* data, size_t bytes);

  uint64_t bytes() const { return bytes_; }

  // The open file, which is the caller's now.
  int Take();

 private:
  static Space SpaceOf(int file);
  [[noreturn]] void Fail(const std::string& reason) const;

  const FindSpace find_space_;
  const std::string folder_;
  int file_;
  uint64_t bytes_ = 0;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_TEMPORARY_FILE_H_
