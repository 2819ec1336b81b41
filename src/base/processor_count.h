// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How many processors the program may use: of those of the machine, what
// taskset or a container's set of processors leaves. The system is asked once,
// since the C library reads files for that, a twentieth of the opening of an
// image. What a container gets of their time is not asked for.

#ifndef HALFWORD_BASE_PROCESSOR_COUNT_H_
#define HALFWORD_BASE_PROCESSOR_COUNT_H_

#include <sched.h>

#include <cstddef>
#include <thread>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Those that the calling thread may run on; 0: unknown. Threads: any.
inline size_t CountProcessors() {
  cpu_set_t set;
  // Fails on a machine with more of them than the set has room for.
  if (sched_getaffinity(0, sizeof(set), &set) == 0) {
    return static_cast<size_t>(CPU_COUNT(&set));
  }
  return std::thread::hardware_concurrency();
}

// As they were when it was first asked; 0: unknown. Threads: any.
inline size_t ProcessorCount() {
  static const size_t kCount = CountProcessors();
  return kCount;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_PROCESSOR_COUNT_H_
