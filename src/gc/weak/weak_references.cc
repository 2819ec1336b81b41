// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What happens to weak references once it is known what lives: slots first, so
// that callbacks see dead targets as null.

#include "gc/weak/weak_references.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// So many blocks of slots take a tenth of a millisecond, as does waking a
// thread up.
constexpr size_t kSharedBlockCount = 8;

}  // namespace

void WeakReferences::Absorb(WeakReferences* other) {
  slots_.Absorb(&other->slots_);
  sifted_slots_.Absorb(&other->sifted_slots_);
  other_slots_.insert(other_slots_.end(), other->other_slots_.begin(),
                      other->other_slots_.end());
  callbacks_.insert(callbacks_.end(), other->callbacks_.begin(),
                    other->callbacks_.end());
  containers_.merge(other->containers_);
}

size_t WeakReferences::bytes() const {
  // As malloc gives it: a pointer to the next, the entry.
  constexpr size_t kContainerBytes = 32;
  return slots_.bytes() + sifted_slots_.bytes() +
         other_slots_.capacity() * sizeof(WeakSlot) +
         callbacks_.capacity() * sizeof(WeakCallbackItem) +
         containers_.size() * kContainerBytes +
         containers_.bucket_count() * sizeof(void*);
}

// A slot that was noted twice may be cleared by two threads at a time.
void WeakReferences::SettleSlots(const Sharing& sharing) {
  const size_t first_count = slots_.block_count();
  const size_t count = first_count + sifted_slots_.block_count();
  ForEachPart(count < kSharedBlockCount ? Sharing{} : sharing, count,
              [&](size_t part) {
                const bool is_first = part < first_count;
                (is_first ? slots_ : sifted_slots_)
                    .SettleBlock(is_first ? part : part - first_count);
              });
}

void WeakReferences::Settle(const Sharing& sharing) {
  SettleSlots(sharing);
  for (const WeakSlot& slot : other_slots_) slot.Settle();
  const LivenessBroker broker = LivenessBrokerFactory::Create();
  for (const WeakCallbackItem& item : callbacks_) {
    item.callback(broker, item.data);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
