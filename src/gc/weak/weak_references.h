// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What marking notes about weak references, to be settled when it has ended.
//
// A weak slot is noted only if its target was unmarked when the slot was seen,
// or stored to; what is marked later is left alone then. Ephemerons are noted
// elsewhere (gc/weak/noted_ephemerons.h).

#ifndef HALFWORD_GC_WEAK_WEAK_REFERENCES_H_
#define HALFWORD_GC_WEAK_WEAK_REFERENCES_H_

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "gc/platform/shared_parts.h"
#include "gc/weak/weak_slot.h"
#include "gc/weak/weak_slots.h"
#include "halfword/internal/word.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct WeakCallbackItem {
  WeakCallback callback;
  const void* data;
};

// The granule of an object's beginning, counted from that of its window.
using ObjectGranule = size_t;

class WeakReferences {
 public:
  // A slot in the cage. Its target is unmarked, as far as is known.
  void AddSlot(const Word* slot, WeakSlots::Kind kind = WeakSlots::kAny) {
    slots_.Add(slot, kind);
  }
  // Any other.
  void AddOtherSlot(const WeakSlot& slot) { other_slots_.push_back(slot); }
  void AddCallback(WeakCallback callback, const void* data) {
    callbacks_.push_back({callback, data});
  }
  // Those in the cage that were noted, and those that were sifted: their
  // targets were unmarked when next to all was marked.
  WeakSlots* slots() { return &slots_; }
  WeakSlots* sifted_slots() { return &sifted_slots_; }

  // Notes a weak container; false if that was done before. It lives, so it is a
  // key like any marked object, though its bit is clear as long as a strong
  // reference may still be found.
  bool AddContainer(ObjectGranule container) {
    return containers_.insert(container).second;
  }
  bool has_containers() const { return !containers_.empty(); }
  bool HasContainer(ObjectGranule object) const {
    return has_containers() && containers_.contains(object);
  }
  template <typename Function>
  void ForEachContainer(Function function) const {
    for (const ObjectGranule container : containers_) function(container);
  }

  // Takes over what was noted elsewhere for the same marking.
  void Absorb(WeakReferences* other);

  size_t count() const {
    return slots_.size() + sifted_slots_.size() + other_slots_.size() +
           callbacks_.size();
  }

  size_t bytes() const;

  // Clears the slots whose targets died, with other threads where they are
  // many, then calls the callbacks.
  // Requires: marking has ended.
  void Settle(const Sharing& sharing);

 private:
  void SettleSlots(const Sharing& sharing);

  WeakSlots slots_;
  WeakSlots sifted_slots_;
  std::vector<WeakSlot> other_slots_;
  std::vector<WeakCallbackItem> callbacks_;
  std::unordered_set<ObjectGranule> containers_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_WEAK_REFERENCES_H_
