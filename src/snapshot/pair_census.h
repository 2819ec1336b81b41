// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PairCensus: how many ephemerons a snapshot has, and where to look for them.
//
// An ephemeron is a value that a table holds while its key lives. The format
// has no edge with two sources. As V8 does, such a pair is one edge from the
// table and one from the key, both of a name that tells key, value and table;
// DevTools finds the two by it and lets the key hold the value
// (docs/format/heapsnapshot.md#ephemerons). Pairs are numbered in the order in
// which a walk over the tables meets them, so that nothing is kept of a table's
// edges; those of keys are snapshot/key_pairs.h.
//
// Cost: 4 bytes a page.

#ifndef HALFWORD_SNAPSHOT_PAIR_CENSUS_H_
#define HALFWORD_SNAPSHOT_PAIR_CENSUS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PairCensus {
 public:
  // A pair of a table on one page and a key on another, by its place among the
  // pages of all nodes. Tables come in the order of their pages.
  void Add(PageIndex table_page, size_t key_page) {
    if (table_pages_.empty() || table_pages_.back() != table_page) {
      table_pages_.push_back(table_page);
    }
    if (key_page >= by_key_page_.size()) by_key_page_.resize(key_page + 1);
    ++by_key_page_[key_page];
    ++count_;
  }

  uint32_t count() const { return count_; }
  // Ascending.
  const std::vector<PageIndex>& table_pages() const { return table_pages_; }
  // How many have their keys on a page.
  uint32_t CountOf(size_t key_page) const {
    return key_page < by_key_page_.size() ? by_key_page_[key_page] : 0;
  }

  size_t bytes() const {
    return (table_pages_.capacity() + by_key_page_.capacity()) *
           sizeof(uint32_t);
  }

 private:
  uint32_t count_ = 0;
  std::vector<PageIndex> table_pages_;
  std::vector<uint32_t> by_key_page_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_PAIR_CENSUS_H_
