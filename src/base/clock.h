// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The two clocks, one for pauses and one for the work in them; and what tells
// one run of a program from another.

#ifndef HALFWORD_BASE_CLOCK_H_
#define HALFWORD_BASE_CLOCK_H_

#include <string>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Time since some fixed moment; never goes back.
double MonotonicMs();

// Date and time of day where the program runs: "20261122-093015".
std::string LocalTimeText();

// Of this process.
int ProcessId();

// Processor time that this thread has used. A pause on a busy machine is longer
// than this; the difference is not the collector's.
double ThreadCpuMs();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_CLOCK_H_
