// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bits in and out of bytes, at every place of a word.

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "examples/nouns/bit_reader.h"
#include "examples/nouns/bit_writer.h"

namespace nouns {
namespace {

TEST(BitReaderTest, ReadsFromTheLowestBitOfTheFirstByte) {
  const uint8_t bytes[] = {0x29, 0x80};
  const BitReader bits(bytes);

  EXPECT_EQ(bits.bit_count(), 16u);
  EXPECT_EQ(bits.Peek(0, 2), 1u);
  EXPECT_EQ(bits.Peek(3, 3), 5u);
  EXPECT_EQ(bits.Peek(15, 1), 1u);
}

TEST(BitReaderTest, ReadsZerosBeyondTheEnd) {
  const std::vector<uint8_t> bytes(9, 0xff);
  const BitReader bits(bytes);

  EXPECT_EQ(bits.Peek(70, 57), 3u);
  EXPECT_EQ(bits.Peek(72, 57), 0u);
  EXPECT_EQ(bits.Peek(size_t{1} << 60, 57), 0u);
}

TEST(BitWriterTest, FillsTheLastByteWithZeros) {
  BitWriter bits;
  EXPECT_TRUE(bits.bytes().empty());

  bits.Write(5, 3);
  bits.Write(0, 6);
  bits.Write(1, 1);

  EXPECT_EQ(bits.position(), 10u);
  EXPECT_EQ(bits.bytes(), (std::vector<uint8_t>{5, 2}));
}

TEST(BitWriterTest, WritesWhatIsRead) {
  for (uint32_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    struct Piece {
      uint64_t bits;
      size_t count;
    };
    std::vector<Piece> pieces;
    BitWriter out;
    for (int i = 0; i < 200; ++i) {
      const size_t count = random() % 65;
      const uint64_t bits = count == 0 ? 0 : random() >> (64 - count);
      pieces.push_back({bits, count});
      out.Write(bits, count);
    }

    const std::vector<uint8_t> bytes = out.bytes();
    const BitReader in(bytes);
    size_t position = 0;
    for (const auto& [bits, count] : pieces) {
      const size_t low_count = std::min<size_t>(count, 32);
      EXPECT_EQ(in.Peek(position, low_count), bits & ((1ull << low_count) - 1));
      EXPECT_EQ(in.Peek(position + low_count, count - low_count),
                low_count < 32 ? 0 : bits >> 32);
      position += count;
    }
    EXPECT_EQ(position, out.position());
  }
}

}  // namespace
}  // namespace nouns
