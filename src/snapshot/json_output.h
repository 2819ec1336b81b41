// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// JsonOutput: the buffer between a snapshot and its sink.
//
// Who writes much asks for room, fills it without further tests, and says how
// far it came. Once the sink has refused, what follows is dropped: the error is
// asked for at the end.

#ifndef HALFWORD_SNAPSHOT_JSON_OUTPUT_H_
#define HALFWORD_SNAPSHOT_JSON_OUTPUT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "halfword/heap_snapshot.h"

namespace halfword::inline HALFWORD_ABI::internal {

class JsonOutput {
 public:
  // Fits into the second-level cache beside what is read meanwhile.
  static constexpr size_t kBufferBytes = size_t{64} << 10;
  // What may be asked for at once.
  static constexpr size_t kRoomMax = size_t{4} << 10;

  explicit JsonOutput(SnapshotSink& sink);
  JsonOutput(const JsonOutput&) = delete;
  JsonOutput& operator=(const JsonOutput&) = delete;

  // Where the next byte goes; so many bytes may be written there.
  // Requires: bytes <= kRoomMax.
  char* Room(size_t bytes) {
    if (static_cast<size_t>(end_ - at_) < bytes) Flush();
    return at_;
  }
  // Requires: at lies in what Room() gave.
  void Filled(char* at) { at_ = at; }

  void Put(std::string_view text);
  void PutNumber(uint64_t number);
  // As a JSON string, in quotes. All of it is ASCII: other characters are
  // escaped, and bytes that are no UTF-8 become U+FFFD.
  void PutString(std::string_view text);
  // A comma, a line end, and a string in quotes, if it is short and stands for
  // itself, as most do. False: nothing was put.
  bool PutPlainElement(std::string_view text);
  // A part of a string.
  void PutEscaped(std::string_view text);

  // Hands everything to the sink.
  void Flush();

  bool has_failed() const { return has_failed_; }
  // In all.
  size_t bytes() const {
    return flushed_bytes_ + static_cast<size_t>(at_ - buffer_.get());
  }

 private:
  SnapshotSink& sink_;
  const std::unique_ptr<char[]> buffer_;
  char* at_;
  char* const end_;
  size_t flushed_bytes_ = 0;
  bool has_failed_ = false;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_JSON_OUTPUT_H_
