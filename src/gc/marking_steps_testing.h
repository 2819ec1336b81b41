// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of marking outside the pause share: a heap that marks when it is
// told to, in steps of its own thread or with a helper, and objects with
// references of all kinds. Only tests include this file.

#ifndef HALFWORD_GC_MARKING_STEPS_TESTING_H_
#define HALFWORD_GC_MARKING_STEPS_TESTING_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline constexpr StackState kNoStack = StackState::kNoHeapPointers;
inline constexpr StackState kStack = StackState::kMayContainHeapPointers;

class Vertex : public GarbageCollected<Vertex> {
 public:
  static constexpr uint32_t kMagic = 0x5eed5eed;
  explicit Vertex(uint32_t number = 0) : number_(number) {}
  uint32_t magic_ = kMagic;
  uint32_t number_;
  Member<Vertex> edges_[4];
  WeakMember<Vertex> weak_;
  HALFWORD_FIELDS(Vertex, magic_, number_, edges_, weak_)
};

// Its Trace() needs what its constructor writes last.
class ByHandVertex : public GarbageCollected<ByHandVertex> {
 public:
  template <typename Function>
  ByHandVertex(Member<ByHandVertex>* published, Function while_built) {
    *published = this;
    while_built(this);
    is_built_ = true;
  }
  void Trace(Visitor* visitor) const {
    EXPECT_TRUE(is_built_) << "half an object was traced";
    visitor->Trace(held_);
    visitor->Trace(weak_);
  }
  bool is_built_ = false;
  Member<Vertex> held_;
  WeakMember<Vertex> weak_;
};

class Held : public GarbageCollected<Held> {
 public:
  Member<ByHandVertex> by_hand_;
  Member<Vertex> vertex_;
  HeapVector<Member<Vertex>> vector_;
  HeapHashMap<WeakMember<Vertex>, Member<Vertex>> weak_map_;
  HeapHashSet<Member<Vertex>> set_;
  MutableString text_;
  MutableString other_text_;
  HALFWORD_FIELDS(Held, by_hand_, vertex_, vector_, weak_map_, set_, text_,
                  other_text_)
};

class MarkingStepsTest : public ::testing::TestWithParam<MarkingType> {
 protected:
  MarkingStepsTest() {
    heap_ = Heap::Create({.marking_support = GetParam(),
                          .marker_count_max = 2,
                          .growth_bytes_min = SIZE_MAX});
    root_ = Make<Held>();
  }

  template <typename T, typename... Args>
  T* Make(Args&&... args) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(),
                                   std::forward<Args>(args)...);
  }
  Collector& collector() { return CollectorOf(*heap_); }

  void Begin() { collector().BeginMarking(); }
  // Until next to nothing is left.
  void StepToTheEnd() {
    while (!collector().StepMarking(kNoStack)) {
    }
  }
  void Finish(StackState stack = kNoStack) {
    collector().FinishMarking({.stack = stack, .reason = "test"});
    EXPECT_FALSE(collector().is_marking());
    EXPECT_FALSE(write_barrier_is_on);
    EXPECT_EQ(Findings(*heap_), "");
  }

  std::unique_ptr<Heap> heap_;
  Persistent<Held> root_;
};

inline std::string ModeName(const ::testing::TestParamInfo<MarkingType>& mode) {
  return mode.param == MarkingType::kIncremental ? "Incremental" : "Concurrent";
}

// Both kinds, as Test.Name/Incremental and Test.Name/Concurrent.
#define HALFWORD_INSTANTIATE_FOR_STEPS(test)                     \
  INSTANTIATE_TEST_SUITE_P(                                      \
      , test,                                                    \
      ::testing::Values(MarkingType::kIncremental,               \
                        MarkingType::kIncrementalAndConcurrent), \
      ModeName)

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_STEPS_TESTING_H_
