// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ByteReader: a walk over an InputFile from some offset on, through a buffer
// whose end is followed by bytes that may be read and mean nothing, so that
// loops may load a word at a time.

#ifndef HALFWORD_ANALYSIS_FILE_BYTE_READER_H_
#define HALFWORD_ANALYSIS_FILE_BYTE_READER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "analysis/file/input_file.h"

namespace halfword::analysis {

class ByteReader {
 public:
  // Fits into the second-level cache.
  static constexpr size_t kBufferBytes = size_t{256} << 10;
  // Readable behind end().
  static constexpr size_t kMarginBytes = 64;

  explicit ByteReader(const InputFile& file, uint64_t offset = 0,
                      size_t buffer_bytes = kBufferBytes)
      : file_(file),
        buffer_bytes_(buffer_bytes),
        buffer_(std::make_unique_for_overwrite<char[]>(buffer_bytes +
                                                       kMarginBytes)) {
    Seek(offset);
  }

  void Seek(uint64_t offset) {
    offset_ = offset;
    at_ = end_ = buffer_.get();
  }

  // The bytes that are there; at() is where the walk stands.
  const char* at() const { return at_; }
  const char* end() const { return end_; }
  // Requires: at() <= at <= end().
  void set_at(const char* at) { at_ = at; }

  // Of at(), in the file.
  uint64_t offset() const {
    return offset_ - static_cast<uint64_t>(end_ - at_);
  }

  // Reads more behind what is there, which moves to the front. False: the file
  // has ended, or the buffer is full.
  bool Fill() {
    const auto left = static_cast<size_t>(end_ - at_);
    if (left == buffer_bytes_) return false;
    std::memmove(buffer_.get(), at_, left);
    const size_t count =
        file_.Read(offset_, buffer_.get() + left, buffer_bytes_ - left);
    at_ = buffer_.get();
    end_ = at_ + left + count;
    std::memset(buffer_.get() + left + count, 0, kMarginBytes);
    offset_ += count;
    return count != 0;
  }

  // The next byte; -1 at the end of the file.
  int Peek() {
    if (at_ == end_ && !Fill()) return -1;
    return static_cast<unsigned char>(*at_);
  }
  int Next() {
    const int byte = Peek();
    if (byte >= 0) ++at_;
    return byte;
  }

  // Goes to the next such byte, or to the end of the file: false.
  bool SkipTo(char byte) {
    for (;;) {
      const void* const found =
          std::memchr(at_, byte, static_cast<size_t>(end_ - at_));
      if (found != nullptr) {
        at_ = static_cast<const char*>(found);
        return true;
      }
      at_ = end_;
      if (!Fill()) return false;
    }
  }

 private:
  const InputFile& file_;
  const size_t buffer_bytes_;
  const std::unique_ptr<char[]> buffer_;
  uint64_t offset_ = 0;  // of end_
  const char* at_ = nullptr;
  const char* end_ = nullptr;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_BYTE_READER_H_
