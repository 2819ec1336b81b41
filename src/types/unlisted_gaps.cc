// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The runs of bytes that Coverage leaves out.

#include "types/unlisted_gaps.h"

#include "types/coverage.h"

namespace halfword::inline HALFWORD_ABI::internal {

size_t UnlistedGaps(const TypeInfo& type, std::span<ByteRange> out) {
  Coverage coverage(type.object_bytes);
  coverage.AddType(type, 0);
  size_t count = 0;
  for (uint32_t i = 0; i < type.object_bytes;) {
    const uint32_t start = i;
    while (i < type.object_bytes && !coverage.covers(i)) ++i;
    if (i == start) {
      ++i;
      continue;
    }
    if (count < out.size()) out[count] = {start, i - start};
    ++count;
  }
  return count;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
