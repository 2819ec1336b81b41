// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The order of a class's fields that needs the fewest bytes, and what the
// present order loses to padding. The lists of fields say all that is needed,
// so no compiler plugin is.
//
// A class keeps its bases, whose tail padding its first fields may use (the
// Itanium C++ ABI, for classes that are no plain structs; a managed class has a
// base, so it is none). At each place the field with the strictest alignment
// that fits without a gap is taken; sizes are multiples of alignments, so a gap
// is left only where every remaining field would leave one.

#ifndef HALFWORD_TYPES_FIELD_ORDER_H_
#define HALFWORD_TYPES_FIELD_ORDER_H_

#include <cstddef>
#include <vector>

#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct FieldOrder {
  // Of the class as it is: between and behind its own fields.
  size_t padding_bytes = 0;
  // sizeof with the fields in the best order.
  size_t best_object_bytes = 0;
  // Empty: no order is better than the present one.
  std::vector<const FieldInfo*> best;
};

// A class that, or a base of which, does not list its fields: no padding is
// known, and no order better.
FieldOrder FindFieldOrder(const TypeInfo& type);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TYPES_FIELD_ORDER_H_
