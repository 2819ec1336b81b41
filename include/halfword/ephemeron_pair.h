// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// EphemeronPair<K, V>: a value that lives as long as its key does, for weak
// tables whose values refer back to their keys. The collector holds the value
// only if something else holds both the pair and the key; when the key dies,
// the key is cleared and the value after it. A value whose key is null or the
// sentinel is held by nothing, and cleared by the next collection.

#ifndef HALFWORD_EPHEMERON_PAIR_H_
#define HALFWORD_EPHEMERON_PAIR_H_

#include "halfword/member.h"

namespace halfword::inline HALFWORD_ABI {

template <typename K, typename V>
struct EphemeronPair {
  EphemeronPair() = default;
  EphemeronPair(K* k, V* v) : key(k), value(v) {}

  // For weak callbacks of hand-written classes: drops a value without key.
  void ClearValueIfKeyIsDead(const class LivenessBroker& broker);

  WeakMember<K> key;
  Member<V> value;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_EPHEMERON_PAIR_H_
