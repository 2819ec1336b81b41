// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who called: the chain of calls that led here, as the unwind tables of the
// program tell it, which every C++ program has for its exceptions. No frame
// pointers and no debug information are needed.

#ifndef HALFWORD_BASE_BACKTRACE_H_
#define HALFWORD_BASE_BACKTRACE_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Writes an address inside each calling instruction, innermost first, that of
// this function's caller included. Returns how many, at most frame_count_max.
// Cost: some 0.3 us a frame. Threads: any.
size_t CaptureBacktrace(uintptr_t* frames, size_t frame_count_max);

// Where the function begins whose code is at the address; 0 where there are no
// unwind tables, as in code that the program made itself.
uintptr_t FunctionStart(uintptr_t address);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_BACKTRACE_H_
