// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FieldMoves: how an object of one layout becomes one of another, worked out
// from the descriptions of both, once for all objects of a class. Bases and
// fields are matched by name:
//
//   in both              copied, wherever it is; a number may become wider
//   in the target alone  zero
//   in the source alone  left out
//
// What is in both and cannot be copied so is an error, or is left out like what
// is in the source alone.
//
// So this serves both another width of references, where a class is the same
// but for offsets, and another version of a program, where it is not.

#ifndef HALFWORD_IMAGE_OFFLINE_FIELD_MOVES_H_
#define HALFWORD_IMAGE_OFFLINE_FIELD_MOVES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "image/type_description.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct FieldMove {
  enum class Kind : uint8_t {
    kBytes,
    kWidenSigned,
    kWidenUnsigned,
    kWidenFloat,
    kWord,           // a reference, or what can stand in place of one
    kMutableString,  // length, word, area
  };

  Kind kind = Kind::kBytes;
  FieldKind field = FieldKind::kScalar;
  bool is_inner = false;
  uint32_t source = 0;  // offsets of the first
  uint32_t target = 0;
  uint32_t count = 1;
  uint32_t source_bytes = 0;  // of one, and from one to the next
  uint32_t target_bytes = 0;
};

struct ObjectMoves {
  std::string error;  // why there are none; empty: nothing is in the way
  std::vector<FieldMove> fixed;
  std::vector<FieldMove> element;  // of the trailing array
  // Where a reference into an object may lead: its bases, source to target.
  struct Inner {
    uint32_t source;
    uint32_t target;
  };
  std::vector<Inner> bases;
};

// What becomes of a field that cannot become that of its name.
enum class Unmatched : uint8_t { kRefused, kLeftOut };

// sources and targets: the lists that the two classes stand in, for their
// bases. Requires: both are sound (sound_types.h).
ObjectMoves MatchTypes(std::span<const TypeDescription> sources,
                       ImageTypeIndex source,
                       std::span<const TypeDescription> targets,
                       ImageTypeIndex target,
                       Unmatched unmatched = Unmatched::kRefused);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_FIELD_MOVES_H_
