// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Helpers mark what the exchange has, leave when that is all, and hand over
// what they found; where a platform has no threads, nothing is marked and
// nothing lost.

#include "gc/marking/concurrent_markers.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <thread>

#include "gc/half_platform_testing.h"
#include "gc/marking/marker_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Chain : GarbageCollected<Chain> {
  Member<Chain> next_;
  Member<Chain> branch_;
  HALFWORD_FIELDS(Chain, next_, branch_)
};

class ConcurrentMarkersTest : public ::testing::Test {
 protected:
  // A comb: a list, each element of which has a list.
  Chain* MakeComb(size_t count) {
    Chain* first = nullptr;
    for (size_t i = 0; i < count; ++i) {
      auto* const link = Make();
      link->next_ = first;
      for (int j = 0; j < 4; ++j) {
        auto* const tooth = Make();
        tooth->next_ = link->branch_;
        link->branch_ = tooth;
      }
      first = link;
    }
    return first;
  }
  Chain* Make() {
    return MakeGarbageCollected<Chain>(heap_->GetAllocationHandle());
  }
  void PutIntoExchange(const void* object) {
    MarkStack stack;
    stack.Push(CompressPointer(object));
    exchange_->GiveAll(&stack);
  }
  void ForgetMarks() {
    collector_.ForEachPage([](PageIndex page) {
      std::fill_n(MarkedBits(page), kPageBitmapWords, uint64_t{0});
    });
  }

  std::unique_ptr<Heap> heap_ = Heap::Create({.growth_bytes_min = SIZE_MAX});
  Collector& collector_ = CollectorOf(*heap_);
  std::shared_ptr<MarkExchange> exchange_ = std::make_shared<MarkExchange>();
  ConstructionList constructing_;
};

TEST_F(ConcurrentMarkersTest, MarkAllThatTheExchangeReaches) {
  constexpr size_t kCount = 5000;
  Chain* const first = MakeComb(kCount);
  PutIntoExchange(first);
  DefaultPlatform platform(2);
  Marker marker(&collector_);
  {
    ConcurrentMarkers helpers(&collector_, &constructing_, exchange_, 2,
                              platform);
    EXPECT_TRUE(helpers.has_job());
    while (!helpers.IsIdle()) std::this_thread::yield();
    helpers.HandOverTo(&marker);
  }
  EXPECT_EQ(CountMarks(collector_), 5 * kCount);
  EXPECT_GE(marker.live_bytes(), 5 * kCount * sizeof(Chain));
  EXPECT_TRUE(marker.is_dry());
  ForgetMarks();
}

TEST_F(ConcurrentMarkersTest, WhatTheyHaveNotMarkedIsHandedOver) {
  Chain* const first = MakeComb(20000);
  PutIntoExchange(first);
  DefaultPlatform platform(2);
  Marker marker(&collector_);
  {
    ConcurrentMarkers helpers(&collector_, &constructing_, exchange_, 2,
                              platform);
    helpers.HandOverTo(&marker);  // at once
  }
  OwnThreadWork work;
  marker.MarkBeside({exchange_.get(), &constructing_, false});
  marker.EndBeside(&work);
  marker.Finish();
  EXPECT_EQ(CountMarks(collector_), 100000u);
  ForgetMarks();
}

// As large as a slot of any build.
class WeakRow : public GarbageCollected<WeakRow> {
 public:
  uint64_t numbers_[2] = {};
  HALFWORD_FIELDS(WeakRow, numbers_)
  HALFWORD_TRAILING(WeakRow, WeakMember<WeakRow>)
};

// Where its elements would begin is another slot, of no class as yet.
TEST_F(ConcurrentMarkersTest, AnArrayMayHaveNoElements) {
  PutIntoExchange(MakeGarbageCollected<WeakRow>(heap_->GetAllocationHandle()));
  DefaultPlatform platform(1);
  Marker marker(&collector_);
  {
    ConcurrentMarkers helpers(&collector_, &constructing_, exchange_, 1,
                              platform);
    while (!helpers.IsIdle()) std::this_thread::yield();
    helpers.HandOverTo(&marker);
  }
  OwnThreadWork work;
  exchange_->TakeOwnWork(&work);
  marker.DoOwnWork(&work);
  marker.Finish();
  EXPECT_EQ(CountMarks(collector_), 1u);
  EXPECT_EQ(marker.weak_reference_count(), 0u);
  ForgetMarks();
}

class PlatformWithoutJobs : public DefaultPlatform {
 public:
  PlatformWithoutJobs() : DefaultPlatform(0) {}
  std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                     std::unique_ptr<JobTask>) override {
    return nullptr;
  }
};

struct Slow : GarbageCollected<Slow> {
  void Trace(Visitor*) const {
    *has_begun = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    *has_ended = true;
  }
  static inline std::atomic<bool>* has_begun = nullptr;
  static inline std::atomic<bool>* has_ended = nullptr;
};

// Marks are forgotten then, and none must be set later.
TEST_F(ConcurrentMarkersTest, AHelperOfAPlatformThatFailedIsWaitedFor) {
  PutIntoExchange(MakeGarbageCollected<Slow>(heap_->GetAllocationHandle()));
  HalfPlatform platform;
  platform.has_memory_ = true;
  platform.may_fail_ = false;
  std::atomic<bool> has_ended{false};
  Slow::has_begun = &platform.may_fail_;
  Slow::has_ended = &has_ended;
  const ConcurrentMarkers helpers(&collector_, &constructing_, exchange_, 1,
                                  platform);
  EXPECT_TRUE(has_ended);
  EXPECT_FALSE(helpers.has_job());
  EXPECT_TRUE(helpers.IsIdle());
  ForgetMarks();
}

TEST_F(ConcurrentMarkersTest, APlatformMayHaveNoThreads) {
  PutIntoExchange(MakeComb(1));
  PlatformWithoutJobs platform;
  ConcurrentMarkers helpers(&collector_, &constructing_, exchange_, 2,
                            platform);
  EXPECT_FALSE(helpers.has_job());
  helpers.NotifyWork();
  EXPECT_EQ(CountMarks(collector_), 0u);
  EXPECT_EQ(exchange_->word_count(), 1u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
