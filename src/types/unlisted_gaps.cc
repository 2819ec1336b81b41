// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The runs of bytes that Coverage leaves out.

#include "types/unlisted_gaps.h"

#include "types/coverage.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Appends to the ranges that are in out; those that do not fit are counted.
void AddGap(uint32_t begin, uint32_t end, std::span<ByteRange> out,
            size_t* count) {
  if (begin == end) return;
  if (*count < out.size()) out[*count] = {begin, end - begin};
  ++*count;
}

size_t GapsOf(const Coverage& coverage, uint32_t bytes,
              std::span<ByteRange> out) {
  size_t count = 0;
  for (uint32_t i = 0; i < bytes; ++i) {
    const uint32_t begin = i;
    while (i < bytes && !coverage.covers(i)) ++i;
    AddGap(begin, i, out, &count);
  }
  return count;
}

}  // namespace

size_t UnlistedGaps(const TypeInfo& type, std::span<ByteRange> out) {
  Coverage coverage(type.object_bytes);
  coverage.AddType(type, 0);
  size_t count = GapsOf(coverage, type.object_bytes, out);
  if (type.variable_size && type.lists_fields) {
    AddGap(type.object_bytes, type.trailing_offset, out, &count);
  }
  return count;
}

size_t UnlistedElementGaps(const FieldInfo& element, std::span<ByteRange> out) {
  const uint32_t bytes = element.element_bytes * element.count;
  Coverage coverage(bytes);
  coverage.AddFields({&element, 1}, 0);
  return GapsOf(coverage, bytes, out);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
