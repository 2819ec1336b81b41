// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers of each length, at each place of a block.

#include "base/number_stream.h"

#include <cstdint>
#include <random>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

void ExpectReads(const NumberStream& stream,
                 const std::vector<uint32_t>& numbers) {
  NumberStream::Reader reader(stream);
  for (size_t i = 0; i < numbers.size(); ++i) {
    ASSERT_EQ(reader.Take(), numbers[i]) << i;
  }
}

TEST(NumberStreamTest, KeepsNumbersOfEachLength) {
  NumberStream stream;
  std::vector<uint32_t> numbers = {0, UINT32_MAX};
  for (int bit = 0; bit < 32; ++bit) {
    const uint32_t power = uint32_t{1} << bit;
    numbers.insert(numbers.end(), {power - 1, power, power + 1});
  }
  for (const uint32_t number : numbers) stream.Put(number);

  ExpectReads(stream, numbers);
  ExpectReads(stream, numbers);
}

TEST(NumberStreamTest, KeepsNumbersOf64Bits) {
  NumberStream stream;
  for (int bit = 0; bit < 64; ++bit) stream.Put((uint64_t{1} << bit) - 1);
  stream.Put(UINT64_MAX);

  NumberStream::Reader reader(stream);
  for (int bit = 0; bit < 64; ++bit) {
    ASSERT_EQ(reader.Take<uint64_t>(), (uint64_t{1} << bit) - 1);
  }
  EXPECT_EQ(reader.Take<uint64_t>(), UINT64_MAX);
}

TEST(NumberStreamTest, AnEmptyOneTakesNothing) {
  const NumberStream stream;

  EXPECT_EQ(stream.bytes(), 0u);
}

TEST(NumberStreamTest, SmallNumbersTakeAByteEach) {
  constexpr size_t kBlockBytes = size_t{32} << 10;
  NumberStream stream;
  for (size_t i = 0; i < kBlockBytes; ++i) stream.Put(127);
  EXPECT_EQ(stream.bytes(), kBlockBytes);

  stream.Put(1);
  EXPECT_EQ(stream.bytes(), 2 * kBlockBytes);
  NumberStream::Reader reader(stream);
  for (size_t i = 0; i < kBlockBytes; ++i) ASSERT_EQ(reader.Take(), 127u);
  EXPECT_EQ(reader.Take(), 1u);
}

// A number of five bytes at each place around the end of a block.
TEST(NumberStreamTest, NumbersGoOnInTheNextBlock) {
  constexpr uint32_t kBlockBytes = 32 << 10;
  for (uint32_t before = kBlockBytes - 6; before <= kBlockBytes + 1; ++before) {
    NumberStream stream;
    std::vector<uint32_t> numbers(before, 3);
    numbers.insert(numbers.end(), {UINT32_MAX, 5});
    for (const uint32_t number : numbers) stream.Put(number);
    ExpectReads(stream, numbers);
  }
}

TEST(NumberStreamTest, KeepsRandomNumbers) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  NumberStream stream;
  std::vector<uint32_t> numbers;
  for (int i = 0; i < 200'000; ++i) {
    numbers.push_back(static_cast<uint32_t>(random()) >> random() % 32);
    stream.Put(numbers.back());
  }

  ExpectReads(stream, numbers);
}

TEST(NumberStreamTest, ReadersDoNotDisturbEachOther) {
  NumberStream stream;
  for (uint32_t i = 0; i < 1000; ++i) stream.Put(i);
  NumberStream::Reader first(stream);
  NumberStream::Reader second(stream);

  for (uint32_t i = 0; i < 500; ++i) ASSERT_EQ(first.Take(), i);
  for (uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(second.Take(), i);
  EXPECT_EQ(first.Take(), 500u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
