// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The system calls, in the order that makes the name appear last.

#include "base/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/file_size_signal.h"
#include "base/folder_of.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// So that the new name is on the disk, too. Some file systems cannot; then the
// name may be lost in a power cut, but never stands for a part of the file.
void SyncFolder(const std::string& path) {
  const int folder =
      open(FolderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  static_cast<void>(fsync(folder));
  close(folder);
}

// One that was left behind by a process of this user, and has no other name.
bool IsOwnFile(int file) {
  struct stat status = {};
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_uid == geteuid() && status.st_nlink == 1 &&
         fchmod(file, 0600) == 0;
}

}  // namespace

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)), temporary_path_(path_ + ".tmp") {}

OutputFile::~OutputFile() { Discard(); }

void OutputFile::Discard() {
  if (file_ < 0) return;
  // While it is locked: the next one under this name is another's.
  unlink(temporary_path_.c_str());
  LeaveToAnotherProcess();
}

void OutputFile::LeaveToAnotherProcess() {
  unfinished_.reset();
  close(file_);
  file_ = -1;
}

bool OutputFile::Fail(const char* action, const std::string& path) {
  if (error_.empty()) {
    error_ = std::string("cannot ") + action + " " + path + ": " +
             std::generic_category().message(errno);
  }
  return false;
}

// Two that write to one name at a time would mix what they write. The lock is
// the open file's, so that a process that goes on with it holds it, too; it
// ends with the file. What another has renamed meanwhile is not touched.
bool OutputFile::Lock() {
  struct stat opened = {};
  struct stat named = {};
  if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
    error_ = "cannot write " + temporary_path_ + ": another process does";
    return false;
  }
  if (fstat(file_, &opened) != 0 ||
      stat(temporary_path_.c_str(), &named) != 0 ||
      opened.st_ino != named.st_ino || opened.st_dev != named.st_dev) {
    error_ = "cannot write " + temporary_path_ + ": another process did";
    return false;
  }
  return ftruncate(file_, 0) == 0 || Fail("write", temporary_path_);
}

bool OutputFile::Open() {
  struct stat replaced = {};
  if (lstat(path_.c_str(), &replaced) == 0 && !S_ISREG(replaced.st_mode) &&
      !S_ISLNK(replaced.st_mode)) {
    error_ = "cannot replace " + path_ + ": it is no regular file";
    return false;
  }
  if (!OpenTemporary(0)) return Fail("create", temporary_path_);
  if (!IsOwnFile(file_)) {
    // Somebody else could read what is written there.
    LeaveToAnotherProcess();
    unlink(temporary_path_.c_str());
    if (!OpenTemporary(O_EXCL)) return Fail("create", temporary_path_);
  }
  if (Lock()) {
    unfinished_.emplace(temporary_path_);
    return true;
  }
  LeaveToAnotherProcess();
  return false;
}

// O_NONBLOCK: a pipe of that name must not wait for its other end.
bool OutputFile::OpenTemporary(int more_flags) {
  file_ = open(
      temporary_path_.c_str(),
      O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | more_flags,
      0600);
  return file_ >= 0;
}

bool OutputFile::Write(const char* data, size_t bytes) {
  if (!error_.empty()) return false;
  const FileSizeSignalBlock block;
  while (bytes != 0) {
    const ssize_t written = write(file_, data, bytes);
    if (written < 0) {
      if (errno == EINTR) continue;
      return Fail("write", temporary_path_);
    }
    data += written;
    bytes -= static_cast<size_t>(written);
    if (!write_behind_.Advance(file_, static_cast<size_t>(written))) {
      return Fail("write", temporary_path_);
    }
  }
  return true;
}

bool OutputFile::Commit() {
  if (!error_.empty()) return false;
  if (fsync(file_) != 0 && errno != EINVAL) {
    return Fail("write", temporary_path_);
  }
  if (rename(temporary_path_.c_str(), path_.c_str()) != 0) {
    return Fail("rename to", path_);
  }
  unfinished_.reset();
  close(file_);
  file_ = -1;
  SyncFolder(path_);
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
