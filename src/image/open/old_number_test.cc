// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers become others as they are, or not at all.

#include "halfword/internal/old_number.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

enum class OldColor : uint8_t { kRed = 1, kBlue = 200 };

OldNumber Signed(int64_t value) {
  return {.is_found = true,
          .kind = OldNumber::Kind::kSigned,
          .signed_value = value};
}
OldNumber Unsigned(uint64_t value) {
  return {.is_found = true, .unsigned_value = value};
}
OldNumber Float(double value) {
  return {
      .is_found = true, .kind = OldNumber::Kind::kFloat, .float_value = value};
}

template <typename T>
std::optional<T> As(const OldNumber& number) {
  T value = {};
  if (!ConvertNumber(number, &value)) return std::nullopt;
  return value;
}

TEST(OldNumberTest, IntegersKeepTheirValue) {
  EXPECT_EQ(As<int8_t>(Signed(-128)), int8_t{-128});
  EXPECT_EQ(As<int8_t>(Signed(-129)), std::nullopt);
  EXPECT_EQ(As<uint64_t>(Signed(-1)), std::nullopt);
  EXPECT_EQ(As<uint64_t>(Signed(7)), 7u);
  EXPECT_EQ(As<int64_t>(Unsigned(UINT64_MAX)), std::nullopt);
  EXPECT_EQ(As<int64_t>(Unsigned(INT64_MAX)), INT64_MAX);
  EXPECT_EQ(As<char>(Unsigned('a')), 'a');
  EXPECT_EQ(As<bool>(Signed(-3)), true);
  EXPECT_EQ(As<OldColor>(Unsigned(200)), OldColor::kBlue);
  EXPECT_EQ(As<OldColor>(Unsigned(256)), std::nullopt);
}

TEST(OldNumberTest, FractionsAreCutOffWhereTheWholeFits) {
  EXPECT_EQ(As<int>(Float(-2.9)), -2);
  EXPECT_EQ(As<int32_t>(Float(-2147483648.5)), INT32_MIN);
  EXPECT_EQ(As<int32_t>(Float(2147483648.0)), std::nullopt);
  EXPECT_EQ(As<int64_t>(Float(std::ldexp(-1, 63))), INT64_MIN);
  EXPECT_EQ(As<int64_t>(Float(std::ldexp(1, 63))), std::nullopt);
  EXPECT_EQ(As<uint64_t>(Float(std::ldexp(1, 64))), std::nullopt);
  EXPECT_EQ(As<uint64_t>(Float(std::ldexp(1, 63))), uint64_t{1} << 63);
  EXPECT_EQ(As<uint8_t>(Float(-0.5)), uint8_t{0});
  EXPECT_EQ(As<uint8_t>(Float(-1)), std::nullopt);
  EXPECT_EQ(As<int>(Float(std::nan(""))), std::nullopt);
  EXPECT_EQ(As<bool>(Float(0.5)), true);
}

TEST(OldNumberTest, AllBecomeFractions) {
  EXPECT_EQ(As<double>(Signed(-3)), -3.0);
  EXPECT_EQ(As<float>(Unsigned(3)), 3.0f);
  EXPECT_EQ(As<float>(Float(0.25)), 0.25f);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
