// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A program that stores the same again and again while a cycle marks, and
// allocates nothing, so that it comes to no step: what is noted for it stays
// small, and it all lives (design/concurrent_marking.md#req.beside.bounded).

#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "gc/marking/marking_cycle.h"
#include "gc/marking_steps_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "halfword/heap_consistency.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using subtle::HeapConsistency;

// Its references lie outside the heap. The vectors are swapped by the heap's
// thread alone, so that only this may look at them.
class Outside : public GarbageCollected<Outside> {
 public:
  void Trace(Visitor* visitor) const {
    if (visitor->DeferTraceToMutatorThreadIfConcurrent(
            this,
            [](Visitor* v, const void* self) {
              static_cast<const Outside*>(self)->TraceAll(v);
            },
            sizeof(Outside))) {
      return;
    }
    TraceAll(visitor);
  }
  std::vector<Member<Vertex>> strong_;
  std::vector<WeakMember<Vertex>> weak_;
  WeakMember<Vertex> weak_field_;

 private:
  void TraceAll(Visitor* visitor) const {
    for (const auto& vertex : strong_) visitor->Trace(vertex);
    for (const auto& vertex : weak_) visitor->Trace(vertex);
    visitor->Trace(weak_field_);
  }
};

class Outsides : public GarbageCollected<Outsides> {
 public:
  HeapVector<Member<Outside>> all_;
  HALFWORD_FIELDS(Outsides, all_)
};

class StoredAgainTest : public MarkingStepsTest {
 protected:
  static constexpr uint32_t kStores = 2'000'000;
  static constexpr size_t kBytesMax = size_t{1} << 20;

  // A cycle has traced these, and what is stored into them is new.
  Outsides& TracedOutsides(size_t count) {
    outsides_ = Make<Outsides>();
    for (size_t i = 0; i < count; ++i) {
      outsides_->all_.push_back(Make<Outside>());
    }
    Begin();
    StepToTheEnd();
    before_bytes_ = NotedBytes();
    return *outsides_;
  }
  // As far as it is malloc's.
  size_t NotedBytes() {
    return CollectorTestPeer::Cycle(collector()).marker().bytes_max();
  }
  void ExpectNoMoreNotes() {
    EXPECT_LE(NotedBytes(), before_bytes_ + kBytesMax);
  }
  static void Retrace(const void* address) {
    HeapConsistency::WriteBarrierParams params;
    ASSERT_EQ(HeapConsistency::GetWriteBarrierType(address, params),
              HeapConsistency::WriteBarrierType::kMarking);
    HeapConsistency::SteeleWriteBarrier(params, address);
  }
  void FinishWhole() {
    StepToTheEnd();
    Finish();
  }

  Persistent<Outsides> outsides_;
  size_t before_bytes_ = 0;
};
HALFWORD_INSTANTIATE_FOR_STEPS(StoredAgainTest);

TEST_P(StoredAgainTest, ElementsElsewhereThatAreSwappedAreMarkedOnce) {
  Outside& outside = *TracedOutsides(1).all_[0];
  constexpr uint32_t kCount = 100;
  for (uint32_t i = 0; i < kCount; ++i) {
    outside.strong_.push_back(Make<Vertex>(i));
  }
  for (uint32_t i = 0; i < kStores; ++i) {
    std::swap(outside.strong_[i % kCount], outside.strong_[i * 7 % kCount]);
  }
  ExpectNoMoreNotes();
  FinishWhole();
  uint32_t sum = 0;
  for (const auto& vertex : outside.strong_) sum += vertex->number_;
  EXPECT_EQ(sum, kCount * (kCount - 1) / 2);
}

TEST_P(StoredAgainTest, ElementsThatMoveAreMarkedOnce) {
  TracedOutsides(0);
  auto& vector = root_->vector_;
  for (uint32_t i = 0; i < 100; ++i) vector.push_back(Make<Vertex>(i));
  for (uint32_t i = 0; i < kStores / 8; ++i) {
    const Member<Vertex> moved = vector[96];
    vector.erase(vector.begin() + 96);
    vector.push_back(moved);
  }
  ExpectNoMoreNotes();
  FinishWhole();
  for (uint32_t i = 0; i < 96; ++i) EXPECT_EQ(vector[i]->number_, i);
}

// More of them than wait for a step; each with weak references, which are
// looked at in the pause.
TEST_P(StoredAgainTest, ObjectsThatChangeAreTracedAgainOnce) {
  for (const size_t count : {size_t{10}, size_t{40'000}}) {
    Outsides& outsides = TracedOutsides(count);
    for (auto& outside : outsides.all_) {
      outside->strong_.push_back(Make<Vertex>(1));
      outside->weak_.push_back(Make<Vertex>(2));
      outside->weak_field_ = outside->strong_[0];
      Retrace(outside.Get());
    }
    for (uint32_t i = 0; i < kStores / 4; ++i) {
      Retrace(outsides.all_[i % count].Get());
    }
    EXPECT_LE(NotedBytes(), before_bytes_ + kBytesMax + count * 128);
    FinishWhole();
    for (const auto& outside : outsides.all_) {
      ASSERT_EQ(outside->strong_[0]->number_, 1u);
      ASSERT_EQ(outside->weak_field_, outside->strong_[0]);
      outside->weak_.clear();
    }
  }
}

// A stack without a limit is all that lies below it, up to the next mapping,
// which is the memory of malloc().
TEST(StoresUnderAnUnlimitedStackDeathTest, AreNotedOutsideTheStack) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_STACK, &before), 0);
  if (before.rlim_max != RLIM_INFINITY) {
    GTEST_SKIP() << "the stack's limit may not be lifted";
  }
  const rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
  ASSERT_EQ(setrlimit(RLIMIT_STACK, &unlimited), 0);
  EXPECT_EXIT(
      {
        const auto heap =
            Heap::Create({.marking_support = MarkingType::kIncremental,
                          .growth_bytes_min = SIZE_MAX});
        AllocationHandle& handle = heap->GetAllocationHandle();
        const Persistent<Outside> outside =
            MakeGarbageCollected<Outside>(handle);
        // More than there was when the stack's end was asked for.
        std::vector<std::vector<char>> others;
        for (int i = 0; i < 100; ++i) others.emplace_back(64 << 10);
        outside->strong_.resize(10);
        outside->strong_.resize(16 << 10);
        Collector& collector = CollectorOf(*heap);
        collector.BeginMarking();
        while (!collector.StepMarking(kNoStack)) continue;
        outside->strong_[5] = MakeGarbageCollected<Vertex>(handle, 7u);
        const bool is_noted = !collector.stores().empty();
        collector.FinishMarking({.stack = kNoStack, .reason = "test"});
        const bool lives = outside->strong_[5]->number_ == 7;
        std::_Exit(is_noted && lives && Findings(*heap).empty() ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
  ASSERT_EQ(setrlimit(RLIMIT_STACK, &before), 0);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
