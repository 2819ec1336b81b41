// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PairList: the ephemerons of a snapshot: values that a table holds while their
// keys live.
//
// The format has no edge with two sources. As V8 does, a pair is one edge from
// the table and one from the key, both of a name that tells key, value and
// table; DevTools finds the two by it and lets the key hold the value
// (docs/format/heapsnapshot.md#ephemerons). The edges of a node stand together,
// so that those of keys must be known when the key's turn comes: pairs are
// collected while edges are counted, and sorted by key.
//
// Cost: 12 bytes a pair.

#ifndef HALFWORD_SNAPSHOT_PAIR_LIST_H_
#define HALFWORD_SNAPSHOT_PAIR_LIST_H_

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "snapshot/node_table.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct Pair {
  NodeOrdinal key;
  NodeOrdinal table;
  NodeOrdinal value;

  auto operator<=>(const Pair&) const = default;
};

class PairList {
 public:
  void Add(const Pair& pair) { pairs_.push_back(pair); }
  void Sort() { std::sort(pairs_.begin(), pairs_.end()); }

  // Of one of the pairs; of equal ones, the first.
  // Requires: sorted.
  uint32_t NumberOf(const Pair& pair) const {
    const auto place = std::lower_bound(pairs_.begin(), pairs_.end(), pair);
    return static_cast<uint32_t>(place - pairs_.begin());
  }

  const Pair& operator[](uint32_t number) const { return pairs_[number]; }
  uint32_t count() const { return static_cast<uint32_t>(pairs_.size()); }
  size_t bytes() const { return pairs_.capacity() * sizeof(Pair); }

  // Goes over the keys in ascending order, one walk over the nodes.
  class Cursor {
   public:
    explicit Cursor(const PairList& list) : list_(list) {}

    // Calls function(number, pair) for the pairs of a key. Requires: the key is
    // greater than that of the last call.
    template <typename Function>
    void ForEachOf(NodeOrdinal key, Function function) {
      while (next_ < list_.count() && list_[next_].key == key) {
        function(next_, list_[next_]);
        ++next_;
      }
    }
    bool HasPairsOf(NodeOrdinal key) const {
      return next_ < list_.count() && list_[next_].key == key;
    }

   private:
    const PairList& list_;
    uint32_t next_ = 0;
  };

 private:
  std::vector<Pair> pairs_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_PAIR_LIST_H_
