// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A managed class says what it holds, also if that is nothing.
// EXPECT: lists no fields and has no Trace of its own
// EXPECT: add HALFWORD_FIELDS

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {
  int value_ = 0;
#ifdef CONTROL
  HALFWORD_FIELDS(Node, value_)
#endif
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
