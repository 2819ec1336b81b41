// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: subtle::HeapState.

#ifndef CPPGC_HEAP_STATE_H_
#define CPPGC_HEAP_STATE_H_

#include "cppgc/internal/namespace.h"
#include "halfword/heap_state.h"

#endif  // CPPGC_HEAP_STATE_H_
