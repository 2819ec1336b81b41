// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The cache of the suites lru and pauses, which forgets the entry that was used
// longest ago. Objects die in the order in which they were last used, in any
// place of an old and well-mixed heap, and each hit stores five references.

#ifndef HALFWORD_BENCH_LRU_CACHE_H_
#define HALFWORD_BENCH_LRU_CACHE_H_

#include <cstdint>
#include <utility>

#include "bench/runtime.h"
#include "bench/table.h"

namespace bench {

struct Entry : Object<Entry> {
  Entry(uint32_t entry_key, uint32_t entry_value)
      : key(entry_key), value(entry_value) {}

  Owner<Entry> next_in_bucket = nullptr;
  Link<Entry> newer = nullptr;
  Link<Entry> older = nullptr;
  uint32_t key;
  uint32_t value;
  HALFWORD_BENCH_FIELDS(Entry, next_in_bucket, newer, older, key, value)
};

// Invariant: the entries in the buckets are those between newest_ and oldest_.
class Cache {
 public:
  Cache(Runtime& runtime, uint32_t capacity)
      : runtime_(runtime),
        buckets_(Table<Owner<Entry>>::Make(runtime, capacity)),
        capacity_(capacity) {}

  // Returns the value of `key`, made up where it is not known.
  uint32_t LookUp(uint32_t key) {
    Entry* entry = Get(Bucket(key));
    while (entry != nullptr && entry->key != key) {
      entry = Get(entry->next_in_bucket);
    }
    if (entry == nullptr) return Add(key);
    ++hit_count_;
    if (entry != newest_) {
      Unlink(entry);
      LinkAsNewest(entry);
    }
    return entry->value;
  }

  uint64_t hit_count() const { return hit_count_; }
  Entry* oldest() const { return oldest_; }

 private:
  Owner<Entry>& Bucket(uint32_t key) {
    uint64_t hash = (key * uint64_t{0x9e3779b97f4a7c15}) >> 32;
    return Get(buckets_)->slots()[(hash * capacity_) >> 32];
  }

  uint32_t Add(uint32_t key) {
    if (entry_count_ == capacity_) {
      DropOldest();
    } else {
      ++entry_count_;
    }
    Local<Entry> fresh = runtime_.Make<Entry>(key, key ^ 0x5bd1e995);
    Entry* entry = Get(fresh);
    entry->next_in_bucket = std::move(Bucket(key));
    Bucket(key) = std::move(fresh);
    LinkAsNewest(entry);
    return entry->value;
  }

  void DropOldest() {
    Entry* entry = oldest_;
    Unlink(entry);
    Owner<Entry>* slot = &Bucket(entry->key);
    while (Get(*slot) != entry) slot = &Get(*slot)->next_in_bucket;
    *slot = std::move(entry->next_in_bucket);
  }

  void Unlink(Entry* entry) {
    Entry* newer = Get(entry->newer);
    Entry* older = Get(entry->older);
    if (newer == nullptr) {
      newest_ = older;
    } else {
      newer->older = older;
    }
    if (older == nullptr) {
      oldest_ = newer;
    } else {
      older->newer = newer;
    }
  }

  void LinkAsNewest(Entry* entry) {
    entry->newer = nullptr;
    entry->older = newest_;
    if (newest_ == nullptr) {
      oldest_ = entry;
    } else {
      newest_->newer = entry;
    }
    newest_ = entry;
  }

  Runtime& runtime_;
  Root<Table<Owner<Entry>>> buckets_;
  uint32_t capacity_;
  uint32_t entry_count_ = 0;
  uint64_t hit_count_ = 0;
  // The buckets keep them alive.
  Entry* newest_ = nullptr;
  Entry* oldest_ = nullptr;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_LRU_CACHE_H_
