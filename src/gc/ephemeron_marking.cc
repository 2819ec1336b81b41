// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The marker's part for ephemerons, whose values live while their keys do, and
// for containers held weakly, which may be such keys. What is found before its
// key waits: in the array it stands in, which is scanned again, or in a table
// by key (design/marking.md#req.mark.weak-arrays).

#include <algorithm>

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

// Marks the value if its key is alive. Returns whether that was new.
bool Marker::TracePair(const ArrayPair& pair) {
  const Word value = LoadSlot(reinterpret_cast<uintptr_t>(pair.value));
  if (!IsReference(value)) return false;
  const uintptr_t object =
      pair.value_to_mixin ? ObjectOfMixin(value) : DecompressWord(value);
  if (TestBit(side_tables.marked, GranuleOf(object)) ||
      !IsKeyAlive(pair.key, pair.key_to_mixin)) {
    return false;
  }
  PushObject(object);
  return true;
}

void Marker::TraceEphemeronRange(const ReferenceRange& key,
                                 const ReferenceRange& value, uintptr_t base) {
  for (size_t i = 0; i < key.count; ++i) {
    auto* const key_slot =
        reinterpret_cast<Word*>(base + key.offset + i * key.stride);
    auto* const value_slot =
        reinterpret_cast<Word*>(base + value.offset + i * value.stride);
    NoteWeak(key_slot, value_slot, key.to_mixin);
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

// Those of arrays are looked at in order, again while that brings more, a few
// times; only then do they wait in a table as the others do.
void Marker::FinishEphemerons() {
  for (int scan = 0; weak_arrays_.has_pairs() && !lists_pairs_; ++scan) {
    const bool is_new = ScanAllPairs();
    Drain<Mode::kAlone>();
    const size_t taken = weak_.taken_value_count();
    FinishListedEphemerons();
    if (!is_new && weak_.taken_value_count() == taken) return;
    if (scan == kScanCountMax) ListWaitingPairs();
  }
  FinishListedEphemerons();
}

bool Marker::ScanAllPairs() {
  size_t count = 0;
  weak_arrays_.ForEachPair(
      [&](const ArrayPair& pair) { count += TracePair(pair) ? 1 : 0; });
  weak_.NoteTaken(count);
  return count != 0;
}

void Marker::ListWaitingPairs() {
  lists_pairs_ = true;
  weak_arrays_.ForEachPair([this](const ArrayPair& pair) {
    if (IsKeyAlive(pair.key, pair.key_to_mixin)) {
      TracePair(pair);
    } else {
      VisitPair(pair);
    }
  });
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
  if (!weak_arrays_.has_pairs() || scan_count_ == kScanCountMax) {
    return Scan::kDone;
  }
  const bool is_at_end = weak_arrays_.ForSomePairs(
      &scan_, element_count, [this](const ArrayPair& pair) {
        scan_value_count_ += TracePair(pair) ? 1 : 0;
      });
  if (!is_at_end) return Scan::kNotAtEnd;
  const bool is_last = scan_value_count_ <= kFewValues;
  scan_ = {};
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
