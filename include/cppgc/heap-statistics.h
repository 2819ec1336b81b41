// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: HeapStatistics.

#ifndef CPPGC_HEAP_STATISTICS_H_
#define CPPGC_HEAP_STATISTICS_H_

#include "cppgc/internal/namespace.h"
#include "halfword/heap_statistics.h"

#endif  // CPPGC_HEAP_STATISTICS_H_
