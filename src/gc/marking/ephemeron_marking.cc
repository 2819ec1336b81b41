// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The marker's part for ephemerons, whose values live while their keys do, and
// for containers held weakly, which may be such keys. What is found before its
// key waits: in the array it stands in or in a list, both of which are scanned
// again, and at last in an index by key
// (design/marking.md#req.mark.weak-arrays).

#include <algorithm>
#include <new>

#include "gc/marking/marker.h"
#include "gc/weak/traced_slot.h"
#include "heap/object_lookup.h"
#include "types/reference_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

bool Marker::IsKeyAlive(const Word* key, bool to_mixin) const {
  const Word word = LoadSlot(reinterpret_cast<uintptr_t>(key));
  if (!IsReference(word)) return false;
  const ObjectGranule granule =
      GranuleOf(to_mixin ? ObjectOfMixin(word) : DecompressWord(word));
  return TestBit(side_tables.marked, granule) || weak_.HasContainer(granule);
}

void Marker::AddWeakArray(const TypeInfo& type, const ElementArray& array) {
  if (array.notes_weak) {
    late_arrays_.push_back(array);
    return;
  }
  (type.clean_entries != nullptr ? weak_tables_ : weak_arrays_).Add(array);
}

// Marks the value if its key is alive.
PairState Marker::LookAt(const SlotPair& pair) {
  const Word value = LoadSlot(reinterpret_cast<uintptr_t>(pair.value));
  if (!IsReference(value)) return PairState::kSettled;
  const uintptr_t object =
      pair.value_to_mixin ? ObjectOfMixin(value) : DecompressWord(value);
  if (TestBit(side_tables.marked, GranuleOf(object))) {
    return PairState::kSettled;
  }
  if (!IsKeyAlive(pair.key, pair.key_to_mixin)) return PairState::kWaiting;
  PushObject(object);
  return PairState::kTraced;
}

// The same. Whatever its value, it waits as long as its key is not alive, since
// it will have to be cleared; but for one of nothing at all.
PairState Marker::LookAt(Word* noted_key) {
  const SlotPair pair = {noted_key, noted_key + 1, true, true};
  const Word key = LoadSlot(reinterpret_cast<uintptr_t>(pair.key));
  if (!IsReference(key)) {
    const Word value = LoadSlot(reinterpret_cast<uintptr_t>(pair.value));
    return IsReference(value) ? PairState::kWaiting : PairState::kSettled;
  }
  if (MayBeUnmarked(key) && !IsKeyAlive(pair.key, true)) {
    return PairState::kWaiting;
  }
  const PairState state = LookAt(pair);
  late_value_count_ += state == PairState::kTraced ? 1 : 0;
  return state;
}

PairState Marker::LookAt(const TracedEphemeron& traced) {
  if (!IsReference(LoadSlot(reinterpret_cast<uintptr_t>(traced.key)))) {
    return PairState::kSettled;
  }
  if (!IsKeyAlive(traced.key, traced.key_to_mixin)) return PairState::kWaiting;
  TracePart({traced.value, traced.callback});
  ++late_value_count_;
  return PairState::kTraced;
}

void Marker::TraceEphemeronRange(const ReferenceRange& key,
                                 const ReferenceRange& value, uintptr_t base) {
  for (size_t i = 0; i < key.count; ++i) {
    VisitPair({reinterpret_cast<Word*>(base + key.offset + i * key.stride),
               reinterpret_cast<Word*>(base + value.offset + i * value.stride),
               key.to_mixin, value.to_mixin});
  }
}

// Beside the program another key may stand there by the pause.
void Marker::VisitPair(const SlotPair& pair) {
  if (!is_beside() &&
      !IsReference(LoadSlot(reinterpret_cast<uintptr_t>(pair.key))) &&
      !IsReference(LoadSlot(reinterpret_cast<uintptr_t>(pair.value)))) {
    return;
  }
  const bool is_alive = IsKeyAlive(pair.key, pair.key_to_mixin);
  if (is_alive) VisitStrong(pair.value, pair.value_to_mixin);
  // One that is traced again was noted when it was traced first.
  const bool is_noted = is_tracing_again_ || (is_alive && !is_beside());
  if (!is_noted) ephemerons_.AddPair(pair.key);
}

// All are looked at in order, and those that wait again while that brings more,
// a few times; only then do they wait in an index.
void Marker::FinishEphemerons() {
  for (int scan = 0; !lists_pairs_; ++scan) {
    if (ScanEphemerons() == 0) return;
    if (scan == kScanCountMax) ListWaitingPairs();
  }
  FinishListedEphemerons();
}

// Returns how many values that brought.
size_t Marker::ScanEphemerons() {
  const size_t late_count = late_value_count_;
  const auto look = [this](const SlotPair& pair) {
    const PairState state = LookAt(pair);
    late_value_count_ += state == PairState::kTraced ? 1 : 0;
    return state;
  };
  for (WeakArrays* arrays : {&weak_tables_, &weak_arrays_}) {
    const bool had_waiting = arrays->has_waiting();
    while (!arrays->LookAtNew(kElementsAtOnce, look)) Drain<Mode::kAlone>();
    if (!had_waiting) continue;
    while (!arrays->LookAgain(kElementsAtOnce, !weak_.has_containers(), look)) {
      Drain<Mode::kAlone>();
    }
  }
  Drain<Mode::kAlone>();
  ephemerons_.Scan([this](const auto& noted) { return LookAt(noted); },
                   [this] { Drain<Mode::kAlone>(); });
  Drain<Mode::kAlone>();
  return late_value_count_ - late_count;
}

PairState Marker::ListPair(const SlotPair& pair) {
  if (LookAt(pair) == PairState::kWaiting) ephemerons_.AddPair(pair.key);
  return PairState::kSettled;
}

void Marker::ListWaitingPairs() {
  lists_pairs_ = true;
  const auto list = [this](const SlotPair& pair) { return ListPair(pair); };
  for (WeakArrays* arrays : {&weak_tables_, &weak_arrays_}) {
    arrays->LookAtNew(SIZE_MAX, list);
    arrays->LookAgain(SIZE_MAX, false, list);
  }
  Drain<Mode::kAlone>();
}

// What is marked from here on is logged and looked up in the index, so the work
// is linear in what is marked.
void Marker::FinishListedEphemerons() {
  const auto look = [this](const auto& noted) { return LookAt(noted); };
  ephemerons_.LookAtIndexed(look);
  do {
    ephemerons_.IndexNew(look);
    LookUpLog();
    Drain<Mode::kLogged>();
  } while (!log_.empty() || !is_dry() || ephemerons_.has_new());
}

void Marker::ForgetArraysIn(std::span<const uintptr_t> freed) {
  const auto is_freed = [&](const ElementArray& array) {
    return std::ranges::binary_search(freed, SlotBegin(array.begin));
  };
  weak_tables_.Forget(is_freed);
  weak_arrays_.Forget(is_freed);
  std::erase_if(late_arrays_, is_freed);
}

// False: there are more.
bool Marker::NoteLateSlots(size_t element_count) {
  while (!late_arrays_.empty()) {
    if (element_count == 0) return false;
    const ElementArray piece = late_arrays_.back().TakeFirst(element_count);
    if (late_arrays_.back().count == 0) late_arrays_.pop_back();
    element_count -= piece.count;
    for (const ReferenceRange& range : piece.ranges) {
      for (uint32_t k = 0; k < range.count; ++k) {
        weak_.sifted_slots()->AddUnmarked(
            {piece.begin + range.offset + uintptr_t{k} * range.stride,
             piece.stride, piece.count});
      }
    }
  }
  return true;
}

Marker::Scan Marker::ScanWeakArrays(size_t element_count) {
  if (!NoteLateSlots(element_count)) return Scan::kNotAtEnd;
  const auto look = [this](const SlotPair& pair) {
    const PairState state = LookAt(pair);
    scan_value_count_ += state == PairState::kTraced ? 1 : 0;
    return state;
  };
  if (!weak_tables_.LookAtNew(element_count, look) ||
      !weak_arrays_.LookAtNew(element_count, look)) {
    return Scan::kNotAtEnd;
  }
  if (scan_count_ == kScanCountMax) return Scan::kDone;
  // The pause looks at all of the others again.
  if (scan_count_ != 0 &&
      !weak_tables_.LookAgain(element_count, !weak_.has_containers(), look)) {
    return Scan::kNotAtEnd;
  }
  const bool is_last = scan_value_count_ <= kFewValues;
  scan_value_count_ = 0;
  scan_count_ = is_last ? kScanCountMax : scan_count_ + 1;
  return is_last ? Scan::kDone : Scan::kAgain;
}

// What a callback traces may be logged meanwhile.
void Marker::LookUpLog() {
  for (size_t i = 0; i < log_.size(); ++i) {
    ephemerons_.LookAtThoseOf(
        log_[i], [this](const auto& noted) { return LookAt(noted); });
  }
  log_.clear();
}

// Outside the cage either may be gone by the pause.
void Marker::VisitEphemeron(const Word* key, bool key_to_mixin,
                            const void* value, TraceCallback callback) {
  if (is_beside() && (!IsInCage(key) || !IsInCage(value))) {
    TraceAgainInPause();
    if (IsKeyAlive(key, key_to_mixin)) callback(this, value);
  } else if (IsKeyAlive(key, key_to_mixin)) {
    callback(this, value);
  } else if (is_beside() ||
             IsReference(LoadSlot(reinterpret_cast<uintptr_t>(key)))) {
    const TracedEphemeron traced = {key, key_to_mixin, value, callback};
    if (is_tracing_again_) {
      ephemerons_again_.Add(traced);
    } else {
      ephemerons_.AddTraced(traced);
    }
  }
}

void Marker::TakeNotedAgain() {
  for (const TracedEphemeron& traced : ephemerons_again_) {
    ephemerons_.AddTraced(traced);
  }
  for (const WeakCallbackItem& item : callbacks_again_) {
    weak_.AddCallback(item.callback, item.data);
  }
  found_slots_.ForEach([this](const Word* slot) { weak_.AddSlot(slot); });
  found_slots_ = {};
  ephemerons_again_ = {};
  callbacks_again_ = {};
}

size_t Marker::weak_reference_count() const {
  size_t count = weak_.count() + ephemerons_.pair_count() +
                 weak_tables_.element_count() + weak_arrays_.element_count();
  for (const ElementArray& array : late_arrays_) count += array.count;
  return count;
}

void Marker::SettleWeakReferences(TableCleaning* cleaning,
                                  const Sharing& sharing) {
  std::ranges::sort(table_words_);
  weak_tables_.ForEach([&](const ElementArray& array) {
    if (!LeaveTo(cleaning, array)) array.Settle();
  });
  weak_arrays_.ForEach([](const ElementArray& array) { array.Settle(); });
  for (const ElementArray& array : late_arrays_) array.Settle();
  moved_.ForEachWeak([](uintptr_t object) {
    const PageRecord& record = RecordAt(PageIndexOf(object));
    TrailingElements(TypeOfSlot(record, object), object, record).Settle();
  });
  ephemerons_.Settle();
  weak_.Settle(sharing);
}

// What the program reads through a reference must be null after the pause. Of
// what it reads it has the whole address, or that of an entry near it
// (hash_slot.h, Expose()), behind it where it is that of a part of it. Other
// addresses of the table say nothing: iterators ask whether what they stand on
// died. False: the table cannot be left.
bool Marker::LeaveTo(TableCleaning* cleaning, const ElementArray& array) const {
  if (cleaning == nullptr) return false;
  const uintptr_t table = SlotBegin(array.begin);
  const PageRecord& record = RecordAt(PageIndexOf(table));
  try {
    cleaning->Add(reinterpret_cast<void*>(table),
                  TypeOfSlot(record, table).clean_entries);
  } catch (const std::bad_alloc&) {
    return false;
  }
  size_t end = 0;
  for (auto word = std::ranges::lower_bound(table_words_, array.begin);
       word != table_words_.end() && *word < table + SlotBytes(record);
       ++word) {
    const size_t at = (*word - array.begin) / array.stride;
    const size_t begin =
        std::min(std::max(at - std::min(at, kNearElements), end), array.count);
    end = std::min(at + kNearElements + 1, array.count);
    if (begin < end) array.Part(begin, end - begin).Settle();
  }
  return true;
}

void Marker::VisitWeakContainer(const void* object,
                                TraceDescriptor weak_descriptor,
                                WeakCallback callback, const void* data) {
  if (is_beside()) {
    TraceAgainInPause();
    return;
  }
  const ObjectGranule granule =
      GranuleOf(SlotBegin(reinterpret_cast<uintptr_t>(object)));
  // Its bit stays clear until marking ends. A strong reference, whenever it is
  // found, then finds it unmarked and has it traced with all that it holds.
  if (!TestBit(side_tables.marked, granule) && weak_.AddContainer(granule)) {
    log_.push_back(granule);  // it may be the key of ephemerons
    if (weak_descriptor.callback != nullptr) {
      weak_descriptor.callback(this, weak_descriptor.base_object_payload);
    }
  }
  if (callback != nullptr) weak_.AddCallback(callback, data);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
