// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fuzzer of MutableString: string_machine.h for as many strings of bytes as
// libFuzzer thinks of. It knows crashes only, so that a failed expectation
// becomes one. docs/fuzzing.md says how it is used.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "gtest/gtest.h"
#include "text/string_machine.h"

namespace {

// GoogleTest's own printer comes first and has printed what failed.
class Aborter : public ::testing::EmptyTestEventListener {
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (result.failed()) std::abort();
  }
};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** arguments) {
  // The options are libFuzzer's.
  int count = 1;
  ::testing::InitGoogleTest(&count, *arguments);
  ::testing::UnitTest::GetInstance()->listeners().Append(new Aborter);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t byte_count) {
  halfword::internal::StringMachine machine({data, byte_count});
  machine.Run();
  return 0;
}
