// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether an object of one class may be referred to as one of another: the
// bases and mixins of a class, and where in its objects each of them lies.
// Asked where a Member is checked as it is stored, by the verifier and by the
// screen of images.

#ifndef HALFWORD_TYPES_TYPE_BASES_H_
#define HALFWORD_TYPES_TYPE_BASES_H_

#include <cstddef>

#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Whether a type is another, or has it as a base or mixin at an offset.
bool HasBaseAt(const TypeInfo& type, const TypeInfo& base, size_t offset);

// Whether a type and all its bases say what they derive from: one that only
// traces by hand may have bases that it does not list.
bool KnowsBases(const TypeInfo& type);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TYPES_TYPE_BASES_H_
