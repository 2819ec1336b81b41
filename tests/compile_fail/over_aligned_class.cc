// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Slots are aligned to 16 bytes at most.
// EXPECT: objects are aligned to 16 bytes at most

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

#ifdef CONTROL
class alignas(16) Node : public halfword::GarbageCollected<Node> {
#else
class alignas(32) Node : public halfword::GarbageCollected<Node> {
#endif
  HALFWORD_FIELDS(Node)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
