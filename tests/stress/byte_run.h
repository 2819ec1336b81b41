// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A run of the mutator that a string of bytes describes: the first say what
// heaps there are, the rest what is done in them. The fuzzer and its test call
// it. docs/fuzzing.md says how to repeat what either has found.

#ifndef HALFWORD_TESTS_STRESS_BYTE_RUN_H_
#define HALFWORD_TESTS_STRESS_BYTE_RUN_H_

#include <cstdint>
#include <span>

#include "halfword/internal/build_config.h"
#include "tests/stress/mutator.h"

namespace halfword::inline HALFWORD_ABI::stress {

// Takes steps until the bytes are used up or an expectation of GoogleTest's has
// failed, and then collects and compares everything.
MutatorCounts RunBytes(std::span<const uint8_t> bytes);

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_BYTE_RUN_H_
