// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A process of their own for tests that reserve: in it nothing of Halfword
// occupies the window, and what they do to it is forgotten. Only tests include
// this file.

#ifndef HALFWORD_CAGE_CAGE_CHILD_H_
#define HALFWORD_CAGE_CAGE_CHILD_H_

#include <unistd.h>

#include <cstdint>
#include <cstdio>

#include "base/virtual_memory.h"
#include "cage/cage.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline const ::testing::TestResult& ResultOfThisTest() {
  return *::testing::UnitTest::GetInstance()->current_test_info()->result();
}

// The number of failures from part `first` of this test on. GoogleTest keeps
// quiet in a child, whose parent shows what is printed here.
inline int PrintFailures(int first) {
  const ::testing::TestResult& result = ResultOfThisTest();
  const int end = result.total_part_count();
  for (int i = first; i < end; ++i) {
    const ::testing::TestPartResult& part = result.GetTestPartResult(i);
    std::fprintf(stderr, "line %d: %s\n", part.line_number(), part.message());
  }
  return end - first;
}

// Gives back what the cage of this process holds of its window.
inline void FreeTheWindow() {
  if (side_tables.end == 0) return;
  const uintptr_t window = Cage::Get().window_begin();
  Release(reinterpret_cast<void*>(side_tables.begin),
          side_tables.end - side_tables.begin);
  // The margins of a whole window, if they were reserved at all.
  Release(reinterpret_cast<void*>(window), kWindowMarginBytes);
  Release(reinterpret_cast<void*>(window + kWindowBytes - kWindowMarginBytes),
          kWindowMarginBytes);
}

// Runs the body in such a child; what fails there fails here.
template <typename Body>
void RunInChild(Body body) {
  const auto run = [&] {
    const int first = ResultOfThisTest().total_part_count();
    FreeTheWindow();
    body();
    _exit(PrintFailures(first) == 0 ? 0 : 1);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_CAGE_CAGE_CHILD_H_
