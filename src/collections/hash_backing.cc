// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The sizes of hash tables. Groups come in numbers 2^n and 3 * 2^n, so that a
// table that was told how much it will hold wastes less than half.

#include "halfword/internal/hash_backing.h"

#include <algorithm>
#include <stdexcept>

#include "base/error_line.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// A table that holds anything has room for so many.
constexpr size_t kEntryCountMin = 4;
// Hashes have 32 bits, so that more groups would not be reached.
constexpr uint64_t kGroupCountMax = uint64_t{1} << 31;

HashShape OneGroup(size_t entry_count, size_t header_bytes, size_t slot_bytes) {
  const size_t wanted = std::max(entry_count, kEntryCountMin);
  const size_t usable = RoundUpToUsable(header_bytes + wanted * slot_bytes);
  const auto slot_count = static_cast<uint32_t>(
      std::min<size_t>(kGroupSlots, (usable - header_bytes) / slot_bytes));
  return {1, slot_count, slot_count, slot_count * slot_bytes};
}

}  // namespace

HashShape ShapeFor(size_t entry_count, size_t header_bytes, size_t slot_bytes) {
  if (entry_count <= kGroupSlots) {
    return OneGroup(entry_count, header_bytes, slot_bytes);
  }
  uint64_t group_count = 2;
  while (CapacityOfGroups(group_count) < entry_count &&
         group_count < kGroupCountMax) {
    // 2, 3, 4, 6, 8, 12, ...
    group_count = (group_count & (group_count - 1)) == 0 ? group_count / 2 * 3
                                                         : group_count / 3 * 4;
  }
  const uint64_t slot_count = group_count * kGroupSlots;
  // More than there can be is asked for as what no heap has room for, and
  // without groups, which come first and which it may have room for.
  if (slot_count > UINT32_MAX || CapacityOfGroups(group_count) < entry_count) {
    return {1, kGroupSlots, kGroupSlots, SIZE_MAX / 2};
  }
  return {static_cast<uint32_t>(group_count), static_cast<uint32_t>(slot_count),
          static_cast<uint32_t>(CapacityOfGroups(group_count)),
          slot_count * slot_bytes};
}

void FailAtMissingKey() {
#if __cpp_exceptions
  throw std::out_of_range("halfword: at() of a key that the map has not");
#else
  FatalLine(
      "at() was asked for a key that the map does not hold: ask find() or "
      "contains() first");
#endif
}

}  // namespace halfword::inline HALFWORD_ABI::internal
