// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a Marker does with an object, or a part of one, that holds more than
// plain Members: ranges, arrays, trailing arrays, weak references, and what a
// hand-written Trace() shows. Part of Marker.

#include <algorithm>

#include "gc/marking/marker.h"
#include "gc/marking/push_unmarked.h"
#include "gc/weak/traced_slot.h"
#include "heap/object_lookup.h"
#include "types/reference_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Whether one look at the slots says which of them are to be cleared.
bool IsPlainWeak(const ReferenceRange& range) {
  return range.kind == FieldKind::kWeakMember && !range.to_mixin;
}

bool IsPlainMember(const ReferenceRange& range) {
  return range.kind == FieldKind::kMember && range.count == 1 &&
         !range.to_mixin;
}

}  // namespace

void Marker::TraceObject(const TypeInfo& type, uintptr_t object,
                         const PageRecord& record) {
  if (type.trace_mode == TraceMode::kCustom) {
    if (__builtin_expect(!MayTrace(object), false)) {
      own_work_.objects.push_back(object);
      return;
    }
    TracePart({reinterpret_cast<const void*>(object), type.trace});
    return;
  }
  TraceFields(type, object);
  if (type.variable_size && !type.trailing_is_leaf) {
    TraceTrailing(type, object, record);
  }
}

HALFWORD_ALWAYS_INLINE void Marker::TraceFields(const TypeInfo& type,
                                                uintptr_t object) {
  Word* const top = stack_.Ensure(stack_.top(), type.strong_offset_count);
  stack_.set_top(PushUnmarkedOffsets(type, object, top, side_tables.marked));
  TraceRanges(type.ranges, object);
}

// What a Trace() throws ends the cycle, and this with it.
void Marker::TraceFieldsAgain(const TypeInfo& type, uintptr_t object,
                              const PageRecord& record) {
  is_tracing_again_ = true;
  if (type.trace_mode == TraceMode::kCustom) {
    TraceObject(type, object, record);
  } else {
    TraceFields(type, object);
  }
  is_tracing_again_ = false;
}

// An array that is noted as one was so when the object was traced first. Of
// other weak elements the pause looks at the whole array.
void Marker::TraceElementsAgain(const TypeInfo& type, uintptr_t object,
                                const ElementArray& part) {
  if (type.trailing_is_weak && !IsNotedAsOne(type)) moved_.AddWeak(object);
  if (!lists_pairs_ && HoldsOnlyWeakly(type.trailing_ranges)) return;
  if (part.count <= kPieceCount) {
    TraceElements(part);
  } else {
    moved_.AddTail(object, part);
  }
}

void Marker::TraceRanges(std::span<const ReferenceRange> ranges,
                         uintptr_t base) {
  for (size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].kind == FieldKind::kEphemeronKey) {
      TraceEphemeronRange(ranges[i], ranges[i + 1], base);
      ++i;
    } else {
      TraceRange(ranges[i], base);
    }
  }
}

// As many elements as the slot has room for; unused ones are zero.
ElementArray Marker::TrailingElements(const TypeInfo& type, uintptr_t object,
                                      const PageRecord& record) {
  const size_t room = UsableBytes(record) - type.trailing_offset;
  return {.ranges = type.trailing_ranges,
          .begin = object + type.trailing_offset,
          .count = room / type.trailing_element_bytes,
          .stride = type.trailing_element_bytes};
}

void Marker::TraceTrailing(const TypeInfo& type, uintptr_t object,
                           const PageRecord& record) {
  const bool is_noted =
      type.trailing_is_weak && (!is_beside() || IsNotedAsOne(type));
  ElementArray elements = TrailingElements(type, object, record);
  elements.notes_weak = type.trailing_is_weak && !is_noted;
  if (elements.count == 0) return;  // it begins in another slot
  const bool is_late = elements.notes_weak && elements.count > kPieceCount &&
                       std::ranges::all_of(elements.ranges, IsPlainWeak);
  if (is_noted || is_late) {
    if (is_helper()) {
      own_work_.weak_arrays.push_back(elements);
    } else {
      AddWeakArray(type, elements);
    }
    if (is_late) return;
    if (!lists_pairs_ && HoldsOnlyWeakly(elements.ranges)) return;
  }
  TraceOrDefer(elements);
}

void Marker::TraceRange(const ReferenceRange& range, uintptr_t base) {
  const uintptr_t begin = base + range.offset;
  if (range.kind == FieldKind::kMember && !range.to_mixin) {
    TraceOrDefer({kOneMember, begin, range.count, range.stride});
    return;
  }
  uintptr_t slot = begin;
  for (uint32_t i = 0; i < range.count; ++i, slot += range.stride) {
    auto* const word = reinterpret_cast<Word*>(slot);
    if (range.kind == FieldKind::kMutableString) {
      VisitMutableString(reinterpret_cast<const StringOwner*>(slot));
    } else if (range.kind == FieldKind::kWeakMember) {
      NoteWeak(word, range.to_mixin,
               range.to_mixin ? WeakSlots::kAny : WeakSlots::kObjects);
    } else {
      VisitStrong(word, range.to_mixin);
    }
  }
}

void Marker::TraceOrDefer(const ElementArray& elements) {
  if (elements.count <= kPieceCount) {
    TraceElements(elements);
  } else {
    deferred_.push_back(elements);
  }
}

// A piece at a time, so that a large array does not flood the mark stack, which
// would grow out of the cache.
bool Marker::TraceDeferred() {
  if (deferred_.empty()) {
    if (!moved_.has_tails()) return false;
    TraceElements(moved_.TakePiece(kPieceCount));
    return true;
  }
  const ElementArray piece = deferred_.back().TakeFirst(kPieceCount);
  if (deferred_.back().count == 0) deferred_.pop_back();
  array_bytes_ += size_t{piece.count} * piece.stride;
  TraceElements(piece);
  return true;
}

// Arrays of nothing but Members, which most tables are too: one field of all
// elements, then the next. A piece stays in the first-level cache meanwhile.
void Marker::TraceElements(const ElementArray& elements) {
  if (std::ranges::all_of(elements.ranges, IsPlainMember)) {
    for (const ReferenceRange& range : elements.ranges) {
      TraceColumn(elements, range.offset);
    }
    return;
  }
  uintptr_t element = elements.begin;
  for (size_t i = 0; i < elements.count; ++i, element += elements.stride) {
    if (elements.notes_weak) {
      TraceRanges(elements.ranges, element);
    } else {
      TraceAllButWeak(elements.ranges, element);
    }
  }
}

void Marker::TraceColumn(const ElementArray& elements, uint32_t offset) {
  const uint64_t* const marked = side_tables.marked;
  Word* top = stack_.Ensure(stack_.top(), elements.count);
  uintptr_t slot = elements.begin + offset;
  for (size_t i = 0; i < elements.count; ++i, slot += elements.stride) {
    top = PushIfUnmarked(LoadSlot(slot), top, marked);
  }
  stack_.set_top(top);
}

// In an element of an array, which is noted if it holds weakly. Values are
// traced whose keys are marked already.
void Marker::TraceAllButWeak(std::span<const ReferenceRange> ranges,
                             uintptr_t base) {
  for (size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].kind == FieldKind::kWeakMember) continue;
    if (ranges[i].kind != FieldKind::kEphemeronKey) {
      TraceRange(ranges[i], base);
      continue;
    }
    const ElementArray element = {ranges.subspan(i, 2), base, 1, 0};
    element.ForEachPair([this](const SlotPair& pair, size_t) {
      if (lists_pairs_) {
        VisitPair(pair);
      } else {
        LookAt(pair);
      }
    });
    ++i;
  }
}

// What is stored there later, the barrier notes. What a Trace() shows that is
// written by hand may be a mixin's next time, where it has a std::variant.
void Marker::NoteWeak(const Word* slot, bool to_mixin, WeakSlots::Kind kind) {
  const Word word = LoadSlot(reinterpret_cast<uintptr_t>(slot));
  if (!MayBeUnmarked(word)) return;
  if (to_mixin && IsMarked(ObjectOfMixin(word))) return;
  weak_.AddSlot(slot, kind);
}

// A slot outside the cage.
void Marker::NoteWeakElsewhere(const Word* slot, bool to_mixin) {
  const Word word = LoadSlot(reinterpret_cast<uintptr_t>(slot));
  if (!IsReference(word)) return;
  if (is_beside()) {
    TraceAgainInPause();
  } else if (!IsMarked(to_mixin ? ObjectOfMixin(word) : DecompressWord(word))) {
    weak_.AddOtherSlot({const_cast<Word*>(slot), nullptr, to_mixin});
  }
}

void Marker::TraceAgainInPause() { traced_again_.Add(traced_); }

void Marker::VisitStrong(const Word* slot, bool to_mixin) {
  const Word word = LoadSlot(reinterpret_cast<uintptr_t>(slot));
  if (!IsReference(word)) return;
  PushObject(to_mixin ? ObjectOfMixin(word) : DecompressWord(word));
}

void Marker::VisitHeldWeak(const Word* slot, bool to_mixin) {
  if (is_beside() && IsInCage(slot)) {
    held_weak_slots_.Add({slot, to_mixin});
  } else if (is_beside()) {
    TraceAgainInPause();
  }
  VisitStrong(slot, to_mixin);
}

// What it will look at may lie anywhere.
void Marker::RegisterWeakCallback(WeakCallback callback, const void* data) {
  if (is_beside() && !IsInCage(data)) {
    TraceAgainInPause();
  } else if (is_tracing_again_) {
    callbacks_again_.Add({callback, data});
  } else {
    weak_.AddCallback(callback, data);
  }
}

bool Marker::DeferTraceToMutatorThreadIfConcurrent(const void* object,
                                                   TraceCallback callback,
                                                   size_t) {
  if (!is_helper()) return false;
  own_work_.parts.push_back({object, callback});
  return true;
}

void Marker::VisitWeak(const Word* slot, bool to_mixin) {
  if (IsInCage(slot)) {
    NoteWeak(slot, to_mixin, WeakSlots::kAny);
  } else {
    NoteWeakElsewhere(slot, to_mixin);
  }
}

void Marker::VisitMutableString(const StringOwner* owner) {
  const Word word = owner->LoadBody();
  if (!IsReference(word)) return;
  // Outside the cage an owner may be gone by the pause.
  const bool may_be_listed =
      !is_beside() ||
      (IsInCage(owner) && shared_strings_.size() < kListedOwnersMax);
  if (is_helper() && IsInCage(owner)) {
    own_work_.owners.push_back(owner);
  } else if (!may_be_listed) {
    PushObject(DecompressWord(word));
  } else if (owner->link() & StringOwner::kPerhapsShared) {
    shared_strings_.Add(const_cast<StringOwner*>(owner));
  } else {
    PushObject(DecompressWord(word));
  }
}

void Marker::VisitObject(const void* object) {
  PushObject(SlotBegin(reinterpret_cast<uintptr_t>(object)));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
