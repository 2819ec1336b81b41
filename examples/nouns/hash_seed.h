// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HashSeed: hashes that who writes a noun cannot foresee, so that no jam can be
// made whose nouns collide.

#ifndef EXAMPLES_NOUNS_HASH_SEED_H_
#define EXAMPLES_NOUNS_HASH_SEED_H_

#include <cstdint>
#include <random>
#include <span>

namespace nouns {

class HashSeed {
 public:
  // A new one: random numbers of the system.
  HashSeed() : HashSeed(std::random_device()) {}

  uint64_t Hash(uint64_t value) const {
    return Fold(value ^ summand_, factor_);
  }

  uint64_t Hash(std::span<const uint32_t> values) const {
    uint64_t hash = values.size();
    for (const uint32_t value : values) hash = Hash(hash ^ value);
    return hash;
  }

 private:
  explicit HashSeed(std::random_device&& device)
      : summand_(Draw(device)), factor_(Draw(device) | 1) {}

  static uint64_t Draw(std::random_device& device) {
    const uint64_t high = device();
    return high << 32 | device();
  }

  // Both halves of the product: each bit of it depends on most of the value.
  static uint64_t Fold(uint64_t a, uint64_t b) {
    __extension__ using Product = unsigned __int128;
    const Product product = static_cast<Product>(a) * b;
    return static_cast<uint64_t>(product >> 64) ^
           static_cast<uint64_t>(product);
  }

  uint64_t summand_;
  uint64_t factor_;
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_HASH_SEED_H_
