// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a Marker does beside the program and nowhere else: it marks what was
// stored, leaves to the heap's thread what only that may look at, and does
// there what helpers have left. Part of Marker.

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "gc/marking/mark_bits.h"
#include "gc/marking/marker.h"
#include "gc/weak/traced_slot.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

void Marker::DrainOwn(size_t object_count) {
  batches_left_ = object_count / kBatchSize + 1;
  Drain<Mode::kBeside>();
}

bool Marker::DrainBeside(size_t object_count) {
  batches_left_ = object_count / kBatchSize + 1;
  do {
    Drain<Mode::kBeside>();
    if (batches_left_ == 0) break;
  } while (beside_.exchange->Take(&stack_, &deferred_));
  if (is_helper()) {
    own_work_.weak_slots.Absorb(weak_.slots());
    beside_.exchange->GiveOwnWork(&own_work_);
    beside_.exchange->AddMarkedBytes(work_bytes() - reported_bytes_);
    reported_bytes_ = work_bytes();
  }
  return batches_left_ != 0;
}

namespace {

// So many slots before it is looked at.
constexpr size_t kSlotsAhead = 32;

// Of the object that a slot lies in, or of one just before or behind that: of a
// large heap it is in no cache.
HALFWORD_ALWAYS_INLINE void PrefetchMarkNear(const void* slot) {
  __builtin_prefetch(
      &side_tables.marked[GranuleOf(reinterpret_cast<uintptr_t>(slot)) / 64]);
}

template <typename Function>
void CallForUnmarked(std::span<const StoredWord> stored,
                     const Function& function) {
  for (const StoredWord& store : stored) {
    if (!MayBeUnmarked(store.word)) continue;
    function(store.slot(), CompressAddress(ObjectOfMixin(store.word)));
  }
}

}  // namespace

// Calls function(slot, word of its object) for each noted slot that nothing
// else may lead a marker to: its object is unmarked, and the one that it lies
// in is marked, so that it may have been traced before the store. Any other is
// traced after it, if it lives. That comes first, since few are: of a program
// that makes objects most stores are to those, and theirs to each other. What a
// slot holds that has changed since is another note's affair, or no reference.
template <typename Function>
void Marker::ForEachStored(std::span<const StoredWord> slots,
                           Function function) {
  // A helper sets the bit of an object before it reads its slots. So either it
  // reads what was stored, or the bit is seen here.
  FullFence();
  std::array<StoredWord, kSlotsAhead> suspects;
  size_t suspect_count = 0;
  for (size_t i = 0; i < slots.size(); ++i) {
    if (i + kSlotsAhead < slots.size()) {
      PrefetchMarkNear(slots[i + kSlotsAhead].slot());
    }
    const Word word = slots[i].word;
    const auto address = reinterpret_cast<uintptr_t>(slots[i].slot());
    if (!IsReference(word) || !IsMarked(SlotBegin(address))) continue;
    if (LoadSlot(address) != word) continue;
    __builtin_prefetch(MarkWordOf(word, side_tables.marked));
    suspects[suspect_count++] = slots[i];
    if (suspect_count < suspects.size()) continue;
    CallForUnmarked(std::span(suspects), function);
    suspect_count = 0;
  }
  CallForUnmarked(std::span(suspects).first(suspect_count), function);
}

void Marker::MarkStored(std::span<const StoredWord> slots) {
  Word words[kBatchSize];
  size_t count = 0;
  ForEachStored(slots, [&](const Word*, Word word) {
    words[count++] = word;
    if (count < kBatchSize) return;
    MarkBatch<Mode::kBeside>(words, count);
    count = 0;
  });
  if (count != 0) MarkBatch<Mode::kBeside>(words, count);
}

// An object is marked once, however often it is stored; a stack would hold a
// word for each time.
void Marker::MarkStoredForLater(std::span<const StoredWord> slots) {
  ForEachStored(
      slots, [this](const Word*, Word word) { Leave(DecompressWord(word)); });
}

void Marker::MarkForLater(std::span<const void* const> objects) {
  for (const void* object : objects) {
    Leave(SlotBegin(reinterpret_cast<uintptr_t>(object)));
  }
}

void Marker::Leave(uintptr_t object) {
  const size_t granule = GranuleOf(object);
  if (!TestAndSet<true>(side_tables.marked, granule)) return;
  live_bytes_ += RecordAt(PageIndexOf(object)).slot_bytes;
  own_work_.objects.push_back(object);
}

// Those that lie above so many words of the stack.
void Marker::LeaveNewest(size_t word_count) {
  for (const Word word : stack_.PopMany(stack_.size() - word_count)) {
    Leave(DecompressWord(word));
  }
}

// A slot whose target is marked need not be cleared.
void Marker::NoteFoundSlots(const WeakSlots& slots) {
  slots.ForEach([this](const Word* slot) {
    const Word word = LoadSlot(reinterpret_cast<uintptr_t>(slot));
    if (MayBeUnmarked(word) && !found_slots_.Add(slot)) {
      Leave(ObjectOfMixin(word));
    }
  });
}

// Of those that end at the same place the longest is left.
void Marker::DropRepeatedArrays() {
  const auto end_of = [](const ElementArray& array) {
    return std::tuple(array.begin + array.count * array.stride, array.stride,
                      array.ranges.data(), array.notes_weak);
  };
  std::ranges::sort(deferred_, [&](const auto& a, const auto& b) {
    return std::pair(end_of(a), a.begin) < std::pair(end_of(b), b.begin);
  });
  const auto rest = std::ranges::unique(deferred_, {}, end_of);
  deferred_.erase(rest.begin(), rest.end());
  deferred_count_max_ = std::max(kDeferredCountMin, 2 * deferred_.size());
}

// Of an array that is noted as one, the pause looks at all slots.
void Marker::NoteStoredWeak(std::span<const StoredWord> slots) {
  ForEachStored(slots, [this](const Word* slot, Word word) {
    const auto address = reinterpret_cast<uintptr_t>(slot);
    const uintptr_t object = SlotBegin(address);
    const TypeInfo& type = TypeOfSlot(RecordAt(PageIndexOf(object)), object);
    if (type.trailing_is_weak && address >= object + type.trailing_offset &&
        IsNotedAsOne(type)) {
      return;
    }
    if (stored_weak_count_ < kStoredWeakMax) {
      ++stored_weak_count_;
      weak_.AddSlot(slot);
    } else {
      Leave(DecompressWord(word));
    }
  });
}

// Weak elements wait for the pause, where the whole array is looked at; that is
// done anyway with one that is noted as one. An array that nobody has marked is
// traced after the move, if it lives.
void Marker::TraceMoved(const TraceDescriptor& first, Moved moved) {
  const auto begin = reinterpret_cast<uintptr_t>(first.base_object_payload);
  const uintptr_t object = SlotBegin(begin);
  const PageRecord& record = RecordAt(PageIndexOf(object));
  const TypeInfo& type = TypeOfSlot(record, object);
  if (!type.is_backing || type.trace_mode != TraceMode::kRanges) {
    is_tracing_again_ = is_beside();
    TracePart(first);
    is_tracing_again_ = false;
    return;
  }
  if (!IsMarked(object)) return;
  const ElementArray all = TrailingElements(type, object, record);
  const size_t index = (begin - all.begin) / all.stride;
  TraceElementsAgain(
      type, object,
      all.Part(index, moved == Moved::kOne ? 1 : all.count - index));
}

// One that nobody has marked is traced later, if it lives; and one that is half
// built in a later step, or never, if its constructor throws. What the pause
// knows of an array with weak elements, it knows of all of them.
void Marker::TraceAgain(const void* address) {
  const uintptr_t object = SlotBegin(reinterpret_cast<uintptr_t>(address));
  if (!IsMarked(object)) return;
  const PageRecord& record = RecordAt(PageIndexOf(object));
  const TypeInfo& type = TypeOfSlot(record, object);
  const bool has_ranges = type.trace_mode == TraceMode::kRanges;
  const bool is_array = type.is_backing && has_ranges;
  if (!is_array && !is_beside()) {
    own_work_.objects.push_back(object);
    return;
  }
  if (!is_array) TraceFieldsAgain(type, object, record);
  if (!has_ranges || !type.variable_size || type.trailing_is_leaf) return;
  const ElementArray all = TrailingElements(type, object, record);
  if (all.count != 0) TraceElementsAgain(type, object, all);
}

namespace {

const void* AddressOf(uintptr_t object) {
  return reinterpret_cast<const void*>(object);
}
const void* AddressOf(const StringOwner* owner) { return owner; }
const void* AddressOf(const TraceDescriptor& part) {
  return part.base_object_payload;
}
const void* AddressOf(const ElementArray& array) {
  return reinterpret_cast<const void*>(array.begin);
}

// Calls function(item) for each and takes it away, until the time is over; asks
// for that after some microseconds' work. Returns whether none is left.
template <typename T, typename Function>
bool TakeEach(std::vector<T>* items, double end_ms, Function function) {
  constexpr size_t kCountAtOnce = 64;
  constexpr size_t kAhead = 8;
  for (size_t count = 1; !items->empty(); ++count) {
    const T item = items->back();
    items->pop_back();
    if (items->size() > kAhead) {
      __builtin_prefetch(AddressOf((*items)[items->size() - 1 - kAhead]));
    }
    function(item);
    if (count % kCountAtOnce == 0 && MonotonicMs() >= end_ms) break;
  }
  return items->empty();
}

}  // namespace

// An object whose constructor runs waits for another step.
bool Marker::DoOwnWork(OwnThreadWork* work, double end_ms) {
  weak_.slots()->Absorb(&work->weak_slots);
  return TakeEach(&work->objects, end_ms,
                  [this](uintptr_t object) {
                    const PageRecord& record = RecordAt(PageIndexOf(object));
                    TraceObject(TypeOfSlot(record, object), object, record);
                  }) &&
         TakeEach(
             &work->owners, end_ms,
             [this](const StringOwner* owner) { VisitMutableString(owner); }) &&
         TakeEach(&work->parts, end_ms,
                  [this](const TraceDescriptor& part) { TracePart(part); }) &&
         TakeEach(
             &work->weak_arrays, end_ms, [this](const ElementArray& array) {
               const uintptr_t object = SlotBegin(array.begin);
               AddWeakArray(TypeOfSlot(RecordAt(PageIndexOf(object)), object),
                            array);
             });
}

void Marker::FinishOwnWork(const ConstructionList& constructing) {
  OwnThreadWork work;
  work.Take(&own_work_);
  // The words in these were marked as roots.
  std::erase_if(work.objects, [&](uintptr_t object) {
    return constructing.Contains(reinterpret_cast<const void*>(object));
  });
  DoOwnWork(&work);
  for (const HeldWeakSlot& held : held_weak_slots_) {
    VisitStrong(held.slot, held.to_mixin);
  }
  for (const TraceDescriptor& part : traced_again_) TracePart(part);
  shared_strings_.DropChanged();
}

bool Marker::MayTrace(uintptr_t object) const {
  if (!is_beside()) return true;
  const auto* const pointer = reinterpret_cast<const void*>(object);
  return is_helper() ? !beside_.constructing->MayBeHalfBuilt(pointer)
                     : !beside_.constructing->Contains(pointer);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
