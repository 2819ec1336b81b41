// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The marker's part for ephemerons, whose values live while their keys do, and
// for containers held weakly, which may be such keys. What is found before its
// key waits: in the array it stands in, which is scanned again, or in a table
// by key (design/marking.md#req.mark.weak-arrays).

#include <algorithm>
#include <new>

#include "gc/marker.h"
#include "gc/traced_slot.h"
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
  (type.clean_entries != nullptr ? weak_tables_ : weak_arrays_).Add(array);
}

// Marks the value if its key is alive.
PairState Marker::LookAt(const ArrayPair& pair) {
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

void Marker::TraceEphemeronRange(const ReferenceRange& key,
                                 const ReferenceRange& value, uintptr_t base) {
  for (size_t i = 0; i < key.count; ++i) {
    auto* const key_slot =
        reinterpret_cast<Word*>(base + key.offset + i * key.stride);
    auto* const value_slot =
        reinterpret_cast<Word*>(base + value.offset + i * value.stride);
    NoteUnbarred(key_slot, value_slot, key.to_mixin);
    VisitPair({key_slot, value_slot, key.to_mixin, value.to_mixin});
  }
}

void Marker::VisitPair(const ArrayPair& pair) {
  VisitEphemeron(pair.key, pair.key_to_mixin, pair.value,
                 pair.value_to_mixin ? [](Visitor* visitor, const void* slot) {
                   static_cast<Marker*>(visitor)->VisitStrong(
                       static_cast<const Word*>(slot), true);
                 } : TraceCallback{nullptr});
}

// Those of arrays are looked at in order, and those that wait again while that
// brings more, a few times; only then do they wait in a table as others do. The
// values of others may lead to arrays, even to the first.
void Marker::FinishEphemerons() {
  for (int scan = 0; !lists_pairs_; ++scan) {
    const bool is_new = ScanAllPairs();
    Drain<Mode::kAlone>();
    const size_t taken = weak_.taken_value_count();
    FinishListedEphemerons();
    if (!is_new && weak_.taken_value_count() == taken) return;
    if (scan == kScanCountMax) ListWaitingPairs();
  }
  FinishListedEphemerons();
}

// Returns whether that brought any.
bool Marker::ScanAllPairs() {
  size_t count = 0;
  const auto look = [&](const ArrayPair& pair) {
    const PairState state = LookAt(pair);
    count += state == PairState::kTraced ? 1 : 0;
    return state;
  };
  for (WeakArrays* arrays : {&weak_tables_, &weak_arrays_}) {
    const bool had_waiting = arrays->has_waiting();
    arrays->LookAtNew(SIZE_MAX, look);
    if (had_waiting) arrays->LookAgain(SIZE_MAX, look);
  }
  weak_.NoteTaken(count);
  return count != 0;
}

PairState Marker::ListPair(const ArrayPair& pair) {
  if (LookAt(pair) == PairState::kWaiting) VisitPair(pair);
  return PairState::kSettled;
}

void Marker::ListWaitingPairs() {
  lists_pairs_ = true;
  const auto list = [this](const ArrayPair& pair) { return ListPair(pair); };
  for (WeakArrays* arrays : {&weak_tables_, &weak_arrays_}) {
    arrays->LookAtNew(SIZE_MAX, list);
    arrays->LookAgain(SIZE_MAX, list);
  }
  Drain<Mode::kAlone>();
}

// Ephemerons whose keys were unmarked wait in a table. What is marked from here
// on is logged and looked up there, so the work is linear in what is marked.
void Marker::FinishListedEphemerons() {
  if (!weak_.has_ephemerons()) return;
  weak_.ForEachWaitingKey([this](ObjectGranule key) {
    if (TestBit(side_tables.marked, key)) log_.push_back(key);
  });
  do {
    LookUpLog();
    Drain<Mode::kLogged>();
  } while (!log_.empty());
}

Marker::Scan Marker::ScanWeakArrays(size_t element_count) {
  const auto look = [this](const ArrayPair& pair) {
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
  if (scan_count_ != 0 && !weak_tables_.LookAgain(element_count, look)) {
    return Scan::kNotAtEnd;
  }
  const bool is_last = scan_value_count_ <= kFewValues;
  scan_value_count_ = 0;
  scan_count_ = is_last ? kScanCountMax : scan_count_ + 1;
  return is_last ? Scan::kDone : Scan::kAgain;
}

void Marker::LookUpLog() {
  log_count_max_ = std::max(log_count_max_, log_.capacity());
  std::vector<ObjectGranule> log;
  log.swap(log_);
  for (const ObjectGranule granule : log) {
    weak_.TakeValuesOf(granule, [this](const EphemeronValue& value) {
      TraceEphemeronValue(value);
    });
  }
}

void Marker::TraceEphemeronValue(const EphemeronValue& value) {
  if (value.callback != nullptr) {
    TracePart({value.value, value.callback});
  } else {
    VisitStrong(static_cast<const Word*>(value.value), false);
  }
}

void Marker::VisitEphemeron(const Word* key, bool key_to_mixin,
                            const void* value, TraceCallback callback) {
  const Word word = LoadSlot(reinterpret_cast<uintptr_t>(key));
  if (!IsReference(word)) {
    if (is_beside()) {
      open_ephemerons_.push_back({key, key_to_mixin, {value, callback}});
    }
    return;
  }
  const uintptr_t object =
      key_to_mixin ? ObjectOfMixin(word) : DecompressWord(word);
  const ObjectGranule granule = GranuleOf(object);
  if (TestBit(side_tables.marked, granule) || weak_.HasContainer(granule)) {
    TraceEphemeronValue({value, callback});
  } else if (is_beside()) {
    open_ephemerons_.push_back({key, key_to_mixin, {value, callback}});
  } else {
    weak_.AddEphemeron(granule, {value, callback});
  }
}

void Marker::SettleWeakReferences(TableCleaning* cleaning) {
  std::ranges::sort(stack_tables_);
  weak_tables_.ForEach([&](const ElementArray& array) {
    if (!LeaveTo(cleaning, array)) array.Settle();
  });
  weak_arrays_.ForEach([](const ElementArray& array) { array.Settle(); });
  weak_.Settle();
}

// False: it cannot be left.
bool Marker::LeaveTo(TableCleaning* cleaning, const ElementArray& array) const {
  if (cleaning == nullptr) return false;
  const uintptr_t table = SlotBegin(array.begin);
  if (std::ranges::binary_search(stack_tables_, table)) return false;
  const TypeInfo& type = TypeOfSlot(RecordAt(PageIndexOf(table)), table);
  try {
    cleaning->Add(reinterpret_cast<void*>(table), type.clean_entries);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void Marker::VisitWeakContainer(const void* object,
                                TraceDescriptor weak_descriptor,
                                WeakCallback callback, const void* data) {
  if (is_beside()) {
    container_holders_.push_back(traced_);
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
