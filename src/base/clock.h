// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The two clocks: one for pauses, one for the work in them.

#ifndef HALFWORD_BASE_CLOCK_H_
#define HALFWORD_BASE_CLOCK_H_

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Time since some fixed moment; never goes back.
double MonotonicMs();

// Processor time that this thread has used. A pause on a busy machine is longer
// than this; the difference is not the collector's.
double ThreadCpuMs();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_CLOCK_H_
