// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The bytes of an object that no list speaks for. They are padding, or a field
// that was forgotten where padding would be: the verifier looks there for words
// that refer to live objects.

#ifndef HALFWORD_TYPES_UNLISTED_GAPS_H_
#define HALFWORD_TYPES_UNLISTED_GAPS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct ByteRange {
  uint32_t offset;
  uint32_t bytes;
};

// Writes the gaps in ascending order, as many as fit, and returns how many
// there are. vtable pointers, opaque fields, structs that bytes may copy, and
// what a base with a hand-written Trace holds are no gaps; a class without a
// list has none. What lies between an object and its trailing array is one.
// Cost: proportional to the object's size; keep the answer.
size_t UnlistedGaps(const TypeInfo& type, std::span<ByteRange> out);

// The same inside one element of a trailing array, from its beginning.
size_t UnlistedElementGaps(const FieldInfo& element, std::span<ByteRange> out);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TYPES_UNLISTED_GAPS_H_
