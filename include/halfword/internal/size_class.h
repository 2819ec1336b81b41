// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Size classes: the slot sizes of pages that several types share.
//
// Steps of a granule up to 128 bytes, eight steps a doubling up to 1 KiB, then
// sizes that divide a page with little rest. So up to 2 KiB no object loses
// more than 12.5 % of its size to its class. A type with pages of its own does
// not use them: its slots are exactly its size.

#ifndef HALFWORD_INTERNAL_SIZE_CLASS_H_
#define HALFWORD_INTERNAL_SIZE_CLASS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Larger objects get page runs of their own.
inline constexpr size_t kSmallBytesMax = kPageBytes / 2;

namespace size_class_detail {

// Above 1 KiB: a page divided by 15, 14, ... 2, rounded down to 16 bytes (the
// largest alignment), and 1920, since 1808 to 2048 would lose more than 12.5 %.
inline constexpr uint16_t kDivisors[] = {1088, 1168, 1248, 1360, 1488,
                                         1632, 1808, 1920, 2048, 2336,
                                         2720, 3264, 4096, 5456, 8192};

struct Table {
  std::array<uint16_t, 64> bytes{};
  size_t count = 0;
  std::array<uint8_t, kSmallBytesMax / kGranuleBytes + 1> class_of{};
};

constexpr Table MakeTable() {
  Table table;
  size_t size = kGranuleBytes;
  while (size <= 1024) {
    table.bytes[table.count++] = static_cast<uint16_t>(size);
    size_t step = kGranuleBytes;
    for (size_t limit = 128; size >= limit; limit *= 2) {
      if (limit / 8 > step) step = limit / 8;
    }
    size += step;
  }
  for (const uint16_t divisor : kDivisors) {
    table.bytes[table.count++] = divisor;
  }
  size_t index = 0;
  for (size_t i = 0; i < table.class_of.size(); ++i) {
    if (i * kGranuleBytes > table.bytes[index]) ++index;
    table.class_of[i] = static_cast<uint8_t>(index);
  }
  return table;
}

inline constexpr Table kTable = MakeTable();

}  // namespace size_class_detail

inline constexpr size_t kSizeClassCount = size_class_detail::kTable.count;

// Requires: index < kSizeClassCount.
constexpr uint32_t SizeClassBytes(size_t index) {
  return size_class_detail::kTable.bytes[index];
}

// Up to here class i holds i + 1 granules, which needs no table.
inline constexpr size_t kEvenClassBytesMax = 128;
static_assert(SizeClassBytes(kEvenClassBytesMax / kGranuleBytes - 1) ==
              kEvenClassBytesMax);

// The smallest class that holds bytes. Requires: bytes <= kSmallBytesMax.
constexpr size_t SizeClassOf(size_t bytes) {
  return size_class_detail::kTable
      .class_of[(bytes + kGranuleBytes - 1) / kGranuleBytes];
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_SIZE_CLASS_H_
