// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Threads have different numbers, one after the other, too.

#include "base/thread_number.h"

#include <set>
#include <thread>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ThreadNumberTest, StaysTheSame) {
  const uint64_t first = ThreadNumber();

  EXPECT_NE(first, 0u);
  EXPECT_EQ(ThreadNumber(), first);
}

// glibc gives the memory of a thread that has ended to the next one.
TEST(ThreadNumberTest, IsNotThatOfAThreadThatHasEnded) {
  std::set<uint64_t> numbers = {ThreadNumber()};
  for (int i = 0; i < 10; ++i) {
    std::thread([&] { numbers.insert(ThreadNumber()); }).join();
  }

  EXPECT_EQ(numbers.size(), 11u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
