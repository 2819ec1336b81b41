// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the looks at the stack before the pause mark, and what they do not:
// words of the moment.

#include <chrono>
#include <thread>

#include "gc/marking_steps_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class MarkingStackTest : public MarkingStepsTest {};

TEST_P(MarkingStackTest, WhatOnlyTheStackHoldsLives) {
  Begin();
  StepToTheEnd();
  Vertex* volatile held = Make<Vertex>(7);
  WeakPersistent<Vertex> watched = held;

  Finish(kStack);

  EXPECT_EQ(watched.Get(), held);
  EXPECT_EQ(held->number_, 7u);
}

// What marks it is a word that happens to look like a reference, or one that is
// dropped before the next look.
TEST_P(MarkingStackTest, AWordOfTheMomentKeepsNothing) {
  Begin();
  StepToTheEnd();
  Vertex* volatile held = Make<Vertex>(7);
  WeakPersistent<Vertex> watched = held;

  EXPECT_FALSE(collector().StepMarking(kStack));
  held = nullptr;
  Finish();

  EXPECT_EQ(watched.Get(), nullptr);
}

// Nothing confirms it, but the pause does not wait for that for ever.
TEST_P(MarkingStackTest, WhatTheStackHoldsSinceTheLastLookIsMarkedAtLast) {
  Begin();
  Vertex* volatile held = Make<Vertex>(7);

  while (!collector().StepMarking(kStack)) held = Make<Vertex>(7);

  EXPECT_TRUE(IsMarkedObject(held));
  Finish(kStack);
  EXPECT_EQ(held->number_, 7u);
}

// Nor where each look brings so much else that the pause does not come.
TEST_P(MarkingStackTest, AWordThatChangesIsMarkedBesideAListThatGrows) {
  constexpr int kNewNodes = 200;
  constexpr int kStepsMax = 1000;
  Begin();
  Vertex* volatile held = nullptr;
  bool is_marked = false;
  for (int step = 0; step < kStepsMax && !is_marked; ++step) {
    for (int i = 0; i < kNewNodes; ++i) {
      auto* const node = Make<Vertex>(1);
      node->edges_[0] = root_->vertex_;
      root_->vertex_ = node;
    }
    held = Make<Vertex>(7);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // for helpers
    collector().StepMarking(kStack);
    is_marked = IsMarkedObject(held);
  }
  EXPECT_TRUE(is_marked);
  Finish(kStack);
}

TEST_P(MarkingStackTest, WhatTheStackHoldsIsMarkedBeforeThePause) {
  Begin();
  Vertex* volatile held = Make<Vertex>(7);
  held->edges_[0] = Make<Vertex>(8);

  while (!collector().StepMarking(kStack)) {
  }

  EXPECT_TRUE(IsMarkedObject(held));
  EXPECT_TRUE(IsMarkedObject(held->edges_[0].Get()));
  Finish(kStack);
  EXPECT_EQ(held->edges_[0]->number_, 8u);
}

HALFWORD_INSTANTIATE_FOR_STEPS(MarkingStackTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
