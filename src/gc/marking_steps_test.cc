// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Marking outside the pause, on the heap's thread alone and with helpers: what
// the program does between two steps must lose nothing, and what it lets go of
// dies at the latest in the cycle after.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gc/marking_steps_testing.h"
#include "gtest/gtest.h"
#include "halfword/explicit_management.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST_P(MarkingStepsTest, WhatIsReachedLivesAndTheRestDies) {
  root_->vertex_ = Make<Vertex>(1);
  WeakPersistent<Vertex> dead = Make<Vertex>(2);

  Begin();
  EXPECT_TRUE(collector().is_marking());
  EXPECT_TRUE(write_barrier_is_on);
  StepToTheEnd();
  Finish();

  EXPECT_EQ(root_->vertex_->number_, 1u);
  EXPECT_EQ(dead.Get(), nullptr);
}

TEST_P(MarkingStepsTest, WhatMovesToAMarkedObjectLives) {
  root_->vertex_ = Make<Vertex>(1);
  Begin();
  StepToTheEnd();
  Vertex* const fresh = Make<Vertex>(2);
  WeakPersistent<Vertex> watched = fresh;
  fresh->edges_[0] = Make<Vertex>(3);

  root_->vertex_->edges_[1] = fresh;
  StepToTheEnd();
  Finish();

  ASSERT_NE(watched.Get(), nullptr);
  EXPECT_EQ(root_->vertex_->edges_[1]->edges_[0]->number_, 3u);
}

TEST_P(MarkingStepsTest, WhatIsMadeMeanwhileAndLetGoDies) {
  Begin();
  StepToTheEnd();
  WeakPersistent<Vertex> watched = Make<Vertex>(2);

  Finish();

  EXPECT_EQ(watched.Get(), nullptr);
}

// As if malloc had had no memory for a note: what it told of is found anew,
// also if the pause comes next, or the buffer was emptied since.
TEST_P(MarkingStepsTest, ALostNoteBeginsMarkingAnew) {
  for (const bool is_relieved : {false, true}) {
    root_->vertex_ = Make<Vertex>(1);
    Begin();
    StepToTheEnd();
    Vertex* const fresh = Make<Vertex>(2);
    root_->vertex_->edges_[0] = fresh;
    collector().stores().Clear();
    collector().stores().NoteLoss();
    if (is_relieved) collector().RelieveStores();
    EXPECT_TRUE(collector().stores().has_lost());

    Finish();

    EXPECT_EQ(root_->vertex_->edges_[0]->number_, 2u);
    EXPECT_FALSE(collector().stores().has_lost());
  }
}

TEST_P(MarkingStepsTest, ContainersThatGrowMeanwhileLoseNothing) {
  std::mt19937 random(1);
  for (uint32_t i = 0; i < 100; ++i) {
    root_->vector_.push_back(Make<Vertex>(i));
    root_->set_.insert(Make<Vertex>(i));
    root_->weak_map_.insert_or_assign(root_->vector_[i], Make<Vertex>(i));
  }
  Begin();
  for (uint32_t i = 100; i < 3000; ++i) {
    root_->vector_.push_back(Make<Vertex>(i));
    root_->set_.insert(Make<Vertex>(i));
    root_->weak_map_.insert_or_assign(root_->vector_[i], Make<Vertex>(i));
    // Not reachable, but for the table.
    root_->weak_map_.insert_or_assign(Make<Vertex>(i), Make<Vertex>(i));
    if (i % 64 == 0) collector().StepMarking(kNoStack);
  }
  root_->vector_.erase(root_->vector_.begin() + 10);
  StepToTheEnd();
  Finish();

  ASSERT_EQ(root_->vector_.size(), 2999u);
  EXPECT_EQ(root_->set_.size(), 3000u);
  for (const Member<Vertex>& vertex : root_->vector_) {
    ASSERT_EQ(vertex->magic_, Vertex::kMagic);
    const auto found = root_->weak_map_.find(vertex.Get());
    ASSERT_NE(found, root_->weak_map_.end());
    ASSERT_EQ(found->second->number_, vertex->number_);
  }
  for (const Member<Vertex>& vertex : root_->set_) {
    ASSERT_EQ(vertex->magic_, Vertex::kMagic);
  }
  // What was reached by the barrier alone may live a cycle longer.
  CollectPrecisely(*heap_);
  EXPECT_EQ(root_->weak_map_.size(), 2999u);
}

// Nothing holds the keys of a table. Some are stored when steps have looked at
// all of its pairs.
TEST_P(MarkingStepsTest, KeysThatAreFoundLateKeepTheirValues) {
  constexpr uint32_t kCount = 20'000;
  std::vector<HiddenPointer> keys;
  for (uint32_t i = 0; i < kCount; ++i) {
    auto* const key = Make<Vertex>(i);
    root_->weak_map_.insert_or_assign(key, Make<Vertex>(i));
    keys.emplace_back(key);
  }
  Begin();
  StepToTheEnd();
  for (uint32_t i = 0; i < kCount; i += 1'999) {
    root_->vector_.push_back(static_cast<Vertex*>(keys[i].Reveal()));
  }
  Finish();

  EXPECT_EQ(root_->weak_map_.size(), root_->vector_.size());
  for (const Member<Vertex>& key : root_->vector_) {
    const auto found = root_->weak_map_.find(key.Get());
    ASSERT_NE(found, root_->weak_map_.end());
    ASSERT_EQ(found->second->magic_, Vertex::kMagic);
    EXPECT_EQ(found->second->number_, key->number_);
  }
}

// The same, where each value leads to another key.
TEST_P(MarkingStepsTest, AKeyThatIsFoundLateKeepsAChain) {
  constexpr uint32_t kCount = 20'000;
  HiddenPointer last;
  for (uint32_t i = 0; i < kCount; ++i) {
    auto* const key = Make<Vertex>(i);
    auto* const value = Make<Vertex>(i);
    value->edges_[0] = static_cast<Vertex*>(last.Reveal());
    root_->weak_map_.insert_or_assign(key, value);
    last = HiddenPointer(key);
  }
  Begin();
  StepToTheEnd();
  root_->vertex_ = static_cast<Vertex*>(last.Reveal());
  Finish();

  EXPECT_EQ(root_->weak_map_.size(), kCount);
  for (Vertex* key = root_->vertex_; key != nullptr;) {
    const auto found = root_->weak_map_.find(key);
    ASSERT_NE(found, root_->weak_map_.end());
    ASSERT_EQ(found->second->magic_, Vertex::kMagic);
    ASSERT_EQ(found->second->number_, key->number_);
    key = found->second->edges_[0];
  }
}

TEST_P(MarkingStepsTest, AnObjectIsNotTracedBeforeItIsBuilt) {
  Begin();
  WeakPersistent<Vertex> watched;
  Make<ByHandVertex>(&root_->by_hand_, [&](ByHandVertex* half) {
    half->held_ = Make<Vertex>(5);
    watched = half->held_.Get();
    for (int i = 0; i < 3; ++i) collector().StepMarking(kNoStack);
    half->weak_ = Make<Vertex>(6);
  });
  StepToTheEnd();
  Finish();

  EXPECT_EQ(root_->by_hand_->held_->number_, 5u);
  EXPECT_EQ(root_->by_hand_->weak_.Get(), nullptr);
}

TEST_P(MarkingStepsTest, AnObjectMayBeHalfBuiltInThePause) {
  WeakPersistent<Vertex> watched;
  Begin();
  Make<ByHandVertex>(&root_->by_hand_, [&](ByHandVertex* half) {
    half->held_ = Make<Vertex>(5);
    watched = half->held_.Get();
    StepToTheEnd();
    collector().FinishMarking({.stack = kNoStack, .reason = "test"});
    EXPECT_NE(watched.Get(), nullptr);
  });
  EXPECT_EQ(root_->by_hand_->held_->number_, 5u);
  EXPECT_EQ(Findings(*heap_), "");
}

class Throwing : public GarbageCollected<Throwing> {
 public:
  Throwing() { throw 1; }
  Member<Vertex> member_;
  HALFWORD_FIELDS(Throwing, member_)
};

TEST_P(MarkingStepsTest, TheSlotOfAThrowingConstructorComesBackAfterwards) {
  Begin();
  EXPECT_THROW(Make<Throwing>(), int);
  StepToTheEnd();
  Finish();
  Begin();
  EXPECT_THROW(Make<Throwing>(), int);
  collector().AbandonMarking();
  EXPECT_EQ(Findings(*heap_), "");
}

// Its Trace() fails where it is called.
TEST_P(MarkingStepsTest, WhatAConstructorLeftByThrowingIsNotTraced) {
  for (const bool is_marked_before : {false, true}) {
    void* volatile stale = nullptr;
    Begin();
    StepToTheEnd();
    EXPECT_THROW(Make<ByHandVertex>(&root_->by_hand_,
                                    [&](ByHandVertex* half) {
                                      stale = half;
                                      if (is_marked_before) {
                                        collector().StepMarking(kNoStack);
                                      }
                                      root_->by_hand_ = nullptr;
                                      throw 1;
                                    }),
                 int);
    StepToTheEnd();
    Finish(StackState::kMayContainHeapPointers);
    EXPECT_NE(stale, nullptr);
  }
}

TEST_P(MarkingStepsTest, NothingIsFreedOrResizedMeanwhile) {
  Begin();
  Vertex* const vertex = Make<Vertex>(1);
  root_->vertex_ = vertex;
  StepToTheEnd();

  root_->vertex_ = nullptr;
  subtle::FreeUnreferencedObject(heap_->GetHeapHandle(), *vertex);
  EXPECT_EQ(vertex->magic_, Vertex::kMagic);

  Finish();
}

TEST_P(MarkingStepsTest, AWholeCollectionBeginsAnew) {
  WeakPersistent<Vertex> watched = Make<Vertex>(1);
  root_->vertex_ = watched.Get();
  Begin();
  StepToTheEnd();

  root_->vertex_ = nullptr;
  CollectPrecisely(*heap_);

  EXPECT_FALSE(collector().is_marking_beside());
  EXPECT_EQ(watched.Get(), nullptr);
}

TEST_P(MarkingStepsTest, AHeapMayEndAndBeVerifiedMeanwhile) {
  for (uint32_t i = 0; i < 2000; ++i) root_->vector_.push_back(Make<Vertex>(i));
  Begin();
  EXPECT_EQ(Findings(*heap_), "");
  EXPECT_FALSE(collector().is_marking_beside());
  Begin();
  heap_.reset();
  EXPECT_FALSE(write_barrier_is_on);
}

TEST_P(MarkingStepsTest, HeapsOfAThreadMarkAtTheSameTime) {
  const std::unique_ptr<Heap> other = Heap::Create();
  Collector& second = CollectorOf(*other);
  Begin();
  second.BeginMarking();
  root_->vertex_ = Make<Vertex>(1);
  Persistent<Vertex> of_other =
      MakeGarbageCollected<Vertex>(other->GetAllocationHandle(), 2u);
  while (!second.StepMarking(kNoStack)) {
  }
  second.FinishMarking({.stack = kNoStack, .reason = "test"});
  EXPECT_TRUE(write_barrier_is_on);
  StepToTheEnd();
  Finish();
  EXPECT_EQ(root_->vertex_->number_, 1u);
  EXPECT_EQ(of_other->number_, 2u);
}

// Helpers are not there in the child, and may have held a lock.
TEST_P(MarkingStepsTest, TheChildOfAForkMarksAnew) {
  for (uint32_t i = 0; i < 50000; ++i) {
    root_->vector_.push_back(Make<Vertex>(i));
  }
  Begin();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    root_->vertex_ = Make<Vertex>(7);
    collector().FinishMarking({.stack = kNoStack, .reason = "test"});
    Begin();
    StepToTheEnd();
    Finish();
    const bool is_right =
        root_->vertex_->number_ == 7 && root_->vector_[49999]->number_ == 49999;
    heap_.reset();
    _exit(is_right ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  StepToTheEnd();
  Finish();
  EXPECT_EQ(root_->vector_[49999]->number_, 49999u);
}

TEST_P(MarkingStepsTest, StringsAreSharedAndAloneAgain) {
  const std::string text(100, 'x');
  root_->text_ = text;
  root_->other_text_ = root_->text_;
  Begin();
  StepToTheEnd();
  root_->other_text_ = "";
  root_->other_text_ = root_->text_;
  root_->text_ += "y";
  StepToTheEnd();
  Finish();
  EXPECT_EQ(root_->text_, text + "y");
  EXPECT_EQ(root_->other_text_, text);

  const char* const data = root_->other_text_.data();
  CollectPrecisely(*heap_);
  root_->other_text_ += "z";
  root_->other_text_.pop_back();
  EXPECT_EQ(root_->other_text_.data(), data) << "it is alone";
}

// A program that stores more than the buffer takes between two allocations.
TEST_P(MarkingStepsTest, ManyStoresDoNotFillMemory) {
  root_->vertex_ = Make<Vertex>(1);
  Vertex* const other = Make<Vertex>(2);
  Begin();
  for (int i = 0; i < 100000; ++i) root_->vertex_->edges_[i % 4] = other;
  EXPECT_LT(collector().stores().slots().size(), size_t{1} << 15);
  StepToTheEnd();
  Finish();
  EXPECT_EQ(root_->vertex_->edges_[3]->number_, 2u);
}

// They fill the buffer, and not with weak slots.
TEST_P(MarkingStepsTest, ManyStoresDoNotKeepWhatIsHeldWeakly) {
  root_->vertex_ = Make<Vertex>(1);
  Vertex* const other = Make<Vertex>(2);
  Begin();
  StepToTheEnd();
  root_->vertex_->weak_ = Make<Vertex>(3);
  for (int i = 0; i < 100000; ++i) root_->vertex_->edges_[i % 4] = other;
  StepToTheEnd();
  Finish();
  EXPECT_EQ(root_->vertex_->weak_.Get(), nullptr);
}

TEST_P(MarkingStepsTest, ManyWeakStoresDoNotFillMemory) {
  root_->vertex_ = Make<Vertex>(1);
  root_->vertex_->edges_[0] = Make<Vertex>(2);
  Begin();
  for (int i = 0; i < 100000; ++i) {
    root_->vertex_->weak_ = root_->vertex_->edges_[0].Get();
  }
  EXPECT_LT(collector().stores().weak_slots().size(), size_t{1} << 15);
  StepToTheEnd();
  Finish();
  EXPECT_EQ(root_->vertex_->weak_->number_, 2u);
}

class Unlinked : public GarbageCollected<Unlinked> {
  HALFWORD_USING_PRE_FINALIZER(Unlinked, Unlink);

 public:
  explicit Unlinked(Vertex* from) : from_(from) {}
  void Unlink() {
    Vertex* const other = from_->edges_[0];
    for (int i = 0; i < 100000; ++i) from_->edges_[i % 4] = other;
  }
  void Trace(Visitor*) const {}
  Vertex* from_;
};

// No marker looks at what is stored then.
TEST_P(MarkingStepsTest, ManyStoresOfPrefinalizersDoNotFillMemory) {
  root_->vertex_ = Make<Vertex>(1);
  root_->vertex_->edges_[0] = Make<Vertex>(2);
  Make<Unlinked>(root_->vertex_.Get());
  Begin();
  StepToTheEnd();
  Finish();
  EXPECT_EQ(root_->vertex_->edges_[3]->number_, 2u);
  EXPECT_LT(collector().stores().slots().capacity(), size_t{1} << 15);
}

// Against a model: a table of vertices, each reachable or not by its edges.
TEST_P(MarkingStepsTest, RandomMutationLosesNothing) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  const auto below = [&](size_t limit) { return random() % limit; };
  std::vector<Vertex*> reachable;  // as of the last look; not for collections
  for (uint32_t i = 0; i < 200; ++i) root_->vector_.push_back(Make<Vertex>(i));
  uint32_t made = 200;
  for (int cycle = 0; cycle < 30; ++cycle) {
    if (!collector().is_marking_beside()) Begin();
    const size_t operations = below(4000);
    for (size_t i = 0; i < operations; ++i) {
      Vertex* from = root_->vector_[below(200)];
      for (size_t way = below(8); way != 0; --way) {
        Vertex* const next = from->edges_[below(4)];
        if (next != nullptr) from = next;
      }
      Vertex* to = root_->vector_[below(200)];
      for (size_t way = below(8); way != 0; --way) {
        Vertex* const next = to->edges_[below(4)];
        if (next != nullptr) to = next;
      }
      switch (below(6)) {
        case 0:
          from->edges_[below(4)] = Make<Vertex>(made++);
          break;
        case 1:
          from->edges_[below(4)] = to;
          break;
        case 2:
          from->edges_[below(4)] = nullptr;
          break;
        case 3:
          from->weak_ = to;
          break;
        case 4:
          root_->vector_[below(200)] = to;
          break;
        default:
          if (below(50) == 0) collector().StepMarking(kNoStack);
      }
    }
    if (below(2) == 0) StepToTheEnd();
    Finish();
    reachable.assign(root_->vector_.begin(), root_->vector_.end());
    for (size_t i = 0; i < reachable.size() && i < 20000; ++i) {
      ASSERT_EQ(reachable[i]->magic_, Vertex::kMagic);
      if (Vertex* const weak = reachable[i]->weak_) {
        ASSERT_EQ(weak->magic_, Vertex::kMagic);
      }
      for (const Member<Vertex>& edge : reachable[i]->edges_) {
        if (edge) reachable.push_back(edge);
      }
    }
  }
}

HALFWORD_INSTANTIATE_FOR_STEPS(MarkingStepsTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
