// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A slot of a Thing, whatever type of reference it has: one way to read, write,
// copy and swap all of them, so that the stress can treat every class alike.
// What each kind means to the collector is said here once, for the model.

#ifndef HALFWORD_TESTS_STRESS_SLOT_H_
#define HALFWORD_TESTS_STRESS_SLOT_H_

#include <cstdint>
#include <type_traits>

#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::stress {

class Thing;
class Seen;

// The value of an ephemeron is the slot after that of its key.
enum class SlotKind : unsigned char {
  kMember,     // Member<Thing>
  kMixin,      // Member<Seen>
  kTagged,     // Tagged<Thing>
  kHeldWeak,   // WeakMember<Thing>, traced by TraceStrongly()
  kWeak,       // WeakMember<Thing>
  kWeakMixin,  // WeakMember<Seen>
  kEntry,      // Member<Thing> in a weak container, which drops the dead
  kKey,        // WeakMember<Thing>
  kMixinKey,   // WeakMember<Seen>
  kValue,      // Member<Thing>, held while its key lives
};

// Whether the slot holds its target as long as its object lives.
inline bool IsStrong(SlotKind kind) { return kind <= SlotKind::kHeldWeak; }
inline bool IsKey(SlotKind kind) {
  return kind == SlotKind::kKey || kind == SlotKind::kMixinKey;
}
// Whether the slot is cleared when its target dies.
inline bool IsWeak(SlotKind kind) {
  return !IsStrong(kind) && kind != SlotKind::kValue;
}
inline bool IsToMixin(SlotKind kind) {
  return kind == SlotKind::kMixin || kind == SlotKind::kWeakMixin ||
         kind == SlotKind::kMixinKey;
}
// A sentinel says nothing in a value or an entry; a Tagged has none.
inline bool TakesSentinel(SlotKind kind) {
  return kind != SlotKind::kTagged && kind != SlotKind::kEntry &&
         kind != SlotKind::kValue;
}

struct SlotRef {
  SlotKind kind;
  void* place;
};

inline SlotRef RefTo(Member<Thing>& slot) { return {SlotKind::kMember, &slot}; }
inline SlotRef RefTo(Member<Seen>& slot) { return {SlotKind::kMixin, &slot}; }
inline SlotRef RefTo(Tagged<Thing>& slot) { return {SlotKind::kTagged, &slot}; }
inline SlotRef RefTo(WeakMember<Thing>& slot) {
  return {SlotKind::kWeak, &slot};
}
inline SlotRef RefTo(WeakMember<Seen>& slot) {
  return {SlotKind::kWeakMixin, &slot};
}
template <typename K>
SlotRef RefTo(EphemeronPair<K, Thing>& pair, size_t half) {
  if (half != 0) return {SlotKind::kValue, &pair.value};
  return {std::is_same_v<K, Seen> ? SlotKind::kMixinKey : SlotKind::kKey,
          &pair.key};
}

// Calls function with the slot as what it is.
template <typename Function>
void VisitSlot(SlotRef slot, Function function) {
  switch (slot.kind) {
    case SlotKind::kMember:
    case SlotKind::kEntry:
    case SlotKind::kValue:
      return function(*static_cast<Member<Thing>*>(slot.place));
    case SlotKind::kMixin:
      return function(*static_cast<Member<Seen>*>(slot.place));
    case SlotKind::kTagged:
      return function(*static_cast<Tagged<Thing>*>(slot.place));
    case SlotKind::kHeldWeak:
    case SlotKind::kWeak:
    case SlotKind::kKey:
      return function(*static_cast<WeakMember<Thing>*>(slot.place));
    case SlotKind::kWeakMixin:
    case SlotKind::kMixinKey:
      return function(*static_cast<WeakMember<Seen>*>(slot.place));
  }
}

// What a slot holds, or should hold.
struct Content {
  const void* address = nullptr;  // of a Thing or a Seen; 1 is the sentinel
  int32_t integer = 0;
  bool operator==(const Content&) const = default;
};

Content ReadSlot(SlotRef slot);
// Requires: content.address is that of a Seen if the slot is for one.
void WriteSlot(SlotRef slot, const Content& content);

bool CanCopy(SlotKind from, SlotKind to);
bool CanSwap(SlotKind a, SlotKind b);
// By the assignment and the Swap() of the references themselves.
// Requires: CanCopy() or CanSwap().
void CopySlot(SlotRef from, SlotRef to);
void SwapSlots(SlotRef a, SlotRef b);

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_SLOT_H_
