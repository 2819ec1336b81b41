// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SourcePosition: where in a source text an object comes from. A snapshot shows
// it as a line and a column. A class says it by having, itself or from a base,
// a public
//   halfword::SourcePosition GetSourcePosition() const;
// It is called while a snapshot is taken, so it must neither allocate in the
// heap nor change anything. No vtable is needed.
//
//   class Function : public halfword::GarbageCollected<Function> {
//    public:
//     halfword::SourcePosition GetSourcePosition() const { return position_; }
//     ...
//    private:
//     halfword::SourcePosition position_;
//     HALFWORD_FIELDS(Function, position_, ...)
//   };
//
// Next: source_table.h, where the program keeps its sources.

#ifndef HALFWORD_SOURCE_POSITION_H_
#define HALFWORD_SOURCE_POSITION_H_

#include <cstdint>

#include "halfword/fields.h"
#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

// A source of one SourceTable, from 1. A table never gives the same one twice,
// so an object that outlives its source does not point into another.
enum class SourceId : uint32_t {};
inline constexpr SourceId kNoSource{0};

// 8 bytes. Default-made, and as zeroed memory, it says that there is none.
struct SourcePosition {
  SourceId source = kNoSource;
  uint32_t offset_bytes = 0;

  friend constexpr bool operator==(SourcePosition, SourcePosition) = default;
  HALFWORD_FIELDS(SourcePosition, source, offset_bytes)
};

// The same as people and tools count: both from 0, the column in UTF-16 code
// units.
struct TextPosition {
  uint32_t line = 0;
  uint32_t column = 0;

  friend constexpr bool operator==(TextPosition, TextPosition) = default;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_SOURCE_POSITION_H_
