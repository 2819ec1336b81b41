// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A destructor that touches a dead object, under AddressSanitizer; and that
// destructors run at all, without.

#include "heap/destructor_report.h"

#include "gtest/gtest.h"
#include "heap/heap_core.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Touched : public GarbageCollected<Touched> {
 public:
  uint64_t number_;
  HALFWORD_FIELDS(Touched, number_)
};

class Toucher : public GarbageCollected<Toucher> {
 public:
  ~Toucher() { seen_ = other_ != nullptr ? *other_ : 1; }
  static uint64_t seen_;
  volatile uint64_t* other_;
  HALFWORD_FIELDS(Toucher, other_)
};
uint64_t Toucher::seen_ = 0;

TEST(DestructorReportTest, ADestructorRuns) {
  TestHeap heap;
  heap.Allocate<Toucher>();
  Toucher::seen_ = 0;

  heap.SweepAll();

  EXPECT_EQ(Toucher::seen_, 1u);
}

#if HALFWORD_HAS_ASAN

TEST(DestructorReportTest, NamesBothClassesWhereOneTouchesADeadObject) {
  EXPECT_DEATH(
      {
        TestHeap heap;
        auto* const toucher = heap.Allocate<Toucher>();
        toucher->other_ = &heap.Allocate<Touched>()->number_;
        heap.SweepAll();
      },
      "the destructor of a .*Toucher touches a dead .*Touched: destructors "
      "must not touch other managed objects");
}

TEST(DestructorReportTest, LeavesOtherReportsAlone) {
  EXPECT_DEATH(
      {
        auto* const memory = new uint64_t[4];
        volatile uint64_t* const behind = memory + 4;
        Toucher::seen_ = *behind;
      },
      "heap-buffer-overflow");
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
