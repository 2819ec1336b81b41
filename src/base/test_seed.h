// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Random input for tests: new in each run, and repeatable. Only tests include
// this file.

#ifndef HALFWORD_BASE_TEST_SEED_H_
#define HALFWORD_BASE_TEST_SEED_H_

#include <random>
#include <string>

#include "gtest/gtest.h"
#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A seed, and for as long as it lives a line in each failure that says how to
// get the same one again.
class TestSeed {
 public:
  TestSeed()
      : value_(Choose()),
        trace_(__FILE__, __LINE__,
               "repeat with --gtest_random_seed=" + std::to_string(value_)) {}

  unsigned value() const { return value_; }

 private:
  static unsigned Choose() {
    const int given = GTEST_FLAG_GET(random_seed);
    if (given != 0) return static_cast<unsigned>(given);
    // The flag takes numbers up to 99999.
    return 1 + std::random_device()() % 99999;
  }

  const unsigned value_;
  const ::testing::ScopedTrace trace_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_TEST_SEED_H_
