// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What people write, what they may not write, and what they read.

#include "base/size_text.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint64_t kKibibyte = 1024;
constexpr uint64_t kMebibyte = kKibibyte * 1024;
constexpr uint64_t kGibibyte = kMebibyte * 1024;
constexpr uint64_t kTib = kGibibyte * 1024;

TEST(ParseSizeTest, ReadsNumbersAndUnits) {
  const struct {
    std::string_view text;
    uint64_t bytes;
  } kCases[] = {
      {"0", 0},
      {"1048576", kMebibyte},
      {"64b", 64},
      {"64B", 64},
      {"64k", 64 * kKibibyte},
      {"64kb", 64 * kKibibyte},
      {"64KiB", 64 * kKibibyte},
      {"256m", 256 * kMebibyte},
      {"256MB", 256 * kMebibyte},
      {"256mib", 256 * kMebibyte},
      {"16g", 16 * kGibibyte},
      {"16Gb", 16 * kGibibyte},
      {"16GIB", 16 * kGibibyte},
      {"2t", 2 * kTib},
      {"007k", 7 * kKibibyte},
      {"18446744073709551615", UINT64_MAX},
      {"18014398509481983k", UINT64_MAX - 1023},
      {"16777215t", 16777215 * kTib},
  };

  for (const auto& [text, bytes] : kCases) {
    uint64_t result = 12345;
    EXPECT_TRUE(ParseSize(text, &result)) << text;
    EXPECT_EQ(result, bytes) << text;
  }
}

TEST(ParseSizeTest, RefusesEverythingElseAndLeavesTheResult) {
  const std::string_view kCases[] = {
      "",
      " ",
      "k",
      "b",
      "ib",
      "1.5g",
      "1,5g",
      "-1",
      "+1",
      " 1k",
      "1k ",
      "1 k",
      "1kk",
      "1bk",
      "1ib",
      "1bb",
      "1kib2",
      "1kbi",
      "1ki",
      "1p",
      "0x10",
      "1e3",
      "one",
      {"1m\0", 3},
      {"1\0", 2},
      "1m\n",
      "m1",
      "--1",
      "\xff",
      "1\xff",
      "16777216t",
      "18014398509481984k",
      "18446744073709551616",
      "99999999999999999999999999999999",
  };

  for (const std::string_view text : kCases) {
    uint64_t result = 12345;
    EXPECT_FALSE(ParseSize(text, &result)) << text;
    EXPECT_EQ(result, 12345u) << text;
  }
}

// The text is not a C string: what stands behind it must not be read.
TEST(ParseSizeTest, StopsAtTheEndOfTheText) {
  const std::string_view text = "123456m";
  uint64_t result = 0;

  EXPECT_TRUE(ParseSize(text.substr(0, 3), &result));
  EXPECT_EQ(result, 123u);
}

TEST(FormatBytesTest, PicksTheLargestUnitThatIsFilled) {
  const struct {
    uint64_t bytes;
    const char* text;
  } kCases[] = {
      {0, "0 B"},
      {1, "1 B"},
      {1023, "1023 B"},
      {kKibibyte, "1 KiB"},
      {kKibibyte + 1, "1.0 KiB"},
      {kKibibyte + kKibibyte / 2, "1.5 KiB"},
      {256 * kMebibyte, "256 MiB"},
      {2 * kMebibyte - 1, "2.0 MiB"},
      {kMebibyte - 1, "1023.9 KiB"},
      {kGibibyte - kMebibyte / 100, "1023.9 MiB"},
      {16 * kGibibyte, "16 GiB"},
      {3 * kTib + kTib / 4, "3.3 TiB"},
      {UINT64_MAX, "16.0 EiB"},
  };

  for (const auto& [bytes, text] : kCases) {
    EXPECT_STREQ(FormatBytes(bytes).c_str(), text) << bytes;
  }
}

TEST(FormatBytesTest, NeverOverrunsItsBuffer) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());

  for (int step = 0; step < 10000; ++step) {
    const uint64_t bytes = random() >> (random() % 64);
    const SizeText text = FormatBytes(bytes);
    const std::string_view all(text.text, sizeof(text.text));
    const size_t end = all.find('\0');
    ASSERT_NE(end, std::string_view::npos) << bytes;
    // Cut text would lose its unit.
    ASSERT_EQ(all[end - 1], 'B') << text.c_str();
  }
}

TEST(FormatBytesTest, WritesWholeUnitsSoThatTheyCanBeRead) {
  for (int shift = 0; shift < 50; ++shift) {
    const uint64_t bytes = uint64_t{1} << shift;
    std::string text = FormatBytes(bytes).c_str();
    text.erase(text.find(' '), 1);
    uint64_t result = 0;

    EXPECT_TRUE(ParseSize(text, &result)) << text;
    EXPECT_EQ(result, bytes) << text;
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
