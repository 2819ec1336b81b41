// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How often a signal has come: what a handler can count, and others can look at
// when it suits them.

#ifndef HALFWORD_BASE_SIGNAL_COUNT_H_
#define HALFWORD_BASE_SIGNAL_COUNT_H_

#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Counts this signal from now on. False: the program has a handler of its own
// for it, or ignores it, which stays so.
// Requires: called once a process.
bool CountSignal(int signal);

// Threads: any. Cost: a load.
uint32_t SignalCount();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_SIGNAL_COUNT_H_
