// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The write side of the based decoder's mask (internal/word.h).

#ifndef HALFWORD_CAGE_CAGE_MASK_H_
#define HALFWORD_CAGE_CAGE_MASK_H_

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Sets base | (window - 1); does nothing in builds that decode without a base.
// Requires: called once, before any reference exists.
void SetCageMask(uintptr_t window_begin);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_CAGE_CAGE_MASK_H_
