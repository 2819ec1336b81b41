// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What hashes must tell apart.

#include "image/file/image_hash.h"

#include <array>
#include <cstring>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ImageHashTest, TellsPlacesApart) {
  const std::array<char, kImagePageBytes> page = {};
  EXPECT_FALSE(HashPage(page.data(), 1) == HashPage(page.data(), 2));
  EXPECT_TRUE(HashPage(page.data(), 1) == HashPage(page.data(), 1));
  EXPECT_FALSE(HashPage(page.data(), 0).is_zero());
}

TEST(ImageHashTest, IsThatOfThePartsTogether) {
  std::array<char, 3000> bytes;
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i);
  HashStream stream;
  stream.Add(bytes.data(), 1000);
  stream.Add(bytes.data() + 1000, 0);
  stream.Add(bytes.data() + 1000, 2000);
  EXPECT_TRUE(stream.Finish() == HashBytes(bytes.data(), bytes.size()));
}

// As other programs, and versions of this one, have written it: the example of
// XXH3 (128 bits, seed 0, no bytes at all) in xxHash's own tests.
TEST(ImageHashTest, IsXxh3) {
  const ImageHash hash = HashBytes("", 0);
  EXPECT_EQ(hash.low, 0x6001c324468d497fu);
  EXPECT_EQ(hash.high, 0x99aa06d3014798d8u);
}

TEST(ImageHashTest, SealsABlockAgainstEveryFlip) {
  HeaderCopy header;
  SealBlock(&header);
  EXPECT_TRUE(IsSealed(header));
  for (size_t i = 0; i < sizeof(header); ++i) {
    HeaderCopy damaged;
    std::memcpy(&damaged, &header, sizeof(header));
    reinterpret_cast<unsigned char*>(&damaged)[i] ^= 1 << i % 8;
    EXPECT_FALSE(IsSealed(damaged)) << i;
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
