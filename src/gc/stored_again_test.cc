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

// Their classes tell of what is looked at in the pause, each time anew.
class Told : public GarbageCollected<Told> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(by_hand_);
    visitor->Trace(weak_);
    visitor->RegisterWeakCallbackMethod<Told, &Told::Count>(this);
  }
  void Count(const LivenessBroker&) { ++called_count_; }
  EphemeronPair<Vertex, Vertex> by_hand_;
  WeakMember<Vertex> weak_;
  uint32_t called_count_ = 0;
};
class Listed : public GarbageCollected<Listed> {
 public:
  EphemeronPair<Vertex, Vertex> pair_;
  WeakMember<Vertex> weak_;
  HALFWORD_FIELDS(Listed, pair_, weak_)
};
class Weaklings : public GarbageCollected<Weaklings> {
 public:
  HeapVector<Member<Told>> told_;
  HeapVector<Member<Listed>> listed_;
  HeapVector<Member<Vertex>> keys_;
  HALFWORD_FIELDS(Weaklings, told_, listed_, keys_)
};

// More of them than wait for a step, so that each is traced at once.
TEST_P(StoredAgainTest, WhatClassesTellIsNotedOnce) {
  constexpr size_t kCount = 30'000;
  const Persistent<Weaklings> all = Make<Weaklings>();
  for (size_t i = 0; i < kCount; ++i) {
    all->told_.push_back(Make<Told>());
    all->listed_.push_back(Make<Listed>());
  }
  Begin();
  StepToTheEnd();
  before_bytes_ = NotedBytes();
  // Of every second pair the key lives.
  for (size_t i = 0; i < kCount; ++i) {
    Vertex* const key = Make<Vertex>();
    if (i % 2 == 0) all->keys_.push_back(key);
    all->told_[i]->by_hand_ = {key, Make<Vertex>(1)};
    all->listed_[i]->pair_ = {key, Make<Vertex>(2)};
  }
  for (uint32_t i = 0; i < kStores / 2; ++i) {
    Retrace(all->told_[i % kCount].Get());
    Retrace(all->listed_[i % kCount].Get());
  }
  EXPECT_LE(NotedBytes(), before_bytes_ + kBytesMax + kCount * 256);
  FinishWhole();
  for (size_t i = 0; i < kCount; i += 2) {
    ASSERT_EQ(all->told_[i]->by_hand_.value->number_, 1u);
    ASSERT_EQ(all->listed_[i]->pair_.value->number_, 2u);
  }
  for (Told* const told : all->told_) {
    ASSERT_GE(told->called_count_, 1u);
    ASSERT_LE(told->called_count_, 4u);
  }
  // Of so many references some were taken for strong ones.
  Begin();
  FinishWhole();
  for (size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(all->told_[i]->by_hand_.key != nullptr, i % 2 == 0);
    ASSERT_EQ(all->listed_[i]->pair_.key != nullptr, i % 2 == 0);
  }
}

// However many steps find them: they are few.
TEST_P(StoredAgainTest, WeakReferencesOfWhatChangesDie) {
  constexpr size_t kCount = 5000;
  constexpr int kSteps = 40;
  const Persistent<Weaklings> all = Make<Weaklings>();
  for (size_t i = 0; i < kCount; ++i) {
    all->listed_.push_back(Make<Listed>());
    all->listed_.back()->weak_ = Make<Vertex>();
    all->told_.push_back(Make<Told>());
    all->told_.back()->weak_ = Make<Vertex>();
  }
  Begin();
  StepToTheEnd();
  for (int step = 0; step < kSteps; ++step) {
    for (const auto& listed : all->listed_) Retrace(listed.Get());
    for (const auto& told : all->told_) Retrace(told.Get());
    collector().StepMarking(kNoStack);
  }
  FinishWhole();
  for (size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(all->listed_[i]->weak_, nullptr);
    ASSERT_EQ(all->told_[i]->weak_, nullptr);
  }
}

using VertexPair = EphemeronPair<Vertex, Vertex>;
class StrongRow : public GarbageCollected<StrongRow> {
 public:
  Member<Vertex>* cells() { return TrailingArray(this); }
  uint32_t count_ = 0;
  HALFWORD_FIELDS(StrongRow, count_)
  HALFWORD_TRAILING(StrongRow, Member<Vertex>)
};
class WeakRow : public GarbageCollected<WeakRow> {
 public:
  WeakMember<Vertex>* cells() { return TrailingArray(this); }
  uint32_t count_ = 0;
  HALFWORD_FIELDS(WeakRow, count_)
  HALFWORD_TRAILING(WeakRow, WeakMember<Vertex>)
};
class PairRow : public GarbageCollected<PairRow> {
 public:
  VertexPair* cells() { return TrailingArray(this); }
  uint32_t count_ = 0;
  HALFWORD_FIELDS(PairRow, count_)
  HALFWORD_TRAILING(PairRow, VertexPair)
};

// By a program that comes to steps in between.
TEST_P(StoredAgainTest, TrailingArraysThatChangeWaitOnce) {
  constexpr size_t kCells = 10'000;
  constexpr int kRounds = 200;
  const auto make_row = [&]<typename Row, typename Cell>() {
    return MakeGarbageCollected<Row>(heap_->GetAllocationHandle(),
                                     AdditionalBytes(kCells * sizeof(Cell)));
  };
  const Persistent<StrongRow> strong =
      make_row.operator()<StrongRow, Member<Vertex>>();
  const Persistent<WeakRow> weak =
      make_row.operator()<WeakRow, WeakMember<Vertex>>();
  const Persistent<PairRow> pairs = make_row.operator()<PairRow, VertexPair>();
  Begin();
  StepToTheEnd();
  before_bytes_ = NotedBytes();
  const size_t noted_count =
      CollectorTestPeer::Cycle(collector()).marker().weak_reference_count();

  const Persistent<Vertex> key = Make<Vertex>(3);
  for (size_t i = 0; i < kCells; ++i) {
    strong->cells()[i] = i == kCells - 1 ? Make<Vertex>(4) : key.Get();
    weak->cells()[i] = i % 2 == 0 ? key.Get() : Make<Vertex>(5);
    pairs->cells()[i] = {key.Get(), Make<Vertex>(6)};
  }
  for (int round = 0; round < kRounds; ++round) {
    Retrace(strong.Get());
    Retrace(weak.Get());
    Retrace(pairs.Get());
    collector().StepMarking(kNoStack);
  }
  ExpectNoMoreNotes();
  EXPECT_LE(
      CollectorTestPeer::Cycle(collector()).marker().weak_reference_count(),
      noted_count + 3 * kCells);
  FinishWhole();
  EXPECT_EQ(strong->cells()[kCells - 1]->number_, 4u);
  Begin();
  FinishWhole();
  for (size_t i = 0; i < kCells; ++i) {
    ASSERT_EQ(weak->cells()[i] != nullptr, i % 2 == 0);
    ASSERT_EQ(pairs->cells()[i].value->number_, 6u);
  }
}

// No helper is given it, so steps take their time for it.
TEST_P(StoredAgainTest, ALongArrayThatHasChangedIsSoonTraced) {
  constexpr size_t kCells = 400'000;
  const Persistent<StrongRow> row = MakeGarbageCollected<StrongRow>(
      heap_->GetAllocationHandle(),
      AdditionalBytes(kCells * sizeof(Member<Vertex>)));
  Begin();
  StepToTheEnd();
  row->cells()[kCells - 1] = Make<Vertex>(4);
  Retrace(row.Get());
  size_t step_count = 1;
  while (!collector().StepMarking(kNoStack)) ++step_count;
  // Each would trace so many, were there no time for more.
  EXPECT_LT(step_count, kCells / 1024);
  Finish();
  EXPECT_EQ(row->cells()[kCells - 1]->number_, 4u);
}

// To the same few, again and again, with steps in between: each is noted in
// each of them, until they are too many.
TEST_P(StoredAgainTest, WeakSlotsThatAreStoredToAreNotedSoOften) {
  constexpr size_t kCount = 10'000;
  constexpr int kRounds = 300;
  const Persistent<Weaklings> all = Make<Weaklings>();
  for (size_t i = 0; i < kCount; ++i) {
    all->listed_.push_back(Make<Listed>());
  }
  Begin();
  StepToTheEnd();
  before_bytes_ = NotedBytes();
  for (int round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < kCount; ++i) {
      all->listed_[i]->weak_ = Make<Vertex>(static_cast<uint32_t>(round));
    }
    // What was marked and waits to be traced is no note.
    do {
      collector().StepMarking(kNoStack);
    } while (CollectorTestPeer::Cycle(collector()).has_left_own_work());
  }
  EXPECT_LE(NotedBytes(), before_bytes_ + kBytesMax +
                              5 * kBytesMax / 4 * sizeof(WeakSlots::Place));
  FinishWhole();
  for (size_t i = 0; i < kCount; ++i) {
    const Vertex* const last = all->listed_[i]->weak_;
    ASSERT_TRUE(last == nullptr || last->number_ == kRounds - 1);
  }
  Begin();
  FinishWhole();
  for (size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(all->listed_[i]->weak_, nullptr);
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
