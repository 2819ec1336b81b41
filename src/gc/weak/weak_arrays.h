// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Arrays whose elements hold weakly: the tables of caches and of side data.
//
// Such an array is noted as one, whatever its length, and its elements are
// looked at in order when marking is done. A note for each weak slot would take
// more memory than the table, and a note for each ephemeron several times that
// (design/marking.md#req.mark.weak-arrays).
//
// Threads: those of the marker that has them.

#ifndef HALFWORD_GC_WEAK_WEAK_ARRAYS_H_
#define HALFWORD_GC_WEAK_WEAK_ARRAYS_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/system_memory.h"
#include "gc/weak/ephemeron.h"
#include "gc/weak/traced_slot.h"
#include "gc/weak/waiting_keys.h"
#include "gc/weak/weak_slot.h"
#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Whether there are ephemerons among the references of an element.
inline bool HavePairs(std::span<const ReferenceRange> ranges) {
  return std::ranges::any_of(ranges, [](const ReferenceRange& range) {
    return range.kind == FieldKind::kEphemeronKey;
  });
}

// Whether all will be looked at when the array is: ephemerons, too.
inline bool HoldsOnlyWeakly(std::span<const ReferenceRange> ranges) {
  for (size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].kind == FieldKind::kEphemeronKey) {
      ++i;  // its value
    } else if (ranges[i].kind != FieldKind::kWeakMember) {
      return false;
    }
  }
  return true;
}

// Whether an array of the class is noted as one beside the program: a table,
// which has its own way to be cleaned, and one with ephemerons.
inline bool IsNotedAsOne(const TypeInfo& type) {
  return type.clean_entries != nullptr || HavePairs(type.trailing_ranges);
}

// Elements of an array, each with the same references.
struct ElementArray {
  std::span<const ReferenceRange> ranges;  // offsets in an element
  uintptr_t begin;
  size_t count;
  size_t stride;
  // Its weak slots are noted one by one where it is traced.
  bool notes_weak = false;

  ElementArray Part(size_t first, size_t part_count) const {
    return {ranges, begin + first * stride, part_count, stride, notes_weak};
  }

  // Cuts so many elements off, or all, and returns them.
  ElementArray TakeFirst(size_t part_count) {
    const ElementArray first = Part(0, std::min(part_count, count));
    *this = Part(first.count, count - first.count);
    return first;
  }

  // Calls function(slot) for each slot of the range.
  template <typename Function>
  void ForEachSlot(const ReferenceRange& range, Function function) const {
    ForEachPlace(range, [&](size_t, uintptr_t element, uint32_t k) {
      function(SlotAt(element, range, k));
    });
  }
  // Calls function(pair, number of its element) for each ephemeron.
  template <typename Function>
  void ForEachPair(Function function) const {
    for (size_t i = 0; i + 1 < ranges.size(); ++i) {
      const ReferenceRange& key = ranges[i];
      if (key.kind != FieldKind::kEphemeronKey) continue;
      const ReferenceRange& value = ranges[i + 1];
      ForEachPlace(key, [&](size_t number, uintptr_t element, uint32_t k) {
        function(SlotPair{SlotAt(element, key, k), SlotAt(element, value, k),
                          key.to_mixin, value.to_mixin},
                 number);
      });
    }
  }

  // Asks memory for the marks of all keys and values, which may lie anywhere.
  void PrefetchMarksOfPairs() const {
    const uint64_t* const marked = side_tables.marked;
    ForEachPair([marked](const SlotPair& pair, size_t) {
      for (const Word* slot : {pair.key, pair.value}) {
        const Word word = LoadSlot(reinterpret_cast<uintptr_t>(slot));
        __builtin_prefetch(MarkWordOf(word, marked));
      }
    });
  }

  // Clears what refers to the dead. Requires: marking has ended.
  void Settle() const;

 private:
  // Calls function(number of the element, its address, number in the range).
  template <typename Function>
  void ForEachPlace(const ReferenceRange& range, Function function) const {
    uintptr_t element = begin;
    for (size_t i = 0; i < count; ++i, element += stride) {
      for (uint32_t k = 0; k < range.count; ++k) function(i, element, k);
    }
  }
  static Word* SlotAt(uintptr_t element, const ReferenceRange& range,
                      size_t k) {
    return reinterpret_cast<Word*>(element + range.offset + k * range.stride);
  }
};

class WeakArrays {
 public:
  // From now on pairs that wait are noted by their keys, where that can be done
  // (gc/weak/waiting_keys.h). Requires: a key stays in its place, unless the
  // pair is erased; a value that comes into such a place is marked.
  void SortByKey() { sorts_by_key_ = true; }

  void Add(const ElementArray& array) {
    arrays_.push_back({array, {}});
    element_count_ += array.count;
  }
  // Requires: no pair of the others was looked at.
  void Absorb(WeakArrays* other) {
    for (const NotedArray& noted : other->arrays_) Add(noted.array);
    *other = {};
  }

  size_t element_count() const { return element_count_; }
  // Of arrays with ephemerons, what was looked at once.
  size_t scanned_bytes() const { return scanned_bytes_; }
  bool has_waiting() const { return has_waiting_; }
  // Of what is needed no more: WaitingKeys.
  bool ReleaseSome() { return keys_.ReleaseSome(); }
  size_t bytes() const {
    size_t bytes = arrays_.capacity() * sizeof(NotedArray);
    for (const NotedArray& noted : arrays_) {
      bytes += noted.waiting.capacity() * sizeof(uint64_t);
    }
    return bytes + keys_.bytes();
  }

  // Each ephemeron is looked at once, and those that wait are looked at again,
  // in order, as often as the caller likes. look(pair) gives a PairState. Both
  // look at so many elements, or 63 more, go on where the last call stopped,
  // and return whether they have come to the end. Errors: std::bad_alloc.
  // Of those that wait, most are passed over whose keys are no objects that
  // are marked; keys_are_marked: those that live are.
  template <typename Look>
  bool LookAtNew(size_t count, Look look) {
    for (; next_.array < arrays_.size(); next_ = {next_.array + 1, 0}) {
      NotedArray& noted = arrays_[next_.array];
      if (!HavePairs(noted.array.ranges) ||
          next_.element >= noted.array.count) {
        continue;
      }
      while (next_.element < noted.array.count) {
        if (count == 0) return false;
        const size_t part = std::min(
            {count, noted.array.count - next_.element, kElementsAhead});
        const ElementArray elements = noted.array.Part(next_.element, part);
        elements.PrefetchMarksOfPairs();
        elements.ForEachPair([&](const SlotPair& pair, size_t i) {
          if (look(pair) == PairState::kWaiting) {
            NoteWaiting(&noted, next_.element + i, pair);
          }
        });
        next_.element += part;
        count -= part;
        scanned_bytes_ += part * noted.array.stride;
      }
    }
    return true;
  }
  template <typename Look>
  bool LookAgain(size_t count, bool keys_are_marked, Look look) {
    for (; again_.array < arrays_.size(); again_ = {again_.array + 1, 0}) {
      NotedArray& noted = arrays_[again_.array];
      const size_t end = noted.waiting.size() * kWordBits;
      for (; again_.element < end; again_.element += kWordBits) {
        uint64_t& waiting = noted.waiting[again_.element / kWordBits];
        if (waiting == 0) continue;
        if (count == 0) return false;
        count -= std::min(count, static_cast<size_t>(std::popcount(waiting)));
        const uint64_t looked_at =
            keys_are_marked ? WithMarkedKeys(noted, again_.element, waiting)
                            : waiting;
        if (looked_at == 0) continue;
        LookAtWaiting(noted.array, again_.element, looked_at, &waiting, look);
      }
    }
    if (!keys_.LookAgain(&count, !keys_are_marked, look)) return false;
    again_ = {};
    return true;
  }
  // Those that wait are looked at again from the first on.
  void RestartLookAgain() {
    again_ = {};
    keys_.RestartLookAgain();
  }
  // As if none had been looked at: keys have changed.
  void LookAtAll() {
    for (NotedArray& noted : arrays_) noted.waiting.clear();
    keys_ = {};
    has_waiting_ = false;
    scanned_bytes_ = 0;
    next_ = {};
    again_ = {};
  }

  // Leaves those alone for which is_freed(array): nobody looks at them again,
  // but at pairs that were noted by their keys, which does no harm until their
  // memory is used for something else.
  template <typename Predicate>
  void Forget(Predicate is_freed) {
    for (NotedArray& noted : arrays_) {
      if (noted.array.count == 0 || !is_freed(noted.array)) continue;
      element_count_ -= noted.array.count;
      noted.array.count = 0;
      noted.waiting.clear();
    }
  }

  // Calls function(array) for each that was not forgotten.
  template <typename Function>
  void ForEach(Function function) const {
    for (const NotedArray& noted : arrays_) {
      if (noted.array.count != 0) function(noted.array);
    }
  }

 private:
  static constexpr size_t kWordBits = 64;
  // Whose marks are asked of memory before the first is looked at.
  static constexpr size_t kElementsAhead = 64;

  struct NotedArray {
    ElementArray array;
    // A bit an element: whether an ephemeron of it waits. Empty: none does.
    std::vector<uint64_t, SystemAllocator<uint64_t>> waiting;
  };
  // Where looks stand.
  struct Cursor {
    size_t array = 0;
    size_t element = 0;
  };

  void NoteWaiting(NotedArray* noted, size_t element, const SlotPair& pair) {
    has_waiting_ = true;
    if (sorts_by_key_ && HasOneKey(noted->array)) {
      keys_.Add(pair.key);
      return;
    }
    if (noted->waiting.empty()) {
      noted->waiting.resize((noted->array.count + kWordBits - 1) / kWordBits);
    }
    noted->waiting[element / kWordBits] |= uint64_t{1} << element % kWordBits;
  }

  // Of these elements those whose keys may have been marked. Nothing branches,
  // so that a look need not wait for the memory of the one before.
  static uint64_t WithMarkedKeys(const NotedArray& noted, size_t first,
                                 uint64_t elements) {
    const ElementArray& array = noted.array;
    if (!HasOneKey(array)) return elements;
    const uintptr_t begin =
        array.begin + first * array.stride + array.ranges[0].offset;
    const size_t own_granule = GranuleOf(SlotBegin(array.begin));
    uint64_t found = 0;
    for (uint64_t left = elements; left != 0; left &= left - 1) {
      const auto bit = static_cast<size_t>(std::countr_zero(left));
      const Word key = LoadSlot(begin + bit * array.stride);
      const size_t granule =
          IsReference(key) ? WindowGranule(key) : own_granule;
      found |= uint64_t{TestBit(side_tables.marked, granule)} << bit;
    }
    return found;
  }

  // Of an object, not of a mixin, whose mark is elsewhere.
  static bool HasOneKey(const ElementArray& array) {
    const ReferenceRange& first = array.ranges[0];
    return array.ranges.size() == 2 && first.count == 1 && !first.to_mixin &&
           first.kind == FieldKind::kEphemeronKey;
  }

  // Clears the bits of elements that do not wait any more.
  template <typename Look>
  static void LookAtWaiting(const ElementArray& array, size_t first,
                            uint64_t elements, uint64_t* waiting, Look look) {
    for (uint64_t left = elements; left != 0; left &= left - 1) {
      const auto bit = static_cast<size_t>(std::countr_zero(left));
      bool waits = false;
      array.Part(first + bit, 1).ForEachPair([&](const SlotPair& pair, size_t) {
        waits |= look(pair) == PairState::kWaiting;
      });
      if (!waits) *waiting &= ~(uint64_t{1} << bit);
    }
  }

  std::vector<NotedArray, SystemAllocator<NotedArray>> arrays_;
  size_t element_count_ = 0;
  size_t scanned_bytes_ = 0;
  bool sorts_by_key_ = false;
  WaitingKeys keys_;
  bool has_waiting_ = false;  // or had
  Cursor next_;               // from here on none was looked at
  Cursor again_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_WEAK_ARRAYS_H_
