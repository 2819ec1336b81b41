// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DiskFile: a file that is read and written at offsets, synced, locked and
// renamed: the system calls under an image (src/image/file).
//
// Locks are of the open file (OFD), so that two of one process exclude each
// other, too, and they end with it, however the process ends. They are of two
// kinds that do not touch each other: one writer; and readers, any number, or
// somebody who keeps them out.
//
// Every call that can fail is false then, and error() has a line without the
// file's name: "write: No space left on device".
// Threads: one a file.

#ifndef HALFWORD_BASE_DISK_FILE_H_
#define HALFWORD_BASE_DISK_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class DiskFile {
 public:
  enum class Access {
    kRead,
    kWrite,   // and read
    kCreate,  // the same, of a file that does not exist yet
  };
  enum class Lock {
    kWriter,      // exclusive
    kReader,      // shared
    kReadersOut,  // exclusive, of the same place
  };

  DiskFile() = default;
  ~DiskFile() { Close(); }
  DiskFile(const DiskFile&) = delete;
  DiskFile& operator=(const DiskFile&) = delete;

  // Regular files only.
  bool Open(const std::string& path, Access access);
  void Close();
  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  // The system's number of the last error, as errno has it.
  int error_number() const { return error_number_; }

  // All bytes or none are read: what lies behind the end is an error.
  bool Read(uint64_t offset, void* into, size_t bytes);
  bool Write(uint64_t offset, const void* data, size_t bytes);
  // Gives the file room up to so many bytes, of zeros. Where the file system
  // cannot keep room, the file only becomes so long.
  bool Allocate(uint64_t bytes);
  bool Sync();
  // 0 where the file does not answer.
  uint64_t bytes() const;

  // Without waiting. False: another has a lock that excludes it, and then
  // error_number() is EAGAIN, or it failed.
  bool TryLock(Lock lock);
  // The same, waiting.
  bool WaitForLock(Lock lock);
  void Unlock(Lock lock);
  // Whether another holds that lock, as far as can be told.
  bool IsLockedByAnother(Lock lock);

  // Whether the path still names this file.
  bool IsNamed(const std::string& path) const;

  // Gives the file at `from` the name `to`, durably, in place of what has it.
  bool RenameDurably(const std::string& from, const std::string& to);
  // The same, if nothing has the name yet; EEXIST otherwise.
  bool RenameDurablyToFree(const std::string& from, const std::string& to);
  // False: the name is not there, or it failed.
  static bool Remove(const std::string& path);

  const std::string& error() const { return error_; }

 private:
  bool Fail(const char* call);
  bool SetLock(Lock lock, bool waits);
  bool Rename(const std::string& from, const std::string& to, unsigned flags);
  bool SyncFolderOf(const std::string& path);

  int descriptor_ = -1;
  int error_number_ = 0;
  std::string error_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_DISK_FILE_H_
