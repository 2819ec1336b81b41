// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What can be read, what cannot, and ranges with an end in each.

#include "base/readable_memory.h"

#include <cerrno>
#include <cstdint>

#include "base/virtual_memory.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ReadableMemoryTest, TellsMemoryFromAddressesWithout) {
  const int on_the_stack = 0;

  EXPECT_TRUE(IsReadable(&on_the_stack, sizeof(on_the_stack)));
  EXPECT_TRUE(IsReadable("constant", 1));
  EXPECT_FALSE(IsReadable(nullptr, 1));
  EXPECT_FALSE(IsReadable(reinterpret_cast<void*>(uintptr_t{8}), 1));
  EXPECT_FALSE(IsReadable(reinterpret_cast<void*>(~uintptr_t{15}), 64));
  EXPECT_FALSE(IsReadable(reinterpret_cast<void*>(uintptr_t{1} << 62), 1));
}

TEST(ReadableMemoryTest, LooksAtEveryPageOfARange) {
  char* const begin =
      static_cast<char*>(Reserve(3 * kOsPageBytes, kOsPageBytes, 0));
  ASSERT_NE(begin, nullptr);
  ASSERT_TRUE(Commit(begin, kOsPageBytes));

  EXPECT_TRUE(IsReadable(begin, kOsPageBytes));
  EXPECT_TRUE(IsReadable(begin + kOsPageBytes - 3, 3));
  EXPECT_FALSE(IsReadable(begin + kOsPageBytes - 3, 4));
  EXPECT_FALSE(IsReadable(begin, 3 * kOsPageBytes));
  EXPECT_FALSE(IsReadable(begin + 2 * kOsPageBytes, 1));
  Release(begin, 3 * kOsPageBytes);
}

TEST(ReadableMemoryTest, KeepsErrno) {
  errno = 77;

  EXPECT_FALSE(IsReadable(nullptr, 1));
  EXPECT_FALSE(IsReadable(reinterpret_cast<void*>(uintptr_t{1} << 62), 1));

  EXPECT_EQ(errno, 77);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
