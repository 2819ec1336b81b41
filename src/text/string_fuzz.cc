// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fuzzer of String: string_machine.h for as many strings of bytes as
// libFuzzer thinks of. It knows crashes only, so that a failed expectation
// becomes one. docs/fuzzing.md says how it is used.

#include <cstddef>
#include <cstdint>

#include "base/fuzz_expectations.h"
#include "text/string_machine.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t byte_count) {
  halfword::internal::StringMachine machine({data, byte_count});
  machine.Run();
  return 0;
}
