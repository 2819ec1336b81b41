// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The numbers and names of the .heapsnapshot format, as V8 writes them and
// DevTools reads them (docs/format/heapsnapshot.md).

#ifndef HALFWORD_SNAPSHOT_SNAPSHOT_FORMAT_H_
#define HALFWORD_SNAPSHOT_SNAPSHOT_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Places in node_types[0] of the header.
enum class NodeType : uint8_t {
  kHidden,
  kArray,
  kString,
  kObject,
  kCode,
  kClosure,
  kRegexp,
  kNumber,
  kNative,
  kSynthetic,
  kConcatenatedString,
  kSlicedString,
  kSymbol,
  kBigint,
  kObjectShape,
};
inline constexpr size_t kNodeTypeCount = 15;
static_assert(static_cast<size_t>(NodeType::kObjectShape) + 1 ==
              kNodeTypeCount);

// Places in edge_types[0].
enum class EdgeType : uint8_t {
  kContext,
  kElement,   // its name is a number
  kProperty,  // all but elements and hidden ones: a string
  kInternal,
  kHidden,
  kShortcut,
  kWeak,
};

// type, name, id, self_size, edge_count, detachedness: what V8 writes since
// 2023 where no allocation sites are known.
inline constexpr size_t kNodeFieldCount = 6;
// The same and trace_node_id, in front of detachedness.
inline constexpr size_t kTracedNodeFieldCount = 7;

// An edge names its target by the place of that node's first number, which
// DevTools keeps in 32 bits.
inline constexpr uint64_t kNodeIndexMax = UINT32_MAX;

// DevTools keeps sizes in 32 bits, also the sum of an object and the arrays
// that it counts as parts of it.
inline constexpr uint64_t kSelfSizeMax = uint64_t{1} << 30;

// DevTools takes the first string for a placeholder.
inline constexpr std::string_view kDummyString = "<dummy>";

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_SNAPSHOT_FORMAT_H_
