// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The system calls of a file, each repeated where a signal came in between.

#include "base/disk_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/file_size_signal.h"
#include "base/folder_of.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Far behind the end of any file, so that a copier's lock of the bytes is none
// of these.
constexpr off_t kWriterByte = off_t{1} << 62;
constexpr off_t kReaderByte = kWriterByte + 1;

using LockType = decltype(flock::l_type);

struct flock LockOf(DiskFile::Lock lock, LockType type) {
  struct flock range = {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = lock == DiskFile::Lock::kWriter ? kWriterByte : kReaderByte;
  range.l_len = 1;
  return range;
}

LockType TypeOf(DiskFile::Lock lock) {
  return lock == DiskFile::Lock::kReader ? F_RDLCK : F_WRLCK;
}

int SystemOpen(const char* path, int flags, mode_t mode) {
  return open(path, flags, mode);
}

int SystemAllocate(int file, off_t offset, off_t bytes) {
  return fallocate(file, 0, offset, bytes);
}

int SystemRename(const char* from, const char* to, unsigned flags) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags);
}

int SystemLock(int file, int command, struct flock* range) {
  return fcntl(file, command, range);
}

const DiskFileHooks* hooks = nullptr;

// The entry of the hooks in place, or the system's where they have none.
template <typename Function>
Function Hook(Function DiskFileHooks::* entry) {
  return hooks == nullptr || hooks->*entry == nullptr ? kSystemDiskFile.*entry
                                                      : hooks->*entry;
}

}  // namespace

constexpr DiskFileHooks kSystemDiskFile = {
    .open = SystemOpen,
    .read = pread,
    .write = pwrite,
    .allocate = SystemAllocate,
    .sync = fdatasync,
    .rename = SystemRename,
    .sync_folder = fsync,
    .lock = SystemLock,
};

void SetDiskFileHooksForTesting(const DiskFileHooks* table) { hooks = table; }

bool DiskFile::Fail(const char* call) {
  error_number_ = errno;
  error_ =
      std::string(call) + ": " + std::generic_category().message(error_number_);
  return false;
}

bool DiskFile::Open(const std::string& path, Access access) {
  Close();
  const int flags = access == Access::kRead    ? O_RDONLY
                    : access == Access::kWrite ? O_RDWR
                                               : O_RDWR | O_CREAT | O_EXCL;
  // O_NONBLOCK: a pipe must not wait for its other end.
  descriptor_ = Hook(&DiskFileHooks::open)(
      path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor_ < 0) return Fail("open");
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0) return Fail("stat");
  if (S_ISREG(status.st_mode)) return true;
  Close();
  errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  Fail("open");
  if (!S_ISDIR(status.st_mode)) error_ = "open: not a regular file";
  return false;
}

bool DiskFile::OpenSame(const DiskFile& other) {
  Close();
  descriptor_ = fcntl(other.descriptor_, F_DUPFD_CLOEXEC, 0);
  return descriptor_ >= 0 || Fail("dup");
}

bool DiskFile::OpenAgain(const DiskFile& other) {
  // Not by a path, which may be that of another file by now, or of none.
  return Open("/proc/self/fd/" + std::to_string(other.descriptor_),
              Access::kRead);
}

void DiskFile::Close() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

bool DiskFile::Read(uint64_t offset, void* into, size_t bytes) {
  auto* next = static_cast<char*>(into);
  while (bytes != 0) {
    const ssize_t count = Hook(&DiskFileHooks::read)(
        descriptor_, next, bytes, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Fail("read");
    if (count == 0) {
      error_number_ = ENODATA;
      error_ = "read: the file ends before";
      return false;
    }
    next += count;
    offset += static_cast<uint64_t>(count);
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

bool DiskFile::Write(uint64_t offset, const void* data, size_t bytes) {
  const FileSizeSignalBlock block;
  const auto* next = static_cast<const char*>(data);
  while (bytes != 0) {
    const ssize_t count = Hook(&DiskFileHooks::write)(
        descriptor_, next, bytes, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    // Or this would never end.
    if (count == 0) errno = EIO;
    if (count <= 0) return Fail("write");
    next += count;
    offset += static_cast<uint64_t>(count);
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

bool DiskFile::Allocate(uint64_t bytes) {
  const FileSizeSignalBlock block;
  const uint64_t before = this->bytes();
  if (bytes <= before) return true;
  int result;
  do {
    result =
        Hook(&DiskFileHooks::allocate)(descriptor_, static_cast<off_t>(before),
                                       static_cast<off_t>(bytes - before));
  } while (result != 0 && errno == EINTR);
  if (result == 0) return true;
  if (errno != EOPNOTSUPP && errno != ENOSYS) return Fail("allocate");
  return Extend(bytes);
}

bool DiskFile::Extend(uint64_t bytes) {
  const FileSizeSignalBlock block;
  return bytes <= this->bytes() ||
         ftruncate(descriptor_, static_cast<off_t>(bytes)) == 0 ||
         Fail("truncate");
}

bool DiskFile::Sync() {
  // Never again after an error: the system may have forgotten what was not
  // written, and say that all is well.
  int result;
  do {
    result = Hook(&DiskFileHooks::sync)(descriptor_);
  } while (result != 0 && errno == EINTR);
  return result == 0 || Fail("sync");
}

uint64_t DiskFile::bytes() const {
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0) return 0;
  return static_cast<uint64_t>(status.st_size);
}

bool DiskFile::SetLock(Lock lock, bool waits) {
  struct flock range = LockOf(lock, TypeOf(lock));
  int result;
  do {
    result = Hook(&DiskFileHooks::lock)(
        descriptor_, waits ? F_OFD_SETLKW : F_OFD_SETLK, &range);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return true;
  if (errno == EACCES) errno = EAGAIN;
  return Fail("lock");
}

bool DiskFile::TryLock(Lock lock) { return SetLock(lock, false); }

bool DiskFile::WaitForLock(Lock lock) { return SetLock(lock, true); }

void DiskFile::Unlock(Lock lock) {
  struct flock range = LockOf(lock, F_UNLCK);
  static_cast<void>(fcntl(descriptor_, F_OFD_SETLK, &range));
}

bool DiskFile::IsLockedByAnother(Lock lock) {
  struct flock range = LockOf(lock, F_WRLCK);
  return fcntl(descriptor_, F_OFD_GETLK, &range) == 0 &&
         range.l_type != F_UNLCK;
}

bool DiskFile::IsNamed(const std::string& path) const {
  struct stat opened = {};
  struct stat named = {};
  return fstat(descriptor_, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

void DiskFile::TakeAccessFrom(const DiskFile& other) {
  struct stat status = {};
  if (fstat(other.descriptor_, &status) != 0) return;
  // In this order: another owner takes some of the mode's bits away. What was
  // the group's is not for a group that is another one.
  const bool is_same = fchown(descriptor_, status.st_uid, status.st_gid) == 0;
  const mode_t mode = status.st_mode & (is_same ? 0777 : 0707);
  static_cast<void>(fchmod(descriptor_, mode));
}

bool DiskFile::SyncFolderOf(const std::string& path) {
  const int folder =
      open(FolderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return Fail("open folder");
  // Some file systems have no such thing; then the name is as durable as they
  // make it.
  const bool done = Hook(&DiskFileHooks::sync_folder)(folder) == 0 ||
                    errno == EINVAL || Fail("sync folder");
  close(folder);
  return done;
}

bool DiskFile::Rename(const std::string& from, const std::string& to,
                      unsigned flags) {
  if (Hook(&DiskFileHooks::rename)(from.c_str(), to.c_str(), flags) == 0) {
    return true;
  }
  // A file system without that flag.
  if (flags == 0 || (errno != EINVAL && errno != ENOSYS)) {
    return Fail("rename");
  }
  if (link(from.c_str(), to.c_str()) != 0) return Fail("rename");
  unlink(from.c_str());
  return true;
}

bool DiskFile::Rename(const std::string& from, const std::string& to) {
  return Rename(from, to, 0);
}

bool DiskFile::RenameToFree(const std::string& from, const std::string& to) {
  return Rename(from, to, RENAME_NOREPLACE);
}

bool DiskFile::Remove(const std::string& path) {
  return unlink(path.c_str()) == 0;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
