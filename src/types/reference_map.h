// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ReferenceMap: the references of a class, flattened: of its bases, its fields,
// the structs nested in them and the arrays of all of these. It is what the
// marker follows, so the common case (a few strong references lying directly in
// the object) is a plain list of offsets, and everything else a list of ranges.

#ifndef HALFWORD_TYPES_REFERENCE_MAP_H_
#define HALFWORD_TYPES_REFERENCE_MAP_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

// An array of more strong references than this is a range: the marker's loop
// over it then costs less than the offsets would take.
inline constexpr uint32_t kInlineArrayMax = 8;
// A type has at most so many strong_offsets; the others become ranges.
inline constexpr size_t kStrongOffsetCountMax = 64;

// The marker can take the first so many 32-bit words of an object at once
// (gc/marking/mark_lanes.h), which pays for a single object from so many
// references on.
inline constexpr uint32_t kLaneCount = 8;
inline constexpr size_t kLaneReferencesMin = 3;

struct ReferenceMap {
  std::vector<uint32_t> strong_offsets;  // ascending
  // The two halves of an EphemeronPair follow each other, key first, with the
  // same stride and count.
  std::vector<ReferenceRange> ranges;

  bool empty() const { return strong_offsets.empty() && ranges.empty(); }
};

// The references of objects of a type with these bases and fields of its own.
ReferenceMap MapReferences(std::span<const BaseInfo> bases,
                           std::span<const FieldInfo> fields);

// The words at these offsets as a set of lanes; 0 if one is none of the first
// kLaneCount words, or words are not compressed.
uint8_t LanesOf(std::span<const uint32_t> strong_offsets);

// The references of one element of a trailing array, as ranges alone.
std::vector<ReferenceRange> MapElement(const FieldInfo& element);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TYPES_REFERENCE_MAP_H_
