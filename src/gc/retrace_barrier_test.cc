// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The barrier that has an object traced again, for stores that no Member sees:
// whatever kind of object it is, and whenever its constructor runs.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "gc/marking_steps_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "halfword/heap_consistency.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using subtle::HeapConsistency;

class VertexRow : public GarbageCollected<VertexRow> {
 public:
  Member<Vertex>* vertices() { return TrailingArray(this); }
  uint32_t number_ = 0;
  HALFWORD_FIELDS(VertexRow, number_)
  HALFWORD_TRAILING(VertexRow, Member<Vertex>)
};

class RetraceBarrierTest : public MarkingStepsTest {
 protected:
  // The address lies in an object whose bytes have changed.
  static void Retrace(const void* address) {
    HeapConsistency::WriteBarrierParams params;
    ASSERT_EQ(HeapConsistency::GetWriteBarrierType(address, params),
              HeapConsistency::WriteBarrierType::kMarking);
    HeapConsistency::SteeleWriteBarrier(params, address);
  }

  // Moves a fresh vertex to a slot, as bytes: no barrier hears of it.
  WeakPersistent<Vertex> MoveFreshVertexTo(Member<Vertex>* slot) {
    auto* const holder = Make<Vertex>();
    holder->edges_[0] = Make<Vertex>(5);
    WeakPersistent<Vertex> watched = holder->edges_[0].Get();
    auto* const from = static_cast<void*>(&holder->edges_[0]);
    std::memcpy(static_cast<void*>(slot), from, sizeof(*slot));
    std::memset(from, 0, sizeof(*slot));
    return watched;
  }

  VertexRow* MakeRow(size_t count) {
    return MakeGarbageCollected<VertexRow>(heap_->GetAllocationHandle(),
                                           TrailingBytes<VertexRow>(count));
  }
};
HALFWORD_INSTANTIATE_FOR_STEPS(RetraceBarrierTest);

TEST_P(RetraceBarrierTest, AnObjectWithAListOfFieldsIsTracedAgain) {
  root_->vertex_ = Make<Vertex>();
  Begin();
  StepToTheEnd();
  const auto watched = MoveFreshVertexTo(&root_->vertex_->edges_[2]);
  Retrace(root_->vertex_.Get());
  StepToTheEnd();
  Finish();

  EXPECT_EQ(watched.Get(), root_->vertex_->edges_[2].Get());
  EXPECT_NE(watched.Get(), nullptr);
}

TEST_P(RetraceBarrierTest, ThePauseTracesWhatChangedLast) {
  root_->vertex_ = Make<Vertex>();
  Begin();
  StepToTheEnd();
  const auto watched = MoveFreshVertexTo(&root_->vertex_->edges_[2]);
  Retrace(root_->vertex_.Get());
  Finish();

  EXPECT_NE(watched.Get(), nullptr);
}

// Many elements are traced in pieces; the address is that of one of them.
TEST_P(RetraceBarrierTest, ATrailingArrayIsTracedAgain) {
  for (const size_t count : {size_t{4}, size_t{40'000}}) {
    const Persistent<VertexRow> row = MakeRow(count);
    Begin();
    StepToTheEnd();
    const auto watched = MoveFreshVertexTo(&row->vertices()[count - 1]);
    Retrace(&row->vertices()[count / 2]);
    StepToTheEnd();
    Finish();

    EXPECT_NE(watched.Get(), nullptr) << count;
  }
}

TEST_P(RetraceBarrierTest, TheElementsOfAContainerAreTracedAgain) {
  root_->vector_.resize(40'000);
  Begin();
  StepToTheEnd();
  const auto watched = MoveFreshVertexTo(&root_->vector_[0]);
  Retrace(&root_->vector_[20'000]);
  StepToTheEnd();
  Finish();

  EXPECT_NE(watched.Get(), nullptr);
}

TEST_P(RetraceBarrierTest, SoAreThoseOfATable) {
  for (uint32_t i = 0; i < 100; ++i) root_->set_.insert(Make<Vertex>(i));
  Begin();
  StepToTheEnd();
  Retrace(&*root_->set_.begin());
  StepToTheEnd();
  Finish();

  EXPECT_EQ(root_->set_.size(), 100u);
}

TEST_P(RetraceBarrierTest, AnObjectThatNothingHoldsIsNotKept) {
  Begin();
  StepToTheEnd();
  const WeakPersistent<Vertex> watched = Make<Vertex>();
  Retrace(watched.Get());
  Finish();

  EXPECT_EQ(watched.Get(), nullptr);
}

TEST_P(RetraceBarrierTest, HalfAnObjectIsNotTraced) {
  Begin();
  StepToTheEnd();
  Make<ByHandVertex>(&root_->by_hand_, [this](ByHandVertex* half) {
    StepToTheEnd();
    MoveFreshVertexTo(&half->held_);
    Retrace(half);
    StepToTheEnd();
    Retrace(half);
  });
  Finish();

  ASSERT_NE(root_->by_hand_->held_.Get(), nullptr);
  EXPECT_EQ(root_->by_hand_->held_->number_, 5u);
}

TEST_P(RetraceBarrierTest, WhatWasNeverBuiltIsNotTraced) {
  Begin();
  StepToTheEnd();
  EXPECT_THROW(Make<ByHandVertex>(&root_->by_hand_,
                                  [this](ByHandVertex* half) {
                                    StepToTheEnd();
                                    Retrace(half);
                                    root_->by_hand_ = nullptr;
                                    throw std::runtime_error("not built");
                                  }),
               std::runtime_error);
  StepToTheEnd();
  Finish();
}

// A program that stores so, but allocates nothing, comes to no step.
TEST_P(RetraceBarrierTest, ManyTakeNoMemory) {
  root_->vertex_ = Make<Vertex>();
  const Persistent<Vertex> other = Make<Vertex>();
  Begin();
  StepToTheEnd();
  const auto watched = MoveFreshVertexTo(&root_->vertex_->edges_[2]);
  size_t noted_max = 0;
  for (int i = 0; i < 100'000; ++i) {
    Retrace(i % 2 == 0 ? root_->vertex_.Get() : other.Get());
    noted_max = std::max(noted_max, collector().stores().changed().size());
  }
  EXPECT_LE(noted_max, 20'000u);
  StepToTheEnd();
  Finish();

  EXPECT_NE(watched.Get(), nullptr);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
