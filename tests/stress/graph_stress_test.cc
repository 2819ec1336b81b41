// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Random graphs in real heaps against a model of them: whatever a program does,
// what can be reached lives unharmed, and what cannot be dies once. The classes
// are in strong_things.h and weak_things.h, the steps in mutator.cc, what is
// compared in world.cc, the options of this program in stress_run.h.

#include <cstddef>

#include "gtest/gtest.h"
#include "tests/stress/chooser.h"
#include "tests/stress/mutator.h"
#include "tests/stress/stress_run.h"
#include "tests/stress/world.h"

namespace halfword::inline HALFWORD_ABI::stress {
namespace {

void RunSteps(const WorldOptions& options) {
  const StressRun run;
  World world(options);
  RandomChooser chooser(run.seed());
  Mutator mutator(&world, &chooser);
  for (size_t i = 0; i < run.step_count(); ++i) {
    mutator.Step();
    if (::testing::Test::HasFailure()) {
      FAIL() << "in step " << i;
    }
  }
}

TEST(GraphStress, AHeapIsAsItsModel) { RunSteps({}); }

TEST(GraphStress, TwoHeapsAreAsTheirModels) { RunSteps({.heap_count = 2}); }

// No collection runs inside an allocation, so nothing is kept by chance.
TEST(GraphStress, APreciseHeapIsAsItsModel) {
  RunSteps({.stack_support = StackSupport::kPrecise});
}

TEST(GraphStress, AHeapWithAPageForEachClassIsAsItsModel) {
  RunSteps({.has_own_pages = true});
}

// Cycles that mark in steps, some of which are given up.
TEST(GraphStress, AHeapThatIsMarkedInStepsIsAsItsModel) {
  RunSteps({.marking_support = MarkingType::kIncremental});
}

TEST(GraphStress, TwoHeapsThatAreMarkedInStepsAreAsTheirModels) {
  RunSteps({.heap_count = 2,
            .marking_support = MarkingType::kIncremental,
            .has_own_pages = true});
}

// The same with helpers, which mark at any time.
TEST(GraphStress, AHeapThatIsMarkedByHelpersIsAsItsModel) {
  RunSteps({.marking_support = MarkingType::kIncrementalAndConcurrent});
}

TEST(GraphStress, TwoHeapsThatAreMarkedByHelpersAreAsTheirModels) {
  RunSteps({.heap_count = 2,
            .marking_support = MarkingType::kIncrementalAndConcurrent,
            .has_own_pages = true});
}

// Collections of last resort, with a callback that has to raise the limit.
TEST(GraphStress, AHeapAtItsLimitIsAsItsModel) {
  RunSteps({.growth_bytes_min = size_t{64} << 20,
            .max_heap_bytes = size_t{1} << 20});
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::stress
