// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// StoreBuffer: what the write barrier notes while a cycle marks beside the
// program. It only notes: markers look later, at slots that still hold what was
// stored there (design/marking.md#req.barrier.dijkstra). Any other has been
// stored to again, and is noted for that; or it is no slot any more, as where a
// std::variant has another value by now, and would be no reference. It is
// emptied when it is long (design/concurrent_marking.md#req.beside.bounded).
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_MARKING_STORE_BUFFER_H_
#define HALFWORD_GC_MARKING_STORE_BUFFER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <tuple>
#include <vector>

#include "gc/weak/weak_slots.h"
#include "halfword/internal/word.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A slot, and the word that was stored there.
struct StoredWord {
  // Requires: the slot is in the cage, and the store is done.
  static StoredWord At(const void* slot) {
    return {WeakSlots::PlaceOf(static_cast<const Word*>(slot)),
            LoadSlot(reinterpret_cast<uintptr_t>(slot))};
  }
  const Word* slot() const { return WeakSlots::SlotAt(place); }

  WeakSlots::Place place;
  Word word;
};

class StoreBuffer {
 public:
  // All from an address to the end of its object.
  struct Tail {
    uintptr_t object;
    TraceDescriptor part;
  };

  // Each returns whether the buffer should be emptied soon: a program may store
  // without allocating.

  // A slot of one word that was stored to.
  bool NoteSlot(const void* slot) noexcept {
    return Note(&slots_, StoredWord::At(slot));
  }
  bool NoteWeakSlot(const void* slot) noexcept {
    return Note(&weak_slots_, StoredWord::At(slot));
  }
  // An object, or an address in one, to which a reference was stored in no slot
  // of one word.
  bool NoteObject(const void* object) noexcept {
    return Note(&objects_, object);
  }
  // The same, and any of its references may be another.
  bool NoteChanged(const void* object) noexcept {
    return Note(&changed_, object) && changed_.size() >= changed_count_max_;
  }
  // A part of an object that is to be traced, traced before or not.
  bool NotePart(const TraceDescriptor& part) noexcept {
    return Note(&parts_, part);
  }

  // The same for a tail. One that moves its elements again and again is noted
  // once, from the lowest address on.
  bool NoteTail(const Tail& tail) noexcept {
    if (!tails_.empty() && AreOfOne(tails_.back(), tail)) {
      const void*& first = tails_.back().part.base_object_payload;
      first = std::min(first, tail.part.base_object_payload, std::less<>());
      return false;
    }
    return Note(&tails_, tail);
  }

  const std::vector<StoredWord>& slots() const { return slots_; }
  const std::vector<StoredWord>& weak_slots() const { return weak_slots_; }
  const std::vector<const void*>& objects() const { return objects_; }
  const std::vector<const void*>& changed() const { return changed_; }
  const std::vector<TraceDescriptor>& parts() const { return parts_; }

  // Calls function(address) once for each object, or address in one, of which
  // any reference may be another.
  template <typename Function>
  void ForEachChanged(Function function) {
    SortChanged();
    for (const void* address : changed_) function(address);
  }
  // Of what has been changed again and again, keeps each once. Returns whether
  // few enough are left to wait for a step.
  bool KeepChanged() {
    SortChanged();
    changed_count_max_ = changed_.size() + kLongCount;
    return changed_.size() <= kKeptCountMax;
  }

  // Calls function(part) for the longest tail of each object.
  template <typename Function>
  void ForEachTail(Function function) {
    std::sort(tails_.begin(), tails_.end(),
              [](const Tail& a, const Tail& b) { return Key(a) < Key(b); });
    for (size_t i = 0; i < tails_.size(); ++i) {
      if (i == 0 || !AreOfOne(tails_[i - 1], tails_[i])) {
        function(tails_[i].part);
      }
    }
  }

  bool empty() const {
    return slots_.empty() && weak_slots_.empty() && objects_.empty() &&
           changed_.empty() && parts_.empty() && tails_.empty();
  }
  // Whether malloc had no memory for a note, so that marking must begin anew.
  void NoteLoss() { has_lost_ = true; }
  bool has_lost() const { return has_lost_; }

  // Whether it is these that there are too many of.
  bool has_many_weak_slots() const { return weak_slots_.size() >= kLongCount; }

  // What was noted has been looked at.
  void Clear() {
    ClearStored();
    ClearWeakSlots();
    ClearChanged();
  }
  void ClearWeakSlots() { weak_slots_.clear(); }
  void ClearChanged() {
    changed_.clear();
    sorted_count_ = 0;
    changed_count_max_ = kLongCount;
  }
  // All others.
  void ClearStored() {
    slots_.clear();
    objects_.clear();
    parts_.clear();
    tails_.clear();
  }
  // For another cycle, or none.
  void Reset() {
    Clear();
    has_lost_ = false;
  }

 private:
  // Of each kind: a step looks at so many in some tenth of a millisecond. With
  // half as many, programs come between two steps to where they must be looked
  // at apart, and the longest batches are a third longer.
  static constexpr size_t kLongCount = size_t{1} << 14;
  static constexpr size_t kFirstCount = 64;
  // A step traces so many in a millisecond, of objects that are changed for
  // ever by a program that allocates nothing. More are traced each time.
  static constexpr size_t kKeptCountMax = kLongCount * 3 / 2;

  static bool AreOfOne(const Tail& a, const Tail& b) {
    return a.object == b.object && a.part.callback == b.part.callback;
  }
  using TailKey = std::tuple<uintptr_t, uintptr_t, uintptr_t>;
  static TailKey Key(const Tail& tail) {
    return {tail.object, reinterpret_cast<uintptr_t>(tail.part.callback),
            reinterpret_cast<uintptr_t>(tail.part.base_object_payload)};
  }

  void SortChanged() {
    const auto first_new =
        changed_.begin() + static_cast<ptrdiff_t>(sorted_count_);
    std::sort(first_new, changed_.end(), std::less<>());
    std::inplace_merge(changed_.begin(), first_new, changed_.end(),
                       std::less<>());
    changed_.erase(std::unique(changed_.begin(), changed_.end()),
                   changed_.end());
    sorted_count_ = changed_.size();
  }

  template <typename T>
  HALFWORD_ALWAYS_INLINE bool Note(std::vector<T>* notes,
                                   const T& note) noexcept {
    if (notes->size() == notes->capacity()) {
      if (!Grow(notes)) return false;
      // What push_back() would do then is no part of a barrier.
      if (notes->size() == notes->capacity()) __builtin_unreachable();
    }
    notes->push_back(note);
    return notes->size() >= kLongCount;
  }

  // False: malloc has no memory.
  template <typename T>
  HALFWORD_COLD bool Grow(std::vector<T>* notes) noexcept {
    try {
      notes->reserve(notes->size() * 2 + kFirstCount);
      return true;
    } catch (const std::bad_alloc&) {
      has_lost_ = true;
      return false;
    }
  }

  std::vector<StoredWord> slots_;
  std::vector<StoredWord> weak_slots_;
  std::vector<const void*> objects_;
  std::vector<const void*> changed_;
  size_t sorted_count_ = 0;  // of these, the first
  size_t changed_count_max_ = kLongCount;
  std::vector<TraceDescriptor> parts_;
  std::vector<Tail> tails_;
  bool has_lost_ = false;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_STORE_BUFFER_H_
