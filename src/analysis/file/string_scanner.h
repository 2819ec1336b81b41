// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// StringScanner: one string of the strings section after the other, as they
// stand in the file.

#ifndef HALFWORD_ANALYSIS_FILE_STRING_SCANNER_H_
#define HALFWORD_ANALYSIS_FILE_STRING_SCANNER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "analysis/file/byte_reader.h"

namespace halfword::analysis {

class StringScanner {
 public:
  // Begins anywhere between strings. end: of the section. Of a string that is
  // longer than half of the buffer, so much is seen.
  StringScanner(const InputFile& file, uint64_t begin, uint64_t end,
                size_t buffer_bytes = ByteReader::kBufferBytes)
      : bytes_(file, begin, buffer_bytes),
        end_(end),
        seen_bytes_max_(buffer_bytes / 2) {}

  // Goes to the next string; false: there is none.
  // Throws SnapshotError where the last one has no end.
  bool Next();

  // Between the quotes, with escapes. Valid until the next call.
  std::string_view raw() const { return raw_; }
  bool has_escapes() const { return has_escapes_; }
  bool is_cut() const { return is_cut_; }
  // Of its first quote.
  uint64_t offset() const { return offset_; }

 private:
  void SkipRest();

  ByteReader bytes_;
  const uint64_t end_;
  const size_t seen_bytes_max_;
  std::string_view raw_;
  bool has_escapes_ = false;
  bool is_cut_ = false;
  uint64_t offset_ = 0;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_STRING_SCANNER_H_
