// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How random numbers and bytes become choices.

#include "tests/stress/chooser.h"

#include <numeric>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::stress {

size_t RandomChooser::Pick(size_t count) {
  HALFWORD_CHECK(count > 0, "there is nothing to pick from");
  return random_() % count;
}

size_t RandomChooser::PickByWeight(std::span<const unsigned> weights) {
  size_t choice =
      Pick(std::accumulate(weights.begin(), weights.end(), size_t{0}));
  for (size_t i = 0;; ++i) {
    if (choice < weights[i]) return i;
    choice -= weights[i];
  }
}

size_t ByteChooser::Pick(size_t count) {
  HALFWORD_CHECK(count > 0, "there is nothing to pick from");
  uint64_t number = 0;
  for (size_t last = count - 1; last > 0 && !rest_.empty(); last >>= 8) {
    number = number << 8 | rest_.front();
    rest_ = rest_.subspan(1);
  }
  return number % count;
}

size_t ByteChooser::PickByWeight(std::span<const unsigned> weights) {
  return Pick(weights.size());
}

}  // namespace halfword::inline HALFWORD_ABI::stress
