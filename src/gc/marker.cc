// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The marking loop. MarkBatch() and what it inlines is where a collection
// spends its time; everything else here serves references that are not plain
// Members. Ephemerons and weak containers: gc/ephemeron_marking.cc; beside the
// program: gc/marker_beside.cc; among several: gc/parallel_marking.cc.

#include "gc/marker.h"

#include <algorithm>

#include "cage/cage.h"
#include "gc/mark_bits.h"
#include "gc/mark_lanes.h"
#include "gc/traced_slot.h"
#include "heap/object_lookup.h"
#include "types/reference_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Whether all will be looked at when the array is: ephemerons, too.
bool HoldsOnlyWeakly(std::span<const ReferenceRange> ranges) {
  for (size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].kind == FieldKind::kEphemeronKey) {
      ++i;  // its value
    } else if (ranges[i].kind != FieldKind::kWeakMember) {
      return false;
    }
  }
  return true;
}

// Whether one look at the slots says which of them are to be cleared.
bool IsPlainWeak(const ReferenceRange& range) {
  return range.kind == FieldKind::kWeakMember && !range.to_mixin;
}

bool IsPlainMember(const ReferenceRange& range) {
  return range.kind == FieldKind::kMember && range.count == 1 &&
         !range.to_mixin;
}

}  // namespace

void Marker::MarkRoot(const void* pointer) {
  PushObject(SlotBegin(reinterpret_cast<uintptr_t>(pointer)));
  if (record_ != nullptr && stack_.size() >= kRootsAtOnce) {
    Drain<Mode::kAlone>();
  }
}

void Marker::MarkConservatively(uintptr_t address) {
  if (!IsInCage(address)) return;
  const PageHeap* const heap = HeapOf(RecordAt(PageIndexOf(address)));
  if (heap == nullptr) Cage::Get().AvoidChunkOf(address);
  if (heap != heap_) return;
  const uintptr_t object = SlotBegin(address);
  if (object == 0 || !IsAllocated(object)) return;
  if (record_ != nullptr) record_->stack.push_back(object);
  const TypeInfo& type = TypeOfSlot(RecordAt(PageIndexOf(object)), object);
  if (type.clean_entries != nullptr) stack_tables_.push_back(object);
  PushObject(object);
}

void Marker::MarkUnderConstruction(const void* object) {
  const auto begin = reinterpret_cast<uintptr_t>(object);
  const PageRecord& record = RecordOf(object);
  // It may have been marked, and not traced, beside the program.
  if (TestAndSet(side_tables.marked, GranuleOf(begin))) {
    live_bytes_ += record.slot_bytes;
  }
  if (record_ != nullptr) {
    record_->stack.push_back(begin);
    record_->under_construction.push_back(begin);
  }
  const uintptr_t end = begin + SlotBytes(record);
  for (uintptr_t at = begin; at + sizeof(Word) <= end; at += sizeof(Word)) {
    const Word word = LoadSlot(at);
    if (IsReference(word)) MarkConservatively(DecompressWord(word));
  }
  for (uintptr_t at = begin; at + sizeof(uintptr_t) <= end;
       at += sizeof(uintptr_t)) {
    MarkConservatively(*reinterpret_cast<const uintptr_t*>(at));
  }
}

size_t Marker::bytes_max() const {
  return stack_.bytes() + deferred_.capacity() * sizeof(ElementArray) +
         weak_.bytes() + ephemerons_.bytes_max() + weak_tables_.bytes() +
         weak_arrays_.bytes() + late_arrays_.capacity() * sizeof(ElementArray) +
         stack_tables_.capacity() * sizeof(uintptr_t) +
         shared_strings_.bytes() + absorbed_bytes_ + own_work_.bytes() +
         held_weak_slots_.capacity() * sizeof(HeldWeakSlot) +
         traced_again_.capacity() * sizeof(TraceDescriptor) +
         log_.capacity() * sizeof(ObjectGranule) + OutboxBytes();
}

size_t Marker::OutboxBytes() const {
  size_t bytes = outboxes_.capacity() * sizeof(outboxes_[0]);
  for (const std::vector<Word>& words : outboxes_) {
    bytes += words.capacity() * sizeof(Word);
  }
  return bytes;
}

void Marker::MarkReachable() {
  Drain<Mode::kAlone>();
  FinishEphemerons();
}

void Marker::Conclude() {
  if (shared_strings_.HasNew()) FinishSharedStrings();
  MarkWeakContainers();
}

// Bodies that nothing but listed strings refers to are marked now. One of them
// may be the key of an ephemeron, whose value then brings more: rarely, so that
// in such a cycle no string learns that it is alone.
void Marker::FinishSharedStrings() {
  const size_t late_count = late_value_count_;
  while (shared_strings_.HasNew()) {
    shared_strings_.ForEachNewIndirect(
        [this](uintptr_t body) { PushObject(body); });
    Drain<Mode::kAlone>();
    live_bytes_ += shared_strings_.MarkBodies();
    FinishEphemerons();
  }
  if (late_value_count_ == late_count) shared_strings_.ClearSoleOwners();
}

// What is unmarked still is held by nothing but TraceWeakContainer().
void Marker::MarkWeakContainers() {
  weak_.ForEachContainer([this](ObjectGranule granule) {
    if (!TestAndSet(side_tables.marked, granule)) return;
    if (record_ != nullptr) {
      record_->weak_containers.push_back(AddressOfGranule(granule));
    }
    live_bytes_ += side_tables.records[granule / kPageGranules].slot_bytes;
  });
}

// Writes the word above the top, and returns the top that counts it in if its
// target is unmarked.
HALFWORD_ALWAYS_INLINE Word* Marker::PushIfUnmarked(Word word, Word* top,
                                                    const uint64_t* marked) {
  *top = word;
  return top + 1 + MinusMarked(word, marked);
}

void Marker::PushObject(uintptr_t object) {
  Word* const top = stack_.Ensure(stack_.top(), 1);
  stack_.set_top(
      PushIfUnmarked(CompressAddress(object), top, side_tables.marked));
}

size_t Marker::TakeBatch(Word* words) {
  const size_t count = stack_.PopMany(words, kBatchSize);
  for (size_t i = 0; i < count; ++i) {
    __builtin_prefetch(DecompressPointer(words[i]));
  }
  return count;
}

template <Marker::Mode kMode>
void Marker::Drain() {
  Word batches[2][kBatchSize];
  do {
    size_t count = TakeBatch(batches[0]);
    for (size_t current = 0; count != 0; current ^= 1) {
      const size_t next_count = TakeBatch(batches[current ^ 1]);
      MarkBatch<kMode>(batches[current], count);
      if constexpr (kMode == Mode::kBounded || kMode == Mode::kBeside) {
        if (--batches_left_ == 0) {
          stack_.PushMany(batches[current ^ 1], next_count);
          return;
        }
      }
      if constexpr (kMode == Mode::kBeside) {
        if (!ExchangeWork()) {
          stack_.PushMany(batches[current ^ 1], next_count);
          batches_left_ = 0;
          return;
        }
      }
      if constexpr (kMode == Mode::kLogged) {
        if (log_.size() >= kLogCountMax) {
          stack_.PushMany(batches[current ^ 1], next_count);
          return;
        }
      }
      if constexpr (kMode == Mode::kShared) ExchangeWithPool();
      // What this batch found is taken now if nothing else waited.
      count = next_count != 0 ? next_count : TakeBatch(batches[current ^ 1]);
    }
  } while (TraceDeferred() && MayGoOn<kMode>());
}

// After a piece of an array, which takes as long as some batches.
template <Marker::Mode kMode>
bool Marker::MayGoOn() {
  if constexpr (kMode == Mode::kBounded || kMode == Mode::kBeside) {
    batches_left_ -= std::min(batches_left_, kPieceCount / kBatchSize);
    if constexpr (kMode == Mode::kBeside) {
      if (!ExchangeWork()) batches_left_ = 0;
    }
    return batches_left_ != 0;
  }
  return true;
}

// For gc/ephemeron_marking.cc, gc/marker_beside.cc, gc/parallel_marking.cc.
template void Marker::Drain<Marker::Mode::kAlone>();
template void Marker::Drain<Marker::Mode::kLogged>();
template void Marker::Drain<Marker::Mode::kBeside>();
template void Marker::Drain<Marker::Mode::kShared>();

bool Marker::DrainSome(size_t object_count) {
  batches_left_ = object_count / kBatchSize + 1;
  Drain<Mode::kBounded>();
  return batches_left_ != 0 || (stack_.empty() && deferred_.empty());
}

// False: the exchange says to stop.
HALFWORD_ALWAYS_INLINE bool Marker::ExchangeWork() {
  MarkExchange& exchange = *beside_.exchange;
  if (stack_.size() >= kSharedWordsMin && exchange.word_count() == 0) {
    exchange.Share(&stack_);
  }
  if (!is_helper()) return true;
  if (own_work_.size() >= kOwnWorkMax) exchange.GiveOwnWork(&own_work_);
  if (live_bytes_ - reported_bytes_ >= kReportBytes) {
    exchange.AddMarkedBytes(live_bytes_ - reported_bytes_);
    reported_bytes_ = live_bytes_;
  }
  return !exchange.is_stopping();
}

// Between two batches.
HALFWORD_ALWAYS_INLINE void Marker::ExchangeWithPool() {
  if (pool_->has_mail(number_)) pool_->TakeMail(number_, &stack_);
  if (__builtin_expect(pool_->wants_words(), false)) ShareWithPool();
}

void Marker::Absorb(Marker* other) {
  absorbed_bytes_ += other->bytes_max();
  live_bytes_ += other->live_bytes_;
  other->stack_.MoveNewest(other->stack_.size(), &stack_);
  deferred_.insert(deferred_.end(), other->deferred_.begin(),
                   other->deferred_.end());
  own_work_.Take(&other->own_work_);
  held_weak_slots_.insert(held_weak_slots_.end(),
                          other->held_weak_slots_.begin(),
                          other->held_weak_slots_.end());
  traced_again_.insert(traced_again_.end(), other->traced_again_.begin(),
                       other->traced_again_.end());
  weak_.Absorb(&other->weak_);
  ephemerons_.Absorb(&other->ephemerons_);
  weak_tables_.Absorb(&other->weak_tables_);
  weak_arrays_.Absorb(&other->weak_arrays_);
  late_arrays_.insert(late_arrays_.end(), other->late_arrays_.begin(),
                      other->late_arrays_.end());
  shared_strings_.Absorb(other->shared_strings_);
  log_.insert(log_.end(), other->log_.begin(), other->log_.end());
}

// An atomic operation takes as long as the rest of an object, and loads after
// it wait for it. So all bits of a batch are set before anything is traced, and
// neighbours', which lie in one word, by one operation.
HALFWORD_ALWAYS_INLINE size_t Marker::Claim(const Word* words, size_t count,
                                            Word* claimed, uint64_t* marked) {
  size_t claimed_count = 0;
  size_t at = count;
  while (at != 0) {
    const size_t index = WindowGranule(words[at - 1]) / 64;
    const size_t first = claimed_count;
    uint64_t bits = 0;
    for (; at != 0 && WindowGranule(words[at - 1]) / 64 == index; --at) {
      const uint64_t bit = BitOf(words[at - 1]);
      claimed[claimed_count] = words[at - 1];
      claimed_count += (bits & bit) == 0;
      bits |= bit;
    }
    bits &= ~__atomic_load_n(&marked[index], __ATOMIC_RELAXED);
    if (bits != 0) {
      bits &= ~__atomic_fetch_or(&marked[index], bits, __ATOMIC_SEQ_CST);
    }
    size_t kept = first;
    for (size_t i = first; i < claimed_count; ++i) {
      const Word word = claimed[i];
      claimed[kept] = word;
      kept += (bits & BitOf(word)) != 0;
    }
    claimed_count = kept;
  }
  return claimed_count;
}

template <Marker::Mode kMode>
void Marker::MarkBatch(const Word* words, size_t count) {
  constexpr bool kAtomic = kMode == Mode::kBeside;
  uint64_t* const marked = side_tables.marked;
  PageRecord* const records = side_tables.records;
  const bool has_lanes = HasLanes();
  // Room for all that the batch may find, TraceObject() aside.
  const size_t room = kBatchSize * kStrongOffsetCountMax + kLaneCount;
  Word* top = stack_.Ensure(stack_.top(), room);
  size_t live_bytes = 0;
  Word claimed[kAtomic ? kBatchSize : 1];
  if constexpr (kAtomic) count = Claim(words, count, claimed, marked);
  // The newest first, as a stack would; Claim() has turned them around.
  for (size_t i = 0; i < count; ++i) {
    const Word word = kAtomic ? claimed[i] : words[count - 1 - i];
    const size_t granule = WindowGranule(word);
    PageRecord& record = records[granule / kPageGranules];
    if constexpr (kMode == Mode::kShared) {
      if (IsSet(marked, granule)) continue;
      const MarkerNumber owner = OwnerOf(&record, number_);
      if (__builtin_expect(owner == number_, true)) {
        TestAndSet(marked, granule);
      } else if (owner == kEverybody) {
        if (!TestAndSet<true>(marked, granule)) continue;
      } else {
        Send(owner, word);
        continue;
      }
    } else if constexpr (!kAtomic) {
      if (!TestAndSet(marked, granule)) continue;
    }
    if constexpr (kMode == Mode::kLogged) log_.push_back(granule);
    live_bytes += record.slot_bytes;
    const uintptr_t object = DecompressWord(word);
    const TypeInfo* type = record.type;
    if (__builtin_expect(type == nullptr, false)) {
      type = &TypeRegistry::TypeById(SharedTypeId(record, object));
    }
    if (type->trace_mode == TraceMode::kOffsets) {
      top = TraceOffsets(*type, object, top, marked);
    } else if (type->trace_mode == TraceMode::kLanes) {
      top = has_lanes
                ? PushUnmarkedLanes(object, type->strong_lanes, top, marked)
                : TraceOffsets(*type, object, top, marked);
    } else if (type->trace_mode != TraceMode::kLeaf) {
      stack_.set_top(top);
      TraceObject(*type, object, record);
      top = stack_.Ensure(stack_.top(), room);
    }
  }
  stack_.set_top(top);
  live_bytes_ += live_bytes;
}

// For gc/marker_beside.cc.
template void Marker::MarkBatch<Marker::Mode::kBeside>(const Word*, size_t);

HALFWORD_ALWAYS_INLINE Word* Marker::TraceOffsets(const TypeInfo& type,
                                                  uintptr_t object, Word* top,
                                                  const uint64_t* marked) {
  const uint32_t count = type.strong_offset_count;
  const uint32_t* const offsets = type.strong_offsets;
  for (uint32_t i = 0; i < count; ++i) {
    top = PushIfUnmarked(LoadSlot(object + offsets[i]), top, marked);
  }
  return top;
}

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
  Word* const top = stack_.Ensure(stack_.top(), type.strong_offset_count);
  stack_.set_top(TraceOffsets(type, object, top, side_tables.marked));
  TraceRanges(type.ranges, object);
  if (type.variable_size && !type.trailing_is_leaf) {
    TraceTrailing(type, object, record);
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
void Marker::TraceTrailing(const TypeInfo& type, uintptr_t object,
                           const PageRecord& record) {
  const size_t room = UsableBytes(record) - type.trailing_offset;
  const bool is_noted =
      type.trailing_is_weak && (!is_beside() || IsNotedAsOne(type));
  const ElementArray elements = {
      .ranges = type.trailing_ranges,
      .begin = object + type.trailing_offset,
      .count = room / type.trailing_element_bytes,
      .stride = type.trailing_element_bytes,
      .notes_weak = type.trailing_is_weak && !is_noted};
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
  if (deferred_.empty()) return false;
  const ElementArray piece = deferred_.back().TakeFirst(kPieceCount);
  if (deferred_.back().count == 0) deferred_.pop_back();
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

void Marker::TraceAgainInPause() {
  if (!traced_again_.empty() &&
      traced_again_.back().callback == traced_.callback &&
      traced_again_.back().base_object_payload == traced_.base_object_payload) {
    return;
  }
  traced_again_.push_back(traced_);
}

void Marker::VisitStrong(const Word* slot, bool to_mixin) {
  const Word word = LoadSlot(reinterpret_cast<uintptr_t>(slot));
  if (!IsReference(word)) return;
  PushObject(to_mixin ? ObjectOfMixin(word) : DecompressWord(word));
}

void Marker::VisitHeldWeak(const Word* slot, bool to_mixin) {
  if (is_beside() && IsInCage(slot)) {
    held_weak_slots_.push_back({slot, to_mixin});
  } else if (is_beside()) {
    TraceAgainInPause();
  }
  VisitStrong(slot, to_mixin);
}

// What it will look at may lie anywhere.
void Marker::RegisterWeakCallback(WeakCallback callback, const void* data) {
  if (is_beside() && !IsInCage(data)) {
    TraceAgainInPause();
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
  if (is_helper()) {
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
