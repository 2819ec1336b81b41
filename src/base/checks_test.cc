// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a failed assertion prints, and that one that is off is not evaluated.

#include "halfword/internal/checks.h"

#include <csignal>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ChecksDeathTest, AFailedCheckNamesPlaceConditionAndMessage) {
  const int zero = 0;

  HALFWORD_CHECK(zero == 0, "not reached");
  EXPECT_EXIT(HALFWORD_CHECK(zero == 1, "do this instead"),
              ::testing::KilledBySignal(SIGABRT),
              "^halfword: .*checks_test.cc:[0-9]+: check failed: "
              "zero == 1: do this instead\n");
}

TEST(ChecksDeathTest, ADcheckCostsNothingWhereItIsOff) {
  int evaluation_count = 0;

  HALFWORD_DCHECK(++evaluation_count > 0, "counts how often it is looked at");

  EXPECT_EQ(evaluation_count, kDchecks ? 1 : 0);
#if HALFWORD_DCHECK_ENABLED
  EXPECT_EXIT(HALFWORD_DCHECK(evaluation_count < 0, "misused"),
              ::testing::KilledBySignal(SIGABRT), "misused");
#endif
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
