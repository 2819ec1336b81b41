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

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "halfword/internal/build_config.h"

struct flock;

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
  // Another descriptor of the same open file, whose locks they share: these go
  // when all of them are closed.
  bool OpenSame(const DiskFile& other);
  // The file of another one, opened once more, to be read: its locks are its
  // own. False where /proc is not mounted, too.
  bool OpenAgain(const DiskFile& other);
  void Close();
  // Leaves the descriptor to the caller.
  int Release() { return std::exchange(descriptor_, -1); }
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
  // Makes the file so long, if it is shorter, of zeros without room.
  bool Extend(uint64_t bytes);
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

  // Lets those have it, as far as the process may, who have the other.
  void TakeAccessFrom(const DiskFile& other);

  // Gives the file at `from` the name `to`, in place of what has it.
  bool Rename(const std::string& from, const std::string& to);
  // The same, if nothing has the name yet; EEXIST otherwise.
  bool RenameToFree(const std::string& from, const std::string& to);
  // Makes the names of a path's folder durable.
  bool SyncFolderOf(const std::string& path);
  // False: the name is not there, or it failed.
  static bool Remove(const std::string& path);

  const std::string& error() const { return error_; }

 private:
  bool Fail(const char* call);
  bool SetLock(Lock lock, bool waits);
  bool Rename(const std::string& from, const std::string& to, unsigned flags);

  int descriptor_ = -1;
  int error_number_ = 0;
  std::string error_;
};

// The calls that the system may refuse, as a table that a test can put its own
// functions into. A null entry stands for the system's call.
struct DiskFileHooks {
  int (*open)(const char* path, int flags, mode_t mode) = nullptr;
  ssize_t (*read)(int file, void* into, size_t bytes, off_t at) = nullptr;
  ssize_t (*write)(int file, const void* data, size_t bytes,
                   off_t at) = nullptr;
  int (*allocate)(int file, off_t offset, off_t bytes) = nullptr;
  int (*sync)(int file) = nullptr;
  int (*rename)(const char* from, const char* to, unsigned flags) = nullptr;
  int (*sync_folder)(int folder) = nullptr;
  int (*lock)(int file, int command, struct flock* range) = nullptr;
};

// Puts `hooks` in the place of the system's calls until called with nullptr.
// Requires: *hooks lives until then; no other thread uses files.
void SetDiskFileHooksForTesting(const DiskFileHooks* hooks);

// The system's own calls, for hooks that let some calls through.
extern const DiskFileHooks kSystemDiskFile;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_DISK_FILE_H_
