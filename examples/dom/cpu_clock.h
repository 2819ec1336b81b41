// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The clock of all figures here: the processor time of this program, on all its
// threads. On a shared machine it says what the work costs, while wall time
// says who else was working.

#ifndef EXAMPLES_DOM_CPU_CLOCK_H_
#define EXAMPLES_DOM_CPU_CLOCK_H_

#include <ctime>

namespace dom {

inline double CpuMilliseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 +
         static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace dom

#endif  // EXAMPLES_DOM_CPU_CLOCK_H_
