// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Scans of what the buffer holds, and what lies across its end.

#include "analysis/file/number_reader.h"

namespace halfword::analysis {

size_t NumberReader::Read(uint32_t* numbers, size_t count_max) {
  static_assert(ByteReader::kMarginBytes >= NumberScan::kReadableBytes);
  size_t count = 0;
  while (count < count_max && !has_ended_) {
    const auto left = [this] {
      return static_cast<size_t>(bytes_.end() - bytes_.at());
    };
    if (left() < NumberScan::kBlockBytes) bytes_.Fill();
    if (left() == 0) break;
    NumberScan scan = {.at = bytes_.at(),
                       .end = bytes_.end(),
                       .is_last = left() < NumberScan::kBlockBytes,
                       .numbers = numbers + count,
                       .count_max = count_max - count};
    scan_(&scan);
    count += scan.count;
    has_ended_ = scan.has_ended;
    if (scan.at == bytes_.at()) {
      numbers[count++] = ReadLongNumber();
    } else {
      bytes_.set_at(scan.at);
    }
  }
  return count;
}

// Of any length.
uint32_t NumberReader::ReadLongNumber() {
  uint32_t value = 0;
  for (int byte = bytes_.Peek(); byte >= '0' && byte <= '9';
       byte = bytes_.Peek()) {
    value = value * 10 + static_cast<uint32_t>(bytes_.Next() - '0');
  }
  return value;
}

}  // namespace halfword::analysis
