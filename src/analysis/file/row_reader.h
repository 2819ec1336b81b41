// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RowReader: the rows of a section: so many numbers for each node or edge. A
// RowIndex remembers where some of them stand, so that any is found again by
// reading a few others.

#ifndef HALFWORD_ANALYSIS_FILE_ROW_READER_H_
#define HALFWORD_ANALYSIS_FILE_ROW_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/file/byte_reader.h"
#include "analysis/file/number_reader.h"
#include "analysis/file/snapshot_error.h"

namespace halfword::analysis {

class RowIndex {
 public:
  static constexpr uint32_t kStride = 1024;

  // Of the next kStride rows.
  void Add(uint64_t offset) { offsets_.push_back(offset); }

  // Where the group of a row begins. Requires: the row was read.
  uint64_t OffsetOf(uint32_t row) const { return offsets_[row / kStride]; }

 private:
  std::vector<uint64_t> offsets_;
};

class RowReader {
 public:
  RowReader(const InputFile& file, uint64_t offset, size_t field_count,
            RowIndex* index = nullptr)
      : bytes_(file, offset),
        numbers_(&bytes_),
        field_count_(field_count),
        buffer_(RowIndex::kStride * field_count),
        index_(index) {}

  // The next row. Throws where the array has no more.
  const uint32_t* Next(const char* what) {
    if (at_ == end_) Refill(what);
    const uint32_t* const row = buffer_.data() + at_ * field_count_;
    ++at_;
    return row;
  }

  // Where the row that was given last stands in the file: its first digit.
  // Cost: its group is read again, so that reading rows need not tell. No more
  // rows come afterwards.
  uint64_t FindOffset() {
    bytes_.Seek(group_offset_);
    NumberReader numbers(&bytes_);
    numbers.Read(buffer_.data(), (at_ - 1) * field_count_);
    int byte = bytes_.Peek();
    while (byte >= 0 && (byte < '0' || byte > '9')) {
      bytes_.Next();
      byte = bytes_.Peek();
    }
    return bytes_.offset();
  }

 private:
  void Refill(const char* what) {
    group_offset_ = bytes_.offset();
    if (index_ != nullptr) index_->Add(group_offset_);
    const size_t count = numbers_.Read(buffer_.data(), buffer_.size());
    at_ = 0;
    end_ = count / field_count_;
    if (end_ == 0) {
      // The bracket, if there is one, was read.
      const uint64_t end = bytes_.offset() - (numbers_.has_ended() ? 1 : 0);
      throw SnapshotError(end, std::string("the array of ") + what +
                                   " ends before as many as the header tells");
    }
  }

  ByteReader bytes_;
  NumberReader numbers_;
  const size_t field_count_;
  std::vector<uint32_t> buffer_;
  RowIndex* const index_;
  uint64_t group_offset_ = 0;
  size_t at_ = 0;
  size_t end_ = 0;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_ROW_READER_H_
