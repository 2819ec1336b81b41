// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Copies of every short length, and of some longer ones, at every alignment.

#include "halfword/internal/copy_bytes.h"

#include <string>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(CopyBytesTest, CopiesSoManyBytesAndNoMore) {
  std::string source;
  for (int i = 0; i < 100; ++i) source += static_cast<char>('0' + i);
  for (size_t size = 0; size <= 80; ++size) {
    for (size_t offset = 0; offset < 8; ++offset) {
      std::string target(100, '.');

      CopyBytes(target.data() + offset, source.data() + offset / 2, size);

      EXPECT_EQ(target, std::string(offset, '.') +
                            source.substr(offset / 2, size) +
                            std::string(100 - offset - size, '.'));
    }
  }
}

TEST(CopyBytesTest, FillsSoManyBytesAndNoMore) {
  for (size_t size = 4; size <= kInPlaceBytesMax; ++size) {
    std::string target(50, '.');

    FillInPlace(target.data() + 1, '\xfe', size);

    EXPECT_EQ(target,
              "." + std::string(size, '\xfe') + std::string(49 - size, '.'));
  }
}

TEST(EqualBytesTest, LooksAtEveryByte) {
  for (size_t size = 0; size <= 40; ++size) {
    const std::string a(size, 'a');
    EXPECT_TRUE(EqualBytes(a.data(), std::string(a).data(), size)) << size;
    for (size_t i = 0; i < size; ++i) {
      std::string b = a;
      b[i] = 'b';
      EXPECT_FALSE(EqualBytes(a.data(), b.data(), size)) << size << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
