// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A look behind hash tables: their backing stores, and how long searches are.
// Only tests and benchmarks include this file.

#ifndef HALFWORD_COLLECTIONS_PROBE_STATISTICS_H_
#define HALFWORD_COLLECTIONS_PROBE_STATISTICS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "halfword/hash_traits.h"
#include "halfword/internal/hash_table.h"

namespace halfword::inline HALFWORD_ABI::internal {

// How many groups searches look at.
struct ProbeStatistics {
  double average = 0;
  size_t worst = 0;
};

struct HashTableTestPeer {
  // Or the LinkedBacking.
  template <typename Container>
  static auto* BackingOf(const Container& container) {
    return container.table_.backing_.get();
  }

  // Of the search for a key that is in the table.
  template <typename Container, typename Key>
  static size_t ProbesTo(const Container& container, const Key& key) {
    auto* const backing = BackingOf(container);
    const auto place = container.table_.Find(key);
    const uint32_t hash = container.table_.HashOf(backing, place);
    size_t probes = 1;
    for (uint32_t group = backing->HomeOf(hash);
         backing->groups() + group != place.group;
         group = backing->NextOf(group, hash)) {
      ++probes;
    }
    return probes;
  }

  // Of searches for the keys that are in the table.
  template <typename Container>
  static ProbeStatistics ProbesOfHits(const Container& container) {
    auto* const backing = BackingOf(container);
    ProbeStatistics result;
    size_t count = 0;
    double sum = 0;
    for (uint32_t at = 0; at < backing->group_count(); ++at) {
      const SlotMask used = backing->UsedOf(backing->groups()[at]);
      for (SlotMask rest = used; rest != 0; rest &= rest - 1) {
        const uint32_t hash = container.table_.HashOf(
            backing,
            {&backing->groups()[at], backing->slots_of(at), FirstSlot(rest)});
        size_t probes = 1;
        for (uint32_t group = backing->HomeOf(hash); group != at;
             group = backing->NextOf(group, hash)) {
          ++probes;
        }
        sum += static_cast<double>(probes);
        result.worst = std::max(result.worst, probes);
        ++count;
      }
    }
    result.average = sum / static_cast<double>(count);
    return result;
  }

  // Of searches for nothing, of hashes that are spread evenly.
  template <typename Container>
  static ProbeStatistics ProbesOfMisses(const Container& container) {
    auto* const backing = BackingOf(container);
    ProbeStatistics result;
    double sum = 0;
    constexpr uint64_t kSamples = 100'000;
    for (uint64_t i = 0; i < kSamples; ++i) {
      const auto hash = static_cast<uint32_t>(HashNumber(i, 0x1234567));
      size_t probes = 1;
      for (uint32_t group = backing->HomeOf(hash);
           backing->groups()[group].MayGoOn(hash) &&
           probes < backing->group_count();
           group = backing->NextOf(group, hash)) {
        ++probes;
      }
      sum += static_cast<double>(probes);
      result.worst = std::max(result.worst, probes);
    }
    result.average = sum / kSamples;
    return result;
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_COLLECTIONS_PROBE_STATISTICS_H_
