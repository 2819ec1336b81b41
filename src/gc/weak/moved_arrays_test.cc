// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The list itself, and vectors whose elements move while a cycle marks.

#include "gc/weak/moved_arrays.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/marking_steps_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kStride = 8;

// Elements [first, 100) of the array at an address.
ElementArray TailOf(uintptr_t array, size_t first) {
  return {{}, array + first * kStride, 100 - first, kStride};
}

TEST(MovedArraysTest, TakesATailInPieces) {
  MovedArrays moved;
  EXPECT_FALSE(moved.has_tails());
  moved.AddTail(1000, TailOf(1000, 40));
  std::vector<size_t> counts;
  uintptr_t next = 1000 + 40 * kStride;
  while (moved.has_tails()) {
    const ElementArray piece = moved.TakePiece(25);
    EXPECT_EQ(piece.begin, next);
    next += piece.count * kStride;
    counts.push_back(piece.count);
  }
  EXPECT_EQ(counts, (std::vector<size_t>{25, 25, 10}));
}

TEST(MovedArraysTest, ATailWaitsOnceFromTheLowestPlaceOn) {
  MovedArrays moved;
  moved.AddTail(1000, TailOf(1000, 40));
  moved.AddTail(1000, TailOf(1000, 60));
  EXPECT_EQ(moved.TakePiece(10).begin, 1000 + 40 * kStride);
  moved.AddTail(1000, TailOf(1000, 45));
  const ElementArray rest = moved.TakePiece(SIZE_MAX);
  EXPECT_EQ(rest.begin, 1000 + 45 * kStride);
  EXPECT_EQ(rest.count, 55u);
  EXPECT_FALSE(moved.has_tails());
}

TEST(MovedArraysTest, ArraysWaitEachForItself) {
  MovedArrays moved;
  moved.AddTail(1000, TailOf(1000, 0));
  moved.AddTail(5000, TailOf(5000, 99));
  EXPECT_EQ(moved.TakePiece(SIZE_MAX).count, 100u);
  EXPECT_EQ(moved.TakePiece(SIZE_MAX).begin, 5000 + 99 * kStride);
  EXPECT_FALSE(moved.has_tails());
}

TEST(MovedArraysTest, NamesAWeakArrayOnceHoweverOftenItMoves) {
  MovedArrays moved;
  for (int i = 0; i < 100'000; ++i) {
    for (uintptr_t object = 16; object <= 160; object += 16) {
      moved.AddWeak(object);
    }
  }
  EXPECT_LT(moved.bytes(), 50'000u);
  std::vector<uintptr_t> objects;
  moved.ForEachWeak([&](uintptr_t object) { objects.push_back(object); });
  EXPECT_EQ(objects, (std::vector<uintptr_t>{16, 32, 48, 64, 80, 96, 112, 128,
                                             144, 160}));
}

// An element of a class with references of all kinds.
struct Line {
  uint32_t number = 0;
  Member<Vertex> held;
  WeakMember<Vertex> weak;
  HALFWORD_FIELDS(Line, number, held, weak)
};

class Rows : public GarbageCollected<Rows> {
 public:
  HeapVector<Member<Vertex>> strong_;
  HeapVector<WeakMember<Vertex>> weak_;
  HeapVector<EphemeronPair<Vertex, Vertex>> pairs_;
  HeapVector<Line> lines_;
  HALFWORD_FIELDS(Rows, strong_, weak_, pairs_, lines_)
};

class MovedElementsTest : public MarkingStepsTest {
 protected:
  // More than a marker traces at once.
  static constexpr uint32_t kLongCount = 5000;

  // Number i: its key, where it has one, lives by the other half's rows.
  void Push(uint32_t number) {
    auto* const vertex = Make<Vertex>(number);
    rows_->strong_.push_back(vertex);
    rows_->weak_.push_back(number % 2 == 0 ? vertex : Make<Vertex>(number));
    rows_->pairs_.push_back({vertex, Make<Vertex>(number)});
    rows_->lines_.push_back({number, Make<Vertex>(number), vertex});
  }
  void EraseFirst() {
    rows_->strong_.erase(rows_->strong_.begin());
    rows_->weak_.erase(rows_->weak_.begin());
    rows_->pairs_.erase(rows_->pairs_.begin());
    rows_->lines_.erase(rows_->lines_.begin());
  }
  // Rows of numbers from `first` on, of which weak odd ones have died.
  void Check(uint32_t first) {
    for (uint32_t i = 0; i < rows_->strong_.size(); ++i) {
      const uint32_t number = first + i;
      ASSERT_EQ(rows_->strong_[i]->number_, number);
      ASSERT_EQ(rows_->strong_[i]->magic_, Vertex::kMagic);
      ASSERT_EQ(rows_->weak_[i] != nullptr, number % 2 == 0) << number;
      ASSERT_TRUE(!rows_->weak_[i] || rows_->weak_[i] == rows_->strong_[i]);
      ASSERT_EQ(rows_->pairs_[i].key, rows_->strong_[i]);
      ASSERT_EQ(rows_->pairs_[i].value->number_, number);
      ASSERT_EQ(rows_->lines_[i].number, number);
      ASSERT_EQ(rows_->lines_[i].held->number_, number);
      ASSERT_EQ(rows_->lines_[i].weak, rows_->strong_[i]);
    }
  }
  // A queue of so many, some of which have moved before and after each step.
  void RunQueue(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) Push(i);
    Begin();
    uint32_t first = 0;
    for (; first < 60; ++first) {
      EraseFirst();
      Push(first + count);
      if (first % 3 == 0) collector().StepMarking(kNoStack);
    }
    StepToTheEnd();
    EraseFirst();
    Push(first + count);
    Finish();
    Check(first + 1);
  }

  const Persistent<Rows> rows_ = Make<Rows>();
};
HALFWORD_INSTANTIATE_FOR_STEPS(MovedElementsTest);

TEST_P(MovedElementsTest, AShortQueueIsMarkedAndCleared) { RunQueue(20); }

TEST_P(MovedElementsTest, ALongQueueIsMarkedAndCleared) {
  RunQueue(kLongCount);
}

// However often they move. Each move would be noted anew otherwise.
TEST_P(MovedElementsTest, WhatIsNotedOfWeakElementsIsBounded) {
  size_t noted_count = 0;
  heap_ =
      Heap::Create({.marking_support = GetParam(),
                    .marker_count_max = 2,
                    .growth_bytes_min = SIZE_MAX,
                    .cycle_callback = [&](Heap&, const CycleRecord& record) {
                      noted_count = record.weak_reference_count;
                    }});
  const Persistent<Rows> rows = Make<Rows>();
  for (uint32_t i = 0; i < kLongCount; ++i) {
    rows->weak_.push_back(Make<Vertex>(i));
    if (i < 30) rows->pairs_.push_back({Make<Vertex>(i), Make<Vertex>(i)});
  }
  Begin();
  for (int i = 0; i < 200; ++i) {
    rows->weak_.erase(rows->weak_.begin());
    rows->weak_.push_back(Make<Vertex>(0));
    for (int j = 0; j < 100; ++j) {
      rows->pairs_.erase(rows->pairs_.begin());
      rows->pairs_.push_back({Make<Vertex>(0), Make<Vertex>(0)});
    }
    collector().StepMarking(kNoStack);
  }
  Finish();
  EXPECT_LT(noted_count, 10 * kLongCount);
  for (const WeakMember<Vertex>& weak : rows->weak_) EXPECT_FALSE(weak);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
