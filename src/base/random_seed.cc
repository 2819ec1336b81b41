// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// getrandom(2), and what is left where it has nothing.

#include "base/random_seed.h"

#include <sys/random.h>
#include <time.h>

namespace halfword::inline HALFWORD_ABI::internal {

uint64_t RandomSeed() {
  uint64_t seed = 0;
  if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != sizeof(seed)) {
    timespec now = {};
    clock_gettime(CLOCK_REALTIME, &now);
    seed = static_cast<uint64_t>(now.tv_nsec) * 0x9e3779b97f4a7c15u ^
           static_cast<uint64_t>(now.tv_sec) ^
           reinterpret_cast<uintptr_t>(&seed) << 20;
  }
  return seed != 0 ? seed : 1;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
