// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ancestors of random trees, beside a walk step by step.

#include "analysis/ancestor_jumps.h"

#include <random>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(AncestorJumpsTest, FindsTheFirstThatIsLowEnough) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  constexpr uint32_t kCount = 3000;
  // Wide trees, deep ones, and lists.
  for (const uint32_t reach : {kCount, 20u, 1u}) {
    AncestorJumps jumps(kCount);
    WordArray parents(kCount);
    parents[0] = 0;
    for (uint32_t node = 1; node < kCount; ++node) {
      const uint32_t up = 1 + static_cast<uint32_t>(random() % reach);
      parents[node] = node > up ? node - up : 0;
      jumps.Add(node, parents[node]);
    }
    for (int i = 0; i < 3000; ++i) {
      const auto node = static_cast<uint32_t>(random() % kCount);
      const auto bound = static_cast<uint32_t>(random() % kCount);
      uint32_t wanted = node;
      while (wanted > bound) wanted = parents[wanted];
      ASSERT_EQ(jumps.FirstUpTo(bound, node, parents), wanted);
    }
  }
}

}  // namespace

}  // namespace halfword::analysis
