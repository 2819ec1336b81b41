// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tables "v8-hash" and "v8-shifted" of the suite probes: the hash that V8
// had for strings (v8_hash.h), in a table where what collides goes to the next
// free place, as the one that V8 keeps the names of a snapshot in. Places hold
// 32 bits of hash and the string's number.

#ifndef HALFWORD_BENCH_PROBES_LINEAR_H_
#define HALFWORD_BENCH_PROBES_LINEAR_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/v8_hash.h"

namespace bench {

class ProbeTable {
 public:
  // capacity: a power of two, of places.
  ProbeTable(const std::vector<std::string>& keys, uint64_t capacity)
      : keys_(keys),
        mask_(static_cast<uint32_t>(capacity - 1)),
        places_(capacity) {}

  void Insert(uint64_t key) {
    Place& place = places_[Find(key).place];
    place = {V8Hash(keys_[key]), static_cast<uint32_t>(key + 1)};
  }
  bool Contains(uint64_t key) const {
    return places_[Find(key).place].key != 0;
  }
  size_t ProbesTo(uint64_t key) const { return Find(key).probes; }

 private:
  struct Place {
    uint32_t hash = 0;
    uint32_t key = 0;  // its index and 1; 0: free
  };
  struct Found {
    uint32_t place;
    size_t probes;
  };

  // Where it is, or the free place where it would be.
  Found Find(uint64_t key) const {
    const uint32_t hash = V8Hash(keys_[key]);
    size_t probes = 1;
    for (uint32_t at = hash & mask_;; at = (at + 1) & mask_, ++probes) {
      const Place& place = places_[at];
      if (place.key == 0 ||
          (place.hash == hash && keys_[place.key - 1] == keys_[key])) {
        return {at, probes};
      }
    }
  }

  const std::vector<std::string>& keys_;
  const uint32_t mask_;
  std::vector<Place> places_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_PROBES_LINEAR_H_
