// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ProgramCall: a collection calls the program: a pause, whose weak callbacks
// and prefinalizers may change containers, or a callback of HeapOptions. While
// one runs, no heap of the thread frees what containers give up, since the
// operation whose allocation has collected may be reading that, of this heap or
// of another one (design/collections.md#req.collections.given-up).
//
// Threads: each has its own.

#ifndef HALFWORD_GC_PROGRAM_CALL_H_
#define HALFWORD_GC_PROGRAM_CALL_H_

#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ProgramCall {
 public:
  ProgramCall() { ++running_count_; }
  ~ProgramCall() { --running_count_; }
  ProgramCall(const ProgramCall&) = delete;
  ProgramCall& operator=(const ProgramCall&) = delete;

  static bool IsRunning() { return running_count_ != 0; }

 private:
  static inline constinit thread_local uint32_t running_count_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_PROGRAM_CALL_H_
