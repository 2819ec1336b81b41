// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Clearing, an array at a time.

#include "gc/weak_arrays.h"

namespace halfword::inline HALFWORD_ABI::internal {

void WeakArrays::Settle() const {
  for (const ElementArray& array : arrays_) {
    for (const ReferenceRange& range : array.ranges) {
      if (range.kind != FieldKind::kWeakMember) continue;
      array.ForEachSlot(range, [&](Word* slot) {
        WeakSlot{slot, nullptr, range.to_mixin}.Settle();
      });
    }
    array.ForEachPair([](const ArrayPair& pair) {
      WeakSlot{pair.key, pair.value, pair.key_to_mixin}.Settle();
    });
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
