// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The symbol that every object file compiled with the same choices refers to,
// and that no library of another choice defines (internal/build_config.h).

#include "halfword/internal/build_config.h"

extern "C" {
const char HALFWORD_ABI_SYMBOL = 1;
}
