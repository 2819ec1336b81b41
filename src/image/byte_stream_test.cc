// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is put is taken; what is not there is not.

#include "image/byte_stream.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ByteStreamTest, WhatIsPutIsTaken) {
  ByteWriter writer;
  writer.Put(uint8_t{7});
  writer.Put(uint32_t{1'000'000});
  writer.PutText("name");
  writer.Put(uint64_t{1} << 60);
  writer.PutText("");
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.Take<uint8_t>(), 7);
  EXPECT_EQ(reader.Take<uint32_t>(), 1'000'000u);
  EXPECT_EQ(reader.TakeText(), "name");
  EXPECT_EQ(reader.Take<uint64_t>(), uint64_t{1} << 60);
  EXPECT_EQ(reader.TakeText(), "");
  EXPECT_TRUE(reader.is_at_end());
  EXPECT_TRUE(reader.is_good());
}

TEST(ByteStreamTest, NothingIsTakenFromBehindTheEnd) {
  ByteWriter writer;
  writer.Put(uint16_t{9});
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.Take<uint32_t>(), 0u);
  EXPECT_FALSE(reader.is_good());
  EXPECT_EQ(reader.Take<uint8_t>(), 0);
}

TEST(ByteStreamTest, ATextThatIsTooLongIsNone) {
  ByteWriter writer;
  writer.Put(uint32_t{5});
  writer.Put(uint32_t{0});
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.TakeText(), "");
  EXPECT_FALSE(reader.is_good());
}

TEST(ByteStreamTest, ACountThatCannotBeIsNone) {
  ByteWriter writer;
  writer.Put(uint32_t{0x7fff'ffff});
  writer.Put(uint64_t{0});
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.TakeCount(8), 0u);
  EXPECT_FALSE(reader.is_good());
  ByteWriter good;
  good.Put(uint32_t{1});
  good.Put(uint64_t{0});
  EXPECT_EQ(ByteReader(good.bytes()).TakeCount(8), 1u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
