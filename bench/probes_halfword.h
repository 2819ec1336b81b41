// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table "halfword" of the suite probes: HeapHashSet<String>. A probe looks
// at one group, of 15 places.

#ifndef HALFWORD_BENCH_PROBES_HALFWORD_H_
#define HALFWORD_BENCH_PROBES_HALFWORD_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "halfword/halfword.h"
#include "src/collections/probe_statistics.h"

namespace bench {

class ProbeTable {
 public:
  ProbeTable(const std::vector<std::string>& keys, uint64_t)
      : keys_(halfword::MakeGarbageCollected<Keys>(
            heap_->GetAllocationHandle(),
            halfword::TrailingBytes<Keys>(keys.size()))) {
    halfword::String* const strings = halfword::TrailingArray(keys_.Get());
    for (size_t i = 0; i < keys.size(); ++i) strings[i] = keys[i];
  }

  void Insert(uint64_t key) { keys_->set_.insert(KeyAt(key)); }
  bool Contains(uint64_t key) const { return keys_->set_.contains(KeyAt(key)); }
  size_t ProbesTo(uint64_t key) const {
    return halfword::internal::HashTableTestPeer::ProbesTo(keys_->set_,
                                                           KeyAt(key));
  }

 private:
  class Keys : public halfword::GarbageCollected<Keys> {
   public:
    halfword::HeapHashSet<halfword::String> set_;
    HALFWORD_FIELDS(Keys, set_)
    HALFWORD_TRAILING(Keys, halfword::String)
  };

  const halfword::String& KeyAt(uint64_t key) const {
    return halfword::TrailingArray(keys_.Get())[key];
  }

  const std::unique_ptr<halfword::Heap> heap_ = halfword::Heap::Create();
  const halfword::Persistent<Keys> keys_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_PROBES_HALFWORD_H_
