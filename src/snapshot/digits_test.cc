// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers of each length, and what is written behind them.

#include "snapshot/digits.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr char kUntouched = '#';
constexpr size_t kBehind = 8;

// The digits of a number, in a place where nothing else is overwritten than
// eight bytes behind them.
std::string Digits(uint64_t number) {
  char text[64];
  std::memset(text, kUntouched, sizeof(text));
  char* const begin = text + 16;
  char* const end = PutDigits(begin, number);
  EXPECT_EQ(std::count(text, begin, kUntouched), begin - text) << number;
  EXPECT_EQ(std::count(end + kBehind, text + sizeof(text), kUntouched),
            static_cast<size_t>(text + sizeof(text) - end) - kBehind)
      << number;
  return {begin, end};
}

// 10^exponent and its neighbours.
std::vector<uint64_t> Borders() {
  std::vector<uint64_t> numbers = {0, UINT32_MAX, UINT64_MAX, UINT64_MAX - 1};
  uint64_t power = 1;
  for (size_t digits = 1; digits <= kDigitsMax; ++digits) {
    for (const uint64_t number : {power - 1, power, power + 1, 5 * power}) {
      numbers.push_back(number);
    }
    power *= 10;
  }
  return numbers;
}

TEST(DigitsTest, WritesNumbersAtTheBordersOfAllLengths) {
  for (const uint64_t number : Borders()) {
    EXPECT_EQ(Digits(number), std::to_string(number));
  }
  EXPECT_EQ(Digits(UINT64_MAX).size(), kDigitsMax);
}

TEST(DigitsTest, WritesEverySmallNumber) {
  for (uint64_t number = 0; number < 100'000; ++number) {
    char text[kDigitsMax + kBehind];
    const std::string_view digits(
        text, static_cast<size_t>(PutDigits(text, number) - text));
    ASSERT_EQ(digits, std::to_string(number));
  }
}

TEST(DigitsTest, WritesZerosInside) {
  for (const uint64_t number :
       {uint64_t{1'00000001}, uint64_t{1'00000000'00000000},
        uint64_t{1'00000001'00000000}, uint64_t{12'00000000'00000034},
        uint64_t{9999'0000'9999'0000}, uint64_t{10'203'040'506'070'809}}) {
    EXPECT_EQ(Digits(number), std::to_string(number));
  }
}

TEST(DigitsTest, WritesRandomNumbersOfEachLength) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  for (int bits = 1; bits <= 64; ++bits) {
    for (int i = 0; i < 500; ++i) {
      const uint64_t number = random() >> (64 - bits);
      ASSERT_EQ(Digits(number), std::to_string(number));
    }
  }
}

// In the lowest byte first, as memory has it.
TEST(DigitsTest, SplitsEightDigits) {
  EXPECT_EQ(EightDigits(0), 0u);
  EXPECT_EQ(EightDigits(12345678), 0x0807060504030201u);
  EXPECT_EQ(EightDigits(99999999), 0x0909090909090909u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
