// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fields of a mixin are found through HALFWORD_BASES.
// EXPECT: derives from a mixin: list it in HALFWORD_BASES

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Listener : public halfword::GarbageCollectedMixin {
  HALFWORD_FIELDS(Listener)
};

class Node : public halfword::GarbageCollected<Node>, public Listener {
  HALFWORD_FIELDS(Node)
#ifdef CONTROL
  HALFWORD_BASES(Node, Listener)
#endif
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
