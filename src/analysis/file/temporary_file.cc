// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// O_TMPFILE where the file system has it, else a name that is removed at once.

#include "analysis/file/temporary_file.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "analysis/file/snapshot_error.h"

namespace halfword::analysis {

namespace {

std::string FindFolder() {
  const char* const folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

int OpenIn(const std::string& folder) {
  const int unnamed =
      open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  if (unnamed >= 0) return unnamed;
  std::string path = folder + "/halfword.XXXXXX";
  const int named = mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) unlink(path.c_str());
  return named;
}

}  // namespace

uint64_t TemporaryFile::Space::reserve_bytes() const {
  constexpr uint64_t kReserveBytesMax = uint64_t{1} << 30;
  return std::min(all_bytes / 20, kReserveBytesMax);
}

TemporaryFile::TemporaryFile(FindSpace find_space)
    : find_space_(find_space), folder_(FindFolder()), file_(OpenIn(folder_)) {
  if (file_ < 0) Fail(std::strerror(errno));
}

TemporaryFile::~TemporaryFile() {
  if (file_ >= 0) close(file_);
}

void TemporaryFile::Write(const char* data, size_t bytes) {
  const Space space = find_space_(file_);
  if (space.free_bytes < space.reserve_bytes() + bytes) {
    Fail("only " + std::to_string(space.free_bytes) +
         " bytes are free, of which " + std::to_string(space.reserve_bytes()) +
         " are left to others");
  }
  while (bytes != 0) {
    const ssize_t written = write(file_, data, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) Fail(std::strerror(errno));
    data += written;
    bytes -= static_cast<size_t>(written);
    bytes_ += static_cast<uint64_t>(written);
  }
}

int TemporaryFile::Take() { return std::exchange(file_, -1); }

TemporaryFile::Space TemporaryFile::SpaceOf(int file) {
  struct statvfs status = {};
  // What cannot be told is no reason to refuse.
  if (fstatvfs(file, &status) != 0) return {UINT64_MAX, 0};
  return {uint64_t{status.f_bavail} * status.f_frsize,
          uint64_t{status.f_blocks} * status.f_frsize};
}

void TemporaryFile::Fail(const std::string& reason) const {
  throw SnapshotError("cannot be copied to " + folder_ +
                      " (TMPDIR names the folder): " + reason);
}

}  // namespace halfword::analysis
