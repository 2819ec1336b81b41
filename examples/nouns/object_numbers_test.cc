// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers by address.

#include "examples/nouns/object_numbers.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace nouns {
namespace {

const void* At(uintptr_t address) {
  return reinterpret_cast<const void*>(address);
}

TEST(ObjectNumbersTest, HasZerosAtFirst) {
  ObjectNumbers numbers;

  EXPECT_EQ(numbers[At(0x400000008)], 0u);
  EXPECT_EQ(numbers[At(8)], 0u);
}

TEST(ObjectNumbersTest, KeepsNumbersApart) {
  ObjectNumbers numbers;
  for (uint32_t i = 0; i < 10'000; ++i) {
    numbers[At(0x400000000 + i * uintptr_t{8})] = i + 1;
    numbers[At(0x7ffffffffff8 - i * uintptr_t{16'384})] = ~i;
  }

  for (uint32_t i = 0; i < 10'000; ++i) {
    EXPECT_EQ(numbers[At(0x400000000 + i * uintptr_t{8})], i + 1);
    EXPECT_EQ(numbers[At(0x7ffffffffff8 - i * uintptr_t{16'384})], ~i);
  }
}

}  // namespace
}  // namespace nouns
