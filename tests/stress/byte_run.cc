// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Worlds are small here, so that a fuzzer makes some hundred of them a second,
// and a short string of bytes reaches far.

#include "tests/stress/byte_run.h"

#include <iterator>

#include "gtest/gtest.h"
#include "tests/stress/chooser.h"

namespace halfword::inline HALFWORD_ABI::stress {

namespace {

WorldOptions PickWorld(Chooser& chooser) {
  // A collection for each page or two, for some, and none but by request.
  constexpr size_t kGrowthBytes[] = {size_t{32} << 10, size_t{256} << 10,
                                     size_t{64} << 20};
  constexpr size_t kMaxHeapBytes[] = {0, size_t{256} << 10};
  WorldOptions options;
  options.heap_count = 1 + chooser.Pick(2);
  options.root_count = 4 + chooser.Pick(29);
  if (chooser.Pick(2) == 0) options.stack_support = StackSupport::kPrecise;
  options.growth_bytes_min =
      kGrowthBytes[chooser.Pick(std::size(kGrowthBytes))];
  options.max_heap_bytes =
      kMaxHeapBytes[chooser.Pick(std::size(kMaxHeapBytes))];
  options.has_own_pages = chooser.Pick(2) == 0;
  return options;
}

}  // namespace

MutatorCounts RunBytes(std::span<const uint8_t> bytes) {
  ByteChooser chooser(bytes);
  World world(PickWorld(chooser));
  Mutator mutator(
      &world, &chooser,
      {.walk_steps_max = 6, .litter_count_max = 100, .family_count_max = 40});
  while (!chooser.is_at_end() && !::testing::Test::HasFailure()) {
    mutator.Step();
  }
  world.Finish();
  return mutator.counts();
}

}  // namespace halfword::inline HALFWORD_ABI::stress
