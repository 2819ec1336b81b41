// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// OutputFile: a file that appears under its name when it is complete, and not
// before: it is written as NAME.tmp, synced, and renamed. Whatever happens in
// between, a crash too, leaves NAME as it was; a temporary file that a crash
// leaves behind is overwritten by the next attempt. A symbolic link of the name
// is replaced, and not what it leads to; a device, a pipe or a folder never is.
// A long one goes to the disk while it is written (write_behind.h).
// Where a signal ends the process, UnfinishedFile::UnlinkAll() removes it.

#ifndef HALFWORD_BASE_OUTPUT_FILE_H_
#define HALFWORD_BASE_OUTPUT_FILE_H_

#include <cstddef>
#include <optional>
#include <string>

#include "base/unfinished_files.h"
#include "base/write_behind.h"
#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class OutputFile {
 public:
  explicit OutputFile(std::string path);
  // What was not committed is removed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Each is false where it failed; error() then tells the first reason, and all
  // that follows fails, too.
  bool Open();
  bool Write(const char* data, size_t bytes);
  bool Commit();

  // Removes what is not committed, now.
  void Discard();
  // After a fork(): another process commits or removes the file.
  void LeaveToAnotherProcess();
  // Of the temporary file; -1: it is not open.
  int descriptor() const { return file_; }

  // Where it is written. Another program may do that, between Open() and
  // Commit(), if it does not put another file there.
  const std::string& temporary_path() const { return temporary_path_; }
  // "cannot write heap.heapsnapshot.tmp: No space left on device"
  const std::string& error() const { return error_; }

 private:
  bool OpenTemporary(int more_flags);
  bool Lock();
  bool Fail(const char* action, const std::string& path);

  const std::string path_;
  const std::string temporary_path_;
  int file_ = -1;
  WriteBehind write_behind_;
  std::optional<UnfinishedFile> unfinished_;
  std::string error_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_OUTPUT_FILE_H_
