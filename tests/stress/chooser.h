// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where the choices of a mutator come from: a random engine, for long runs, or
// a string of bytes, which a fuzzer can change a little to change one choice.

#ifndef HALFWORD_TESTS_STRESS_CHOOSER_H_
#define HALFWORD_TESTS_STRESS_CHOOSER_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::stress {

class Chooser {
 public:
  virtual ~Chooser() = default;

  // 0 to count - 1. Requires: count > 0.
  virtual size_t Pick(size_t count) = 0;
  // An index of the weights, which say how often it should be each.
  // Requires: their sum is not 0.
  virtual size_t PickByWeight(std::span<const unsigned> weights) = 0;
};

class RandomChooser final : public Chooser {
 public:
  explicit RandomChooser(uint64_t seed) : random_(seed) {}

  size_t Pick(size_t count) override;
  size_t PickByWeight(std::span<const unsigned> weights) override;

 private:
  std::mt19937_64 random_;
};

// Takes as many bytes as a choice needs, and ignores weights: a fuzzer learns
// by itself what is worth while. Behind the end all choices are 0.
class ByteChooser final : public Chooser {
 public:
  explicit ByteChooser(std::span<const uint8_t> bytes) : rest_(bytes) {}

  bool is_at_end() const { return rest_.empty(); }

  size_t Pick(size_t count) override;
  size_t PickByWeight(std::span<const unsigned> weights) override;

 private:
  std::span<const uint8_t> rest_;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_CHOOSER_H_
