// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Arrays whose elements hold weakly: the tables of caches and of side data.
//
// Such an array is noted as one, whatever its length, and its elements are
// looked at in order when marking is done. A note for each weak slot would take
// more memory than the table, and a note for each ephemeron several times that
// (design/marking.md#req.mark.weak-arrays).
//
// Threads: those of the marker that has them.

#ifndef HALFWORD_GC_WEAK_ARRAYS_H_
#define HALFWORD_GC_WEAK_ARRAYS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gc/weak_slot.h"
#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

// An ephemeron in an array.
struct ArrayPair {
  Word* key;
  Word* value;
  bool key_to_mixin;
  bool value_to_mixin;
};

// Elements of an array, each with the same references.
struct ElementArray {
  std::span<const ReferenceRange> ranges;  // offsets in an element
  uintptr_t begin;
  size_t count;
  size_t stride;

  ElementArray Part(size_t first, size_t part_count) const {
    return {ranges, begin + first * stride, part_count, stride};
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
    ForEachPlace(range, [&](uintptr_t element, uint32_t k) {
      function(SlotAt(element, range, k));
    });
  }
  // Calls function(pair) for each ephemeron.
  template <typename Function>
  void ForEachPair(Function function) const {
    for (size_t i = 0; i + 1 < ranges.size(); ++i) {
      const ReferenceRange& key = ranges[i];
      if (key.kind != FieldKind::kEphemeronKey) continue;
      const ReferenceRange& value = ranges[i + 1];
      ForEachPlace(key, [&](uintptr_t element, uint32_t k) {
        function(ArrayPair{SlotAt(element, key, k), SlotAt(element, value, k),
                           key.to_mixin, value.to_mixin});
      });
    }
  }

 private:
  // Calls function(element, number in the range).
  template <typename Function>
  void ForEachPlace(const ReferenceRange& range, Function function) const {
    uintptr_t element = begin;
    for (size_t i = 0; i < count; ++i, element += stride) {
      for (uint32_t k = 0; k < range.count; ++k) function(element, k);
    }
  }
  static Word* SlotAt(uintptr_t element, const ReferenceRange& range,
                      size_t k) {
    return reinterpret_cast<Word*>(element + range.offset + k * range.stride);
  }
};

class WeakArrays {
 public:
  void Add(const ElementArray& array) {
    arrays_.push_back(array);
    element_count_ += array.count;
    has_pairs_ = has_pairs_ || HasPairs(array.ranges);
  }
  void Absorb(WeakArrays* other) {
    for (const ElementArray& array : other->arrays_) Add(array);
    other->arrays_.clear();
  }

  size_t element_count() const { return element_count_; }
  bool has_pairs() const { return has_pairs_; }
  size_t bytes() const { return arrays_.capacity() * sizeof(ElementArray); }

  // Calls function(pair) for each ephemeron.
  template <typename Function>
  void ForEachPair(Function function) const {
    for (const ElementArray& array : arrays_) array.ForEachPair(function);
  }

  // Where a look at some of the ephemerons at a time stands.
  struct Cursor {
    size_t array = 0;
    size_t element = 0;
  };

  // The same for those of so many elements from the cursor on, which moves on.
  // Returns whether it has come to the end.
  template <typename Function>
  bool ForSomePairs(Cursor* cursor, size_t count, Function function) const {
    while (cursor->array < arrays_.size()) {
      const ElementArray& array = arrays_[cursor->array];
      const size_t part = HasPairs(array.ranges)
                              ? std::min(count, array.count - cursor->element)
                              : array.count - cursor->element;
      if (HasPairs(array.ranges)) {
        array.Part(cursor->element, part).ForEachPair(function);
        count -= part;
      }
      cursor->element += part;
      if (cursor->element < array.count) return false;
      *cursor = {cursor->array + 1, 0};
    }
    return true;
  }

  // Clears what refers to the dead. Requires: marking has ended.
  void Settle() const;

 private:
  static bool HasPairs(std::span<const ReferenceRange> ranges) {
    return std::ranges::any_of(ranges, [](const ReferenceRange& range) {
      return range.kind == FieldKind::kEphemeronKey;
    });
  }

  std::vector<ElementArray> arrays_;
  size_t element_count_ = 0;
  bool has_pairs_ = false;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_ARRAYS_H_
