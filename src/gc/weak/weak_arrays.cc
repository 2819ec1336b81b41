// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Clearing, an array at a time.

#include "gc/weak/weak_arrays.h"

namespace halfword::inline HALFWORD_ABI::internal {

void ElementArray::Settle() const {
  for (const ReferenceRange& range : ranges) {
    if (range.kind != FieldKind::kWeakMember) continue;
    ForEachSlot(range, [&](Word* slot) {
      WeakSlot{slot, nullptr, range.to_mixin}.Settle();
    });
  }
  ForEachPair([](const SlotPair& pair, size_t) {
    WeakSlot{pair.key, pair.value, pair.key_to_mixin}.Settle();
  });
}

}  // namespace halfword::inline HALFWORD_ABI::internal
