// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a fuzzer needs whose model speaks by GoogleTest's expectations:
// libFuzzer knows crashes only, so that one that fails becomes a crash. Defines
// LLVMFuzzerInitialize(), hence for one source of a fuzzer only.

#ifndef HALFWORD_BASE_FUZZ_EXPECTATIONS_H_
#define HALFWORD_BASE_FUZZ_EXPECTATIONS_H_

#include <cstdlib>

#include "gtest/gtest.h"

namespace halfword::fuzz {

// GoogleTest's own printer comes first and has printed what failed.
class Aborter : public ::testing::EmptyTestEventListener {
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (result.failed()) std::abort();
  }
};

}  // namespace halfword::fuzz

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** arguments) {
  // The options are libFuzzer's.
  int count = 1;
  ::testing::InitGoogleTest(&count, *arguments);
  ::testing::UnitTest::GetInstance()->listeners().Append(
      new halfword::fuzz::Aborter);
  return 0;
}

#endif  // HALFWORD_BASE_FUZZ_EXPECTATIONS_H_
