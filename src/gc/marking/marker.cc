// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Roots, the marking loop, and the end of marking. MarkBatch() and what it
// inlines is where a collection spends its time. What is not a plain Member:
// gc/marking/marker_tracing.cc; ephemerons and weak containers:
// gc/marking/ephemeron_marking.cc; beside the program:
// gc/marking/marker_beside.cc; among several: gc/marking/parallel_marking.cc.

#include "gc/marking/marker.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "cage/cage.h"
#include "gc/marking/mark_bits.h"
#include "gc/marking/mark_claims.h"
#include "gc/marking/mark_lanes.h"
#include "gc/marking/push_unmarked.h"
#include "gc/marking/sorted_batch.h"
#include "gc/weak/traced_slot.h"
#include "heap/object_lookup.h"
#include "types/reference_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

void Marker::MarkRoot(const void* pointer) {
  PushRoot(pointer);
  if (has_many_roots()) MarkRoots();
}

void Marker::MarkRoots() { Drain<Mode::kAlone>(); }

void Marker::MarkConservatively(uintptr_t address, const void* place) {
  if (!IsInCage(address)) return;
  const PageHeap* const heap = HeapOf(RecordAt(PageIndexOf(address)));
  if (heap == nullptr) Cage::Get().AvoidChunkOf(address);
  if (heap != heap_) return;
  const uintptr_t object = SlotBegin(address);
  if (object == 0 || !IsAllocated(object)) return;
  if (suspects_ != nullptr &&
      (IsMarked(object) ||
       !suspects_->Confirms({reinterpret_cast<uintptr_t>(place), object}))) {
    return;
  }
  if (record_ != nullptr) record_->stack.push_back(object);
  const TypeInfo& type = TypeOfSlot(RecordAt(PageIndexOf(object)), object);
  if (type.clean_entries != nullptr) table_words_.push_back(address);
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
    if (IsReference(word)) {
      MarkConservatively(DecompressWord(word), reinterpret_cast<void*>(at));
    }
  }
  for (uintptr_t at = begin; at + sizeof(uintptr_t) <= end;
       at += sizeof(uintptr_t)) {
    const auto* const place = reinterpret_cast<const uintptr_t*>(at);
    MarkConservatively(*place, place);
  }
}

size_t Marker::bytes_max() const {
  return stack_.bytes() + deferred_.capacity() * sizeof(ElementArray) +
         weak_.bytes() + ephemerons_.bytes_max() + weak_tables_.bytes() +
         weak_arrays_.bytes() + moved_.bytes() +
         late_arrays_.capacity() * sizeof(ElementArray) +
         table_words_.capacity() * sizeof(uintptr_t) + shared_strings_.bytes() +
         absorbed_bytes_ + own_work_.bytes() + held_weak_slots_.bytes() +
         traced_again_.bytes() + callbacks_again_.bytes() +
         ephemerons_again_.bytes() + found_slots_.bytes() +
         log_.capacity() * sizeof(ObjectGranule) + OutboxBytes();
}

size_t Marker::OutboxBytes() const {
  size_t bytes = outboxes_.capacity() * sizeof(std::vector<Word>);
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

void Marker::PushObject(uintptr_t object) {
  Word* const top = stack_.Ensure(stack_.top(), 1);
  stack_.set_top(
      PushIfUnmarked(CompressAddress(object), top, side_tables.marked));
}

size_t Marker::TakeBatch(Word* words) {
  const std::span<const Word> taken = stack_.PopMany(kBatchSize);
  // Nearly all are whole: that loop has no end to foresee.
  if (__builtin_expect(taken.size() == kBatchSize, true)) {
    std::memcpy(words, taken.data(), kBatchSize * sizeof(Word));
    for (size_t i = 0; i < kBatchSize; ++i) {
      __builtin_prefetch(DecompressPointer(words[i]));
    }
    return kBatchSize;
  }
  for (size_t i = 0; i < taken.size(); ++i) {
    words[i] = taken[i];
    __builtin_prefetch(DecompressPointer(words[i]));
  }
  return taken.size();
}

template <Marker::Mode kMode>
void Marker::Drain() {
  Word batches[2][kBatchSize];
  do {
    size_t count = TakeBatch(batches[0]);
    for (size_t current = 0; count != 0; current ^= 1) {
      const size_t next_count = TakeBatch(batches[current ^ 1]);
      MarkBatch<kMode>(batches[current], count, next_count == 0);
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

// For gc/marking/ephemeron_marking.cc, gc/marking/marker_beside.cc,
// gc/marking/parallel_marking.cc.
template void Marker::Drain<Marker::Mode::kAlone>();
template void Marker::Drain<Marker::Mode::kLogged>();
template void Marker::Drain<Marker::Mode::kBeside>();
template void Marker::Drain<Marker::Mode::kShared>();

bool Marker::DrainSome(size_t object_count) {
  batches_left_ = object_count / kBatchSize + 1;
  Drain<Mode::kBounded>();
  return batches_left_ != 0 || is_dry();
}

// False: the exchange says to stop.
HALFWORD_ALWAYS_INLINE bool Marker::ExchangeWork() {
  MarkExchange& exchange = *beside_.exchange;
  if (stack_.size() >= kSharedWordsMin && exchange.word_count() == 0) {
    exchange.Share(&stack_);
  }
  if (!is_helper()) return true;
  if (__builtin_expect(exchange.is_asked(), false)) {
    exchange.GiveAsked(&stack_, &deferred_);
  }
  if (own_work_.size() >= kOwnWorkMax) exchange.GiveOwnWork(&own_work_);
  if (work_bytes() - reported_bytes_ >= kReportBytes) {
    exchange.AddMarkedBytes(work_bytes() - reported_bytes_);
    reported_bytes_ = work_bytes();
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
  array_bytes_ += other->array_bytes_;
  other->stack_.MoveNewest(other->stack_.size(), &stack_);
  deferred_.insert(deferred_.end(), other->deferred_.begin(),
                   other->deferred_.end());
  own_work_.Take(&other->own_work_);
  held_weak_slots_.Absorb(other->held_weak_slots_);
  traced_again_.Absorb(other->traced_again_);
  weak_.Absorb(&other->weak_);
  ephemerons_.Absorb(&other->ephemerons_);
  weak_tables_.Absorb(&other->weak_tables_);
  weak_arrays_.Absorb(&other->weak_arrays_);
  late_arrays_.insert(late_arrays_.end(), other->late_arrays_.begin(),
                      other->late_arrays_.end());
  shared_strings_.Absorb(other->shared_strings_);
  log_.insert(log_.end(), other->log_.begin(), other->log_.end());
}

namespace {

// Of a gigabyte they are four megabytes, in the order of no graph.
HALFWORD_ALWAYS_INLINE void PrefetchRecords(const Word* words, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    __builtin_prefetch(
        &side_tables.records[WindowGranule(words[i]) / kPageGranules]);
  }
}

}  // namespace

template <Marker::Mode kMode>
void Marker::MarkBatch(const Word* words, size_t count, bool is_alone) {
  constexpr bool kPlain = kMode == Mode::kAlone || kMode == Mode::kBounded;
  const bool is_sorted = sorting_.BeginBatch();
  if (kPlain && !is_sorted) {
    TraceInTurn<true>(words, count, is_alone);
    return;
  }
  if (kPlain && !sorting_.is_counted()) {
    TraceSorted<true>(words, count, 0);
    return;
  }
  Word claimed[kBatchSize];
  size_t claimed_count;
  if constexpr (kMode == Mode::kShared) {
    claimed_count = ClaimShared(words, count, claimed);
  } else if constexpr (kMode == Mode::kBeside) {
    // Loads wait for atomic operations; nothing else would be under way.
    PrefetchRecords(words, count);
    claimed_count = ClaimAtomically(words, count, claimed, side_tables.marked);
  } else {
    claimed_count = ClaimPlainly(words, count, claimed, side_tables.marked);
  }
  if constexpr (kMode == Mode::kLogged) {
    for (size_t i = 0; i < claimed_count; ++i) {
      log_.push_back(WindowGranule(claimed[i]));
    }
  }
  if (is_sorted) {
    // Otherwise words are dropped without a branch in any case.
    TraceSorted<false>(claimed, claimed_count,
                       kPlain ? count - claimed_count : 0);
  } else {
    TraceInTurn<false>(claimed, claimed_count, false);
  }
  if constexpr (kMode == Mode::kBeside) {
    if (is_alone) FollowList(kBatchSize - count);
  }
}

// Up to so many more objects, as long as each brings one and nothing else
// waits.
HALFWORD_ALWAYS_INLINE void Marker::FollowList(size_t object_count) {
  for (; object_count != 0 && stack_.size() == 1; --object_count) {
    const Word word = stack_.PopMany(1).front();
    if (TestAndSet<true>(side_tables.marked, WindowGranule(word))) {
      TraceInTurn<false>(&word, 1, false);
    }
  }
}

// One object after the other: as fast as can be where most are alike. Of a
// list, where each object brings one and nothing else waits, a batch goes on.
template <bool kClaims>
HALFWORD_ALWAYS_INLINE void Marker::TraceInTurn(const Word* words, size_t count,
                                                bool is_alone) {
  uint64_t* const marked = side_tables.marked;
  const PageRecord* const records = side_tables.records;
  const bool has_lanes = has_lanes_;
  Word* top = stack_.Ensure(stack_.top(), kBatchRoom);
  size_t live_bytes = 0;
  for (size_t i = 0;; ++i) {
    Word word;
    if (i < count) {
      // The newest first; claiming has turned them around.
      word = kClaims ? words[count - 1 - i] : words[i];
    } else if (kClaims && is_alone && i < kBatchSize &&
               top == stack_.bottom() + 1) {
      word = *--top;
    } else {
      break;
    }
    const size_t granule = WindowGranule(word);
    if (kClaims && !TestAndSet(marked, granule)) continue;
    const PageRecord& record = records[granule / kPageGranules];
    live_bytes += record.slot_bytes;
    const TypeInfo& type = TypeOf(record, word);
    const TraceMode mode = type.trace_mode;
    if (mode == TraceMode::kOffsets || mode == TraceMode::kFewLanes) {
      top = PushUnmarkedOffsets(type, DecompressWord(word), top, marked);
    } else if (mode == TraceMode::kLanes) {
      top = has_lanes
                ? PushUnmarkedLanes(LaneObject{word, type.strong_lanes}, top,
                                    marked)
                : PushUnmarkedOffsets(type, DecompressWord(word), top, marked);
    } else if (mode != TraceMode::kLeaf) {
      stack_.set_top(top);
      TraceObject(type, DecompressWord(word), record);
      top = stack_.Ensure(stack_.top(), kBatchRoom);
    }
  }
  stack_.set_top(top);
  live_bytes_ += live_bytes;
}

template <bool kClaims>
HALFWORD_ALWAYS_INLINE void Marker::TraceSorted(const Word* words, size_t count,
                                                size_t repeated_count) {
  const bool has_lanes = has_lanes_;
  SortedBatch batch;
  batch.Sort<kClaims>(words, count,
                      has_lanes ? kSortStepsWithLanes : kSortStepsWithoutLanes);
  live_bytes_ += batch.live_bytes;
  const uint64_t* const marked = side_tables.marked;
  Word* top = stack_.Ensure(stack_.top(), kBatchRoom);
  // What is compiled for AVX2 must not even be entered without it.
  if (has_lanes) top = PushUnmarkedLanes(batch.laned, top, marked);
  for (size_t i = 0; i < batch.other_count; ++i) {
    const uintptr_t object = DecompressWord(batch.others[i]);
    const TypeInfo& type = *batch.other_types[i];
    if (type.trace_mode <= TraceMode::kLanes) {
      top = PushUnmarkedOffsets(type, object, top, marked);
    } else {
      stack_.set_top(top);
      TraceObject(type, object, RecordAt(PageIndexOf(object)));
      top = stack_.Ensure(stack_.top(), kBatchRoom);
    }
  }
  stack_.set_top(top);
  if (sorting_.is_counted()) sorting_.Count(batch.Kinds(count, repeated_count));
}

// For gc/marking/marker_beside.cc.
template void Marker::MarkBatch<Marker::Mode::kBeside>(const Word*, size_t,
                                                       bool);

}  // namespace halfword::inline HALFWORD_ABI::internal
