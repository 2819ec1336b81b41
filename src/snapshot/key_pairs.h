// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// KeyPairs: the pairs of each key, for one walk over all nodes.
//
// The edges of a node stand together, so that those of a key must be known when
// its turn comes, while the pairs are in the tables. They are collected for the
// keys of a few pages at a time, as many as there is room for, by a walk over
// the tables each; the number of walks is bounded, since the room is a fraction
// of all pairs (design/snapshots.md#req.snapshot.memory). A key with more pairs
// than that has a walk of its own, which keeps nothing.
//
// Cost: 12 bytes for each pair that there is room for.

#ifndef HALFWORD_SNAPSHOT_KEY_PAIRS_H_
#define HALFWORD_SNAPSHOT_KEY_PAIRS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "snapshot/snapshot_graph.h"

namespace halfword::inline HALFWORD_ABI::internal {

class KeyPairs {
 public:
  // room: of so many pairs; 0: as befits the heap.
  explicit KeyPairs(SnapshotGraph* graph, size_t room = 0);

  // For another walk.
  void Restart() { StartWindow(graph_.first_object(), graph_.first_object()); }

  // Calls function(number, value) for the pairs of a key, by number.
  // Requires: it is called for each object's node, in ascending order.
  template <typename Function>
  HALFWORD_ALWAYS_INLINE void ForEachOf(NodeOrdinal key, Function function) {
    if (__builtin_expect(key < next_stop_, true)) return;
    if (key >= window_end_) Fill(key);
    if (is_heavy_) {
      graph_.WalkPairs([&](const SnapshotGraph::Pair& pair) {
        if (pair.key == heavy_key_) function(pair.number, NodeOf(pair.value));
      });
    }
    while (next_ < window_.size() && window_[next_].key == key) {
      function(window_[next_].number, window_[next_].value);
      ++next_;
    }
    next_stop_ = next_ < window_.size() ? window_[next_].key : window_end_;
  }

  size_t bytes() const {
    return window_.capacity() * sizeof(Entry) +
           page_counts_.capacity() * sizeof(uint32_t);
  }

 private:
  struct Entry {
    NodeOrdinal key;
    uint32_t number;
    NodeOrdinal value;
  };

  NodeOrdinal NodeOf(uintptr_t object) const {
    return graph_.nodes().OrdinalOf(object);
  }
  void StartWindow(NodeOrdinal begin, NodeOrdinal end);
  void Fill(NodeOrdinal first);
  void FillFromPage(NodeOrdinal first);
  void CountOnPage(size_t page);
  void Collect(NodeOrdinal begin, NodeOrdinal end);

  SnapshotGraph& graph_;
  const size_t room_;
  // The pairs of the keys below window_end_ that are still to come.
  std::vector<Entry> window_;
  size_t next_ = 0;
  NodeOrdinal window_end_ = 0;
  // The next key that has pairs, or window_end_.
  NodeOrdinal next_stop_ = 0;
  // The window is one key, with more pairs than there is room for.
  bool is_heavy_ = false;
  uintptr_t heavy_key_ = 0;
  // Of a page with more pairs than there is room for: those of each node.
  NodeOrdinal page_begin_ = 0;
  std::vector<uint32_t> page_counts_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_KEY_PAIRS_H_
