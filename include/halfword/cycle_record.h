// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CycleRecord: what a collection took and what it found, as
// HALFWORD_OPTIONS=trace-gc prints it and HeapOptions::cycle_callback gets it.
// Times are in milliseconds of the wall clock: on a busy machine they hold what
// other programs did meanwhile.

#ifndef HALFWORD_CYCLE_RECORD_H_
#define HALFWORD_CYCLE_RECORD_H_

#include <cstddef>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

struct CycleRecord {
  size_t number = 0;                // 1: the heap's first collection
  const char* cause = "";           // CollectOptions::reason
  const char* mode = "";            // atomic, incremental or concurrent
  double pause_ms = 0;              // the pause that ended it:
  double mark_ms = 0;               //   marking, weak references aside
  double sweep_ms = 0;              //   sweeping before and after
  size_t step_count = 0;            // stops of the program before that pause
  double step_ms_max = 0;           //   the longest
  double step_ms_total = 0;         //   all together
  size_t live_bytes = 0;            // after it
  size_t freed_bytes = 0;           // what has died since the one before
  size_t weak_reference_count = 0;  // that were looked at in the pause
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_CYCLE_RECORD_H_
