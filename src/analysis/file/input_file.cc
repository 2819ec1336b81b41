// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Opening, and copying what has no offsets.

#include "analysis/file/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "analysis/file/snapshot_error.h"

namespace halfword::analysis {

namespace {

constexpr size_t kCopyBytes = size_t{1} << 20;

[[noreturn]] void Fail(const std::string& what) {
  throw SnapshotError(what + ": " + std::strerror(errno));
}

std::string TemporaryFolder() {
  const char* const folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

int OpenTemporary(const std::string& folder) {
  const int unnamed =
      open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  if (unnamed >= 0) return unnamed;
  // A file system without unnamed files.
  std::string path = folder + "/halfword.XXXXXX";
  const int named = mkostemp(path.data(), O_CLOEXEC);
  if (named < 0) Fail("cannot make a temporary file in " + folder);
  unlink(path.c_str());
  return named;
}

void WriteAll(int file, const char* data, size_t bytes) {
  while (bytes != 0) {
    const ssize_t written = write(file, data, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) Fail("cannot copy the input to " + TemporaryFolder());
    data += written;
    bytes -= static_cast<size_t>(written);
  }
}

}  // namespace

InputFile::InputFile(const std::string& path) {
  try {
    Open(path);
  } catch (...) {
    if (file_ >= 0) close(file_);
    throw;
  }
}

InputFile::~InputFile() { close(file_); }

void InputFile::Open(const std::string& path) {
  const bool is_standard = path == "-";
  const int opened = is_standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                 : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) Fail("cannot be opened");
  struct stat status = {};
  fstat(opened, &status);
  if (S_ISDIR(status.st_mode)) {
    close(opened);
    throw SnapshotError("is a folder");
  }
  const bool has_offsets = S_ISREG(status.st_mode) &&
                           (!is_standard || lseek(opened, 0, SEEK_CUR) == 0);
  if (has_offsets) {
    file_ = opened;
    bytes_ = static_cast<uint64_t>(status.st_size);
    return;
  }
  const auto close_file = [](const int* file) { close(*file); };
  const std::unique_ptr<const int, decltype(close_file)> guard(&opened,
                                                               close_file);
  Spool(opened);
}

void InputFile::Spool(int from) {
  file_ = OpenTemporary(TemporaryFolder());
  const auto buffer = std::make_unique_for_overwrite<char[]>(kCopyBytes);
  for (;;) {
    const ssize_t count = read(from, buffer.get(), kCopyBytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail("cannot be read");
    if (count == 0) return;
    WriteAll(file_, buffer.get(), static_cast<size_t>(count));
    bytes_ += static_cast<uint64_t>(count);
  }
}

size_t InputFile::Read(uint64_t offset, char* into, size_t bytes) const {
  size_t done = 0;
  while (done < bytes) {
    const ssize_t count = pread(file_, into + done, bytes - done,
                                static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail("cannot be read");
    if (count == 0) break;
    done += static_cast<size_t>(count);
  }
  return done;
}

}  // namespace halfword::analysis
