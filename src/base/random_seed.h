// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A number that nobody outside of the process can guess: what makes the hashes
// of a heap its own, so that no input is slow on purpose.

#ifndef HALFWORD_BASE_RANDOM_SEED_H_
#define HALFWORD_BASE_RANDOM_SEED_H_

#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Never 0. Never blocks: a system that has no randomness yet gives the time and
// an address of this process instead.
uint64_t RandomSeed();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_RANDOM_SEED_H_
