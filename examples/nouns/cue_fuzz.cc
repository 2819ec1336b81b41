// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fuzzer of Cue(): bytes are read as a jam, in a heap that collects often.
// Either that is refused with one line, or the noun has a jam, which is read to
// a noun with the same jam. docs/fuzzing.md says how it is used.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "base/fuzz_expectations.h"
#include "examples/nouns/cue.h"
#include "examples/nouns/jam.h"
#include "examples/nouns/nouns_testing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t byte_count) {
  static const auto heap = nouns::MakeBusyHeap();
  auto& handle = heap->GetAllocationHandle();
  try {
    const auto jam = nouns::Jam(nouns::Cue(handle, {data, byte_count}));
    EXPECT_TRUE(nouns::Jam(nouns::Cue(handle, jam)) == jam);
  } catch (const nouns::CueError& error) {
    EXPECT_NE(*error.what(), '\0');
  }
  return 0;
}
