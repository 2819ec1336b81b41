// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A file that was written with AVX2 is read without it, and the reverse.

#include <array>

#include "gtest/gtest.h"
#include "image/file/image_hash.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Of all the ways that the hash has for lengths.
TEST(ImageHashAvx2Test, IsTheSameWithAndWithoutAvx2) {
  if (!MayHashWithAvx2()) {
    EXPECT_TRUE(HashBytes("", 0) == HashBytesPlainly("", 0, 0));
    return;
  }
  std::array<char, kImagePageBytes> bytes;
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i);
  constexpr size_t kSizes[] = {0,    1,    3,      8,     16,   17,
                               128,  129,  240,    241,   1023, 1024,
                               1025, 4096, 10'000, 16'384};
  for (const size_t size : kSizes) {
    for (const uint64_t number : {uint64_t{0}, uint64_t{77}, ~uint64_t{0}}) {
      EXPECT_TRUE(HashBytesWithAvx2(bytes.data(), size, number) ==
                  HashBytesPlainly(bytes.data(), size, number))
          << size << " bytes, number " << number;
    }
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
