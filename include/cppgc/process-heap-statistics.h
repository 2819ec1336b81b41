// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: ProcessHeapStatistics.

#ifndef CPPGC_PROCESS_HEAP_STATISTICS_H_
#define CPPGC_PROCESS_HEAP_STATISTICS_H_

#include "cppgc/internal/namespace.h"
#include "halfword/process_heap_statistics.h"

#endif  // CPPGC_PROCESS_HEAP_STATISTICS_H_
