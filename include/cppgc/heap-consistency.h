// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: subtle::HeapConsistency, and the scopes without
// collections.

#ifndef CPPGC_HEAP_CONSISTENCY_H_
#define CPPGC_HEAP_CONSISTENCY_H_

#include "cppgc/internal/namespace.h"
#include "halfword/heap_consistency.h"
#include "halfword/macros.h"

#endif  // CPPGC_HEAP_CONSISTENCY_H_
