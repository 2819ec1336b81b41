// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: EmbedderStackState.

#ifndef CPPGC_COMMON_H_
#define CPPGC_COMMON_H_

#include "cppgc/internal/namespace.h"
#include "halfword/stack_state.h"

#endif  // CPPGC_COMMON_H_
