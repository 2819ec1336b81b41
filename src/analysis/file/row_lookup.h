// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RowLookup: any row of a section, by its number. Rows are read by groups, and
// the last few groups are kept, since what is asked for next is near: the other
// edges of a node, from the front or from the back, or a node beside it.
//
// Cost: some ten microseconds a group.
// Threads: one.

#ifndef HALFWORD_ANALYSIS_FILE_ROW_LOOKUP_H_
#define HALFWORD_ANALYSIS_FILE_ROW_LOOKUP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/file/row_reader.h"

namespace halfword::analysis {

class RowLookup {
 public:
  // The rows were all read before, without an error. file and index outlive
  // this.
  RowLookup(const InputFile& file, const RowIndex& index, size_t field_count)
      : bytes_(file, 0, kBufferBytes),
        index_(index),
        field_count_(field_count) {}

  // Valid until the next call.
  const uint32_t* operator[](uint32_t row) {
    const uint32_t number = row / RowIndex::kStride;
    Group& group = groups_[number % kGroupCount];
    if (group.number != number) Read(number, &group);
    return group.numbers.data() + row % RowIndex::kStride * field_count_;
  }

 private:
  // A group fits into few of these.
  static constexpr size_t kBufferBytes = size_t{16} << 10;
  static constexpr size_t kGroupCount = 4;

  struct Group {
    uint32_t number = UINT32_MAX;
    std::vector<uint32_t> numbers;
  };

  void Read(uint32_t number, Group* group) {
    group->numbers.resize(RowIndex::kStride * field_count_);
    bytes_.Seek(index_.OffsetOf(number * RowIndex::kStride));
    NumberReader(&bytes_).Read(group->numbers.data(), group->numbers.size());
    group->number = number;
  }

  ByteReader bytes_;
  const RowIndex& index_;
  const size_t field_count_;
  Group groups_[kGroupCount];
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_ROW_LOOKUP_H_
