// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NumberReader: the numbers of an array, as DevTools sees them: each run of
// digits is one, modulo 2^32, `]` ends the array, and all other characters
// stand between numbers. How they are found is number_scan.h's.

#ifndef HALFWORD_ANALYSIS_FILE_NUMBER_READER_H_
#define HALFWORD_ANALYSIS_FILE_NUMBER_READER_H_

#include <cstddef>
#include <cstdint>

#include "analysis/file/byte_reader.h"
#include "analysis/file/number_scan.h"

namespace halfword::analysis {

class NumberReader {
 public:
  // Reads on from where the reader stands, behind the `[`.
  // scan: only tests choose.
  explicit NumberReader(ByteReader* bytes, ScanNumbers scan = FindScan())
      : bytes_(*bytes), scan_(scan) {}

  // Writes up to count_max numbers. Fewer: the array, or the file, has ended.
  size_t Read(uint32_t* numbers, size_t count_max);

  // Skips the rest. False: the file ends before the array does.
  bool SkipRest() { return has_ended_ || bytes_.SkipTo(']'); }

  // The array's own end was met.
  bool has_ended() const { return has_ended_; }

 private:
  uint32_t ReadLongNumber();

  ByteReader& bytes_;
  const ScanNumbers scan_;
  bool has_ended_ = false;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_NUMBER_READER_H_
