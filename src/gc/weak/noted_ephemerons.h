// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The ephemerons whose keys were unmarked when marking met them; those of noted
// arrays wait in these (gc/weak/weak_arrays.h).
//
// All are looked at again in order, a few times. What waits still is put in an
// index by key, so that each newly marked object costs one look-up and chains
// of ephemerons are linear (design/marking.md#req.mark.ephemeron). A pair in a
// listed field or in an array is noted as the place of its key, behind which
// its value stands: 4 bytes, and two thirds of one in the index.
//
// Threads: those of the marker that has them.

#ifndef HALFWORD_GC_WEAK_NOTED_EPHEMERONS_H_
#define HALFWORD_GC_WEAK_NOTED_EPHEMERONS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gc/weak/ephemeron.h"
#include "gc/weak/key_index.h"
#include "gc/weak/traced_slot.h"
#include "gc/weak/weak_slot.h"
#include "gc/weak/weak_slots.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

class NotedEphemerons {
 public:
  // A pair, by its key. Requires: it is in the cage.
  void AddPair(const Word* key) { pairs_.Add(key); }
  void AddTraced(const TracedEphemeron& traced) { traced_.push_back(traced); }

  // Those that are not in the index.
  bool has_new() const {
    return !pairs_.empty() || indexed_traced_count_ != traced_.size();
  }
  size_t pair_count() const { return pairs_.size() + pair_index_.size(); }

  // Takes over what was noted elsewhere for the same marking.
  // Requires: neither has an index yet.
  void Absorb(NotedEphemerons* other) {
    pairs_.Absorb(&other->pairs_);
    traced_.insert(traced_.end(), other->traced_.begin(), other->traced_.end());
    *other = {};
  }

  // Looks at each, and forgets those that do not wait: look(key) at a pair,
  // look(TracedEphemeron) at others. After some thousands each time it calls
  // rest(). Both may note more, some of which wait for the next time.
  // Requires: there is no index. Errors: std::bad_alloc.
  template <typename Look, typename Rest>
  void Scan(Look look, Rest rest) {
    NoteBytes();
    WeakSlots waiting;
    while (!pairs_.empty()) {
      WeakSlots block;
      pairs_.TakeBlock(&block);
      block.ForEach([&](Word* key) {
        if (look(key) == PairState::kWaiting) waiting.Add(key);
      });
      rest();
    }
    size_t kept = 0;
    for (size_t i = 0; i < traced_.size(); ++i) {
      const TracedEphemeron traced = traced_[i];
      if (look(traced) == PairState::kWaiting) traced_[kept++] = traced;
      if (i % kRestCount == kRestCount - 1) rest();
    }
    traced_.resize(kept);
    pairs_.Absorb(&waiting);
  }

  // Puts those that are new into the index, if a look finds that they wait.
  // More may be noted meanwhile. Errors: std::bad_alloc.
  template <typename Look>
  void IndexNew(Look look) {
    NoteBytes();
    while (!pairs_.empty()) {
      WeakSlots block;
      pairs_.TakeBlock(&block);
      block.ForEach([this](const Word* key) {
        pair_index_.Add(WeakSlots::PlaceOf(key));
      });
    }
    pair_index_.IndexNew(
        [&](Place place) {
          return look(WeakSlots::SlotAt(place)) == PairState::kWaiting;
        },
        [](Place place) { return KeyGranule(WeakSlots::SlotAt(place)); });

    while (indexed_traced_count_ != traced_.size()) {
      traced_index_.Add(indexed_traced_count_++);
    }
    traced_index_.IndexNew(
        [&](size_t i) { return LookAt(i, look) == PairState::kWaiting; },
        [this](size_t i) { return KeyGranule(traced_[i].key); });
  }

  // Looks at those in the index that wait for an object.
  template <typename Look>
  void LookAtThoseOf(size_t object_granule, Look look) {
    const KeyTest is_key(object_granule);
    pair_index_.ForEachOf(object_granule, [&](Place place) {
      Word* const key = WeakSlots::SlotAt(place);
      if (is_key(key)) look(key);
    });
    traced_index_.ForEachOf(object_granule, [&](size_t i) {
      if (is_key(traced_[i].key)) LookAt(i, look);
    });
  }
  // Looks at all in the index.
  template <typename Look>
  void LookAtIndexed(Look look) {
    pair_index_.ForEach([&](Place place) { look(WeakSlots::SlotAt(place)); });
    traced_index_.ForEach([&](size_t i) { LookAt(i, look); });
  }

  // Clears pairs whose keys died. Requires: marking has ended.
  void Settle() const {
    const auto settle = [](Word* key) {
      WeakSlot{key, key + 1, true}.Settle();
    };
    pairs_.ForEach(settle);
    pair_index_.ForEach([&](Place place) { settle(WeakSlots::SlotAt(place)); });
  }

  // What was taken of malloc's memory at most.
  size_t bytes_max() const {
    return std::max(bytes_max_, pairs_.bytes() + pair_index_.bytes_max()) +
           traced_.capacity() * sizeof(TracedEphemeron) +
           traced_index_.bytes_max();
  }

 private:
  using Place = WeakSlots::Place;
  static constexpr size_t kRestCount = size_t{1} << 12;

  // The object that the key refers to.
  static size_t KeyGranule(const Word* key) {
    const Word word = LoadSlot(reinterpret_cast<uintptr_t>(key));
    return IsReference(word) ? GranuleOf(ObjectOfMixin(word)) : 0;
  }

  // Whether a key refers to an object or to a mixin in it. Most do not, and lie
  // on other pages.
  class KeyTest {
   public:
    explicit KeyTest(size_t object_granule)
        : granule_(object_granule),
          is_slot_(side_tables.records[object_granule / kPageGranules].kind ==
                   PageKind::kSlots) {}
    bool operator()(const Word* key) const {
      const Word word = LoadSlot(reinterpret_cast<uintptr_t>(key));
      if (!IsReference(word)) return false;
      const size_t granule = WindowGranule(word);
      if (granule == granule_) return true;
      if (is_slot_ && granule / kPageGranules != granule_ / kPageGranules) {
        return false;
      }
      return GranuleOf(ObjectOfMixin(word)) == granule_;
    }

   private:
    const size_t granule_;
    const bool is_slot_;
  };

  // Each is traced once. What its callback traces may note more and move these.
  template <typename Look>
  PairState LookAt(size_t i, Look look) {
    const TracedEphemeron traced = traced_[i];
    if (traced.callback == nullptr) return PairState::kSettled;
    const PairState state = look(traced);
    if (state != PairState::kWaiting) traced_[i].callback = nullptr;
    return state;
  }

  void NoteBytes() {
    bytes_max_ = std::max(bytes_max_, pairs_.bytes() + pair_index_.bytes_max());
  }

  WeakSlots pairs_;
  std::vector<TracedEphemeron> traced_;
  KeyIndex<Place> pair_index_;
  KeyIndex<uint32_t> traced_index_;  // of numbers of traced_
  uint32_t indexed_traced_count_ = 0;
  size_t bytes_max_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_NOTED_EPHEMERONS_H_
