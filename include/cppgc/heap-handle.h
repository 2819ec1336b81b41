// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: HeapHandle.

#ifndef CPPGC_HEAP_HANDLE_H_
#define CPPGC_HEAP_HANDLE_H_

#include "cppgc/internal/namespace.h"
#include "halfword/heap.h"

#endif  // CPPGC_HEAP_HANDLE_H_
