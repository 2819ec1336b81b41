// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a loop does that waits for another thread for so short a time that the
// system need not hear of it.

#ifndef HALFWORD_BASE_SPIN_H_
#define HALFWORD_BASE_SPIN_H_

#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Leaves the processor's resources to its other thread for some 10 to 50 ns.
HALFWORD_ALWAYS_INLINE void PauseProcessor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_SPIN_H_
