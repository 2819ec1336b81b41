// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which keys are next, and collecting their pairs.

#include "snapshot/key_pairs.h"

#include <algorithm>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// At most so many walks for the keys of pages together.
constexpr size_t kWalks = 8;
constexpr size_t kRoomMin = 4096;

}  // namespace

KeyPairs::KeyPairs(SnapshotGraph* graph, size_t room)
    : graph_(*graph),
      room_(room != 0 ? room
                      : std::max({kRoomMin, graph->pairs().count() / kWalks,
                                  graph->live_bytes() / 100 / sizeof(Entry)})) {
  Restart();
}

void KeyPairs::StartWindow(NodeOrdinal begin, NodeOrdinal end) {
  window_.clear();
  next_ = 0;
  is_heavy_ = false;
  window_end_ = end;
  next_stop_ = begin;
}

void KeyPairs::Fill(NodeOrdinal first) {
  const NodeTable& nodes = graph_.nodes();
  if (first < page_begin_ + page_counts_.size() && first >= page_begin_) {
    FillFromPage(first);
    return;
  }
  const size_t begin = nodes.PageOfNode(first);
  size_t end = begin;
  size_t count = 0;
  while (end < nodes.page_count() &&
         count + graph_.pairs().CountOf(end) <= room_) {
    count += graph_.pairs().CountOf(end++);
  }
  if (end == begin) {
    CountOnPage(begin);
    FillFromPage(first);
    return;
  }
  const NodeOrdinal end_node = nodes.FirstOfPage(end);
  if (count != 0) {
    Collect(first, end_node);
  } else {
    StartWindow(end_node, end_node);
  }
}

void KeyPairs::CountOnPage(size_t page) {
  const NodeTable& nodes = graph_.nodes();
  page_begin_ = nodes.FirstOfPage(page);
  page_counts_.assign(nodes.FirstOfPage(page + 1) - page_begin_, 0);
  graph_.WalkPairs([&](const SnapshotGraph::Pair& pair) {
    const NodeOrdinal key = NodeOf(pair.key);
    if (key >= page_begin_ && key - page_begin_ < page_counts_.size()) {
      ++page_counts_[key - page_begin_];
    }
  });
}

void KeyPairs::FillFromPage(NodeOrdinal first) {
  size_t end = first - page_begin_;
  size_t count = 0;
  while (end < page_counts_.size() && count + page_counts_[end] <= room_) {
    count += page_counts_[end++];
  }
  const NodeOrdinal end_node = page_begin_ + static_cast<NodeOrdinal>(end);
  if (end_node != first) {
    Collect(first, end_node);
    return;
  }
  StartWindow(first, first + 1);
  is_heavy_ = true;
  heavy_key_ = graph_.nodes().ObjectOf(first);
}

void KeyPairs::Collect(NodeOrdinal begin, NodeOrdinal end) {
  StartWindow(begin, end);
  window_.reserve(std::min<size_t>(room_, graph_.pairs().count()));
  const NodeTable& nodes = graph_.nodes();
  const uintptr_t first_key = nodes.ObjectOf(begin);
  const uintptr_t last_key = nodes.ObjectOf(end - 1);
  graph_.WalkPairs([&](const SnapshotGraph::Pair& pair) {
    if (pair.key < first_key || pair.key > last_key) return;
    window_.push_back({NodeOf(pair.key), pair.number, NodeOf(pair.value)});
  });
  std::sort(window_.begin(), window_.end(), [](const Entry& a, const Entry& b) {
    return a.key != b.key ? a.key < b.key : a.number < b.number;
  });
}

}  // namespace halfword::inline HALFWORD_ABI::internal
