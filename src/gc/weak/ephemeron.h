// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ephemerons as the marker sees them, and what a look at one may find.

#ifndef HALFWORD_GC_WEAK_EPHEMERON_H_
#define HALFWORD_GC_WEAK_EPHEMERON_H_

#include <cstdint>

#include "halfword/internal/word.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Two slots, in a listed field or an array: the value stands behind its key.
// The marker clears both if the key dies.
struct SlotPair {
  Word* key;
  Word* value;
  bool key_to_mixin;
  bool value_to_mixin;
};

// What a hand-written Trace() told of: a value that the callback traces. The
// class clears it.
struct TracedEphemeron {
  const Word* key;
  bool key_to_mixin;
  const void* value;
  TraceCallback callback;
};

// What a look at an ephemeron found.
enum class PairState : uint8_t {
  kSettled,  // there is nothing to do, now or later
  kTraced,   // its value is marked, and was not
  kWaiting,  // the key is not alive, as far as is known
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_EPHEMERON_H_
