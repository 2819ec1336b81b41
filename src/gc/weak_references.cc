// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What happens to weak references once it is known what lives: slots first, so
// that callbacks see dead targets as null.

#include "gc/weak_references.h"

namespace halfword::inline HALFWORD_ABI::internal {

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

void WeakReferences::Settle() {
  for (const WeakSlots* slots : {&slots_, &sifted_slots_}) {
    slots->ForEach([](Word* slot) {
      if (WeakSlots::IsWordUnmarked(*slot)) WeakSlot::Clear(slot);
    });
  }
  for (const WeakSlot& slot : other_slots_) slot.Settle();
  const LivenessBroker broker = LivenessBrokerFactory::Create();
  for (const WeakCallbackItem& item : callbacks_) {
    item.callback(broker, item.data);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
