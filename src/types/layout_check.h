// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The half of the checks on a class that needs real addresses: where bases lie.
// A class that fails cannot be collected safely, so the program ends with one
// line that names the class and says what to change. The other half is
// internal/class_check.h.

#ifndef HALFWORD_TYPES_LAYOUT_CHECK_H_
#define HALFWORD_TYPES_LAYOUT_CHECK_H_

#include "halfword/internal/type_definition.h"

namespace halfword::inline HALFWORD_ABI::internal {

void CheckLayout(const TypeDefinition& definition,
                 const BaseDefinitions& bases);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TYPES_LAYOUT_CHECK_H_
