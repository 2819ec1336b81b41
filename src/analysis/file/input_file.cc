// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Opening, and copying what has no offsets.

#include "analysis/file/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/temporary_file.h"

namespace halfword::analysis {

namespace {

constexpr size_t kCopyBytes = size_t{1} << 20;

[[noreturn]] void Fail(const std::string& what) {
  throw SnapshotError(what + ": " + std::strerror(errno));
}

}  // namespace

// What was opened, read from its begin to its end.
class InputFile::Source {
 public:
  explicit Source(const std::string& path) {
    const bool is_standard = path == "-";
    file_ = is_standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                        : open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) Fail("cannot be opened");
    struct stat status = {};
    fstat(file_, &status);
    if (S_ISDIR(status.st_mode)) {
      close(file_);
      throw SnapshotError("is a folder");
    }
    has_offsets_ = S_ISREG(status.st_mode) &&
                   (!is_standard || lseek(file_, 0, SEEK_CUR) == 0);
    if (has_offsets_) bytes_ = static_cast<uint64_t>(status.st_size);
  }
  ~Source() {
    if (file_ >= 0) close(file_);
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  bool has_offsets() const { return has_offsets_; }
  // 0: not known.
  uint64_t bytes() const { return bytes_; }
  int Take() { return std::exchange(file_, -1); }

  // The first bytes, or all where there are fewer, which Read() gives again.
  std::string_view Begin() {
    while (begin_bytes_ < kMagicBytes) {
      const size_t count =
          ReadOnce(begin_ + begin_bytes_, kMagicBytes - begin_bytes_);
      if (count == 0) break;
      begin_bytes_ += count;
    }
    return {begin_, begin_bytes_};
  }

  // Empty at the end.
  std::string_view Read() {
    if (begin_bytes_ != 0) {
      return {begin_, std::exchange(begin_bytes_, size_t{0})};
    }
    return {buffer_.get(), ReadOnce(buffer_.get(), kCopyBytes)};
  }

 private:
  size_t ReadOnce(char* into, size_t bytes) const {
    for (;;) {
      const ssize_t count = read(file_, into, bytes);
      if (count >= 0) return static_cast<size_t>(count);
      if (errno != EINTR) Fail("cannot be read");
    }
  }

  int file_ = -1;
  bool has_offsets_ = false;
  uint64_t bytes_ = 0;
  char begin_[kMagicBytes] = {};
  size_t begin_bytes_ = 0;
  const std::unique_ptr<char[]> buffer_ =
      std::make_unique_for_overwrite<char[]>(kCopyBytes);
};

InputFile::InputFile(const std::string& path, const Progress& progress) {
  Source source(path);
  const Compression compression = CompressionOf(source.Begin());
  if (source.has_offsets() && compression == Compression::kNone) {
    bytes_ = given_bytes_ = source.bytes();
    file_ = source.Take();
  } else {
    Spool(&source, compression, progress);
  }
}

InputFile::~InputFile() { close(file_); }

void InputFile::Spool(Source* source, Compression compression,
                      const Progress& progress) {
  const bool is_plain = compression == Compression::kNone;
  const char* const phase = is_plain ? "copying" : "decompressing";
  const auto decompressor =
      is_plain ? nullptr : Decompressor::Make(compression);
  TemporaryFile copy;
  const auto write = [&](std::string_view text) {
    if (!is_plain && IsTooLong(copy.bytes() + text.size(), given_bytes_)) {
      throw SnapshotError(
          "compressed byte " + std::to_string(given_bytes_) +
          ": the text is already more than 250 times as long, as no "
          "snapshot is (if it is one, decompress it yourself)");
    }
    copy.Write(text.data(), text.size());
  };
  for (;;) {
    const std::string_view bytes = source->Read();
    if (bytes.empty()) break;
    Tell(progress, phase, source->bytes() != 0 ? given_bytes_ : 0,
         source->bytes() != 0 ? source->bytes() : 1);
    given_bytes_ += bytes.size();
    if (is_plain) {
      write(bytes);
    } else {
      decompressor->Take(bytes, write);
    }
  }
  if (!is_plain) decompressor->Finish();
  bytes_ = copy.bytes();
  file_ = copy.Take();
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
  if (done < bytes && offset + done < bytes_) {
    throw SnapshotError(offset + done, "has become shorter while it was read");
  }
  return done;
}

}  // namespace halfword::analysis
