// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a run of a random test is made from: a seed, new each time unless it is
// given, and a number of steps. Options of the program, before those of
// GoogleTest:
//
//   --seed=N    the seed; else the environment's HALFWORD_STRESS_SEED
//   --steps=N   how many steps each test makes; more for a longer run

#ifndef HALFWORD_TESTS_STRESS_STRESS_RUN_H_
#define HALFWORD_TESTS_STRESS_STRESS_RUN_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::stress {

// Says before the test, in case that it crashes, and in each of its failures
// how to run it again. What a conservative scan finds by chance may differ
// between two runs with one seed; everything else is the same.
class StressRun {
 public:
  StressRun();

  uint64_t seed() const { return seed_; }
  size_t step_count() const { return step_count_; }

 private:
  std::string Command() const;

  const uint64_t seed_;
  const size_t step_count_;
  const ::testing::ScopedTrace trace_;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_STRESS_RUN_H_
