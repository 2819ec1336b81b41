// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Both walk down to the bases of bases: a class has few.

#include "types/type_bases.h"

#include <algorithm>

namespace halfword::inline HALFWORD_ABI::internal {

bool HasBaseAt(const TypeInfo& type, const TypeInfo& base, size_t offset) {
  if (&type == &base && offset == 0) return true;
  for (const BaseInfo& direct : type.bases) {
    if (offset >= direct.offset &&
        HasBaseAt(*direct.type, base, offset - direct.offset)) {
      return true;
    }
  }
  return false;
}

bool KnowsBases(const TypeInfo& type) {
  return type.lists_fields && std::all_of(type.bases.begin(), type.bases.end(),
                                          [](const BaseInfo& base) {
                                            return KnowsBases(*base.type);
                                          });
}

}  // namespace halfword::inline HALFWORD_ABI::internal
