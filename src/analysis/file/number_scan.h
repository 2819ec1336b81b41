// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NumberScan: one pass over bytes in memory that finds numbers and converts
// them, in two ways of one meaning: by words of eight bytes anywhere, and by
// vectors of 64 on x86-64 processors that have AVX-512 with VBMI2.

#ifndef HALFWORD_ANALYSIS_FILE_NUMBER_SCAN_H_
#define HALFWORD_ANALYSIS_FILE_NUMBER_SCAN_H_

#include <cstddef>
#include <cstdint>

namespace halfword::analysis {

constexpr bool IsDigit(char byte) {
  return static_cast<unsigned char>(byte - '0') < 10;
}

// Requires: kReadableBytes behind `end` may be read. They are zeros if the
// bytes are the last.
struct NumberScan {
  // With fewer bytes than these left, a scan needs to know what follows.
  static constexpr size_t kBlockBytes = 64;
  static constexpr size_t kReadableBytes = 64;

  const char* at;   // moves
  const char* end;  // of what is there
  bool is_last;     // nothing follows, not even in the file
  uint32_t* numbers;
  size_t count_max;
  size_t count = 0;        // of numbers written
  bool has_ended = false;  // `]` was met; `at` is behind it
};

// Scans until there is no room, `]`, or less than a block, whose meaning is
// open unless it is the last. Stands still at a number that is longer than
// numbers are, whatever the bytes behind `end` may add to it.
using ScanNumbers = void (*)(NumberScan* scan);

void ScanByWords(NumberScan* scan);

// Null where the processor cannot.
ScanNumbers FindVectorScan();

// The faster one.
ScanNumbers FindScan();

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_NUMBER_SCAN_H_
