// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HALFWORD_BITS is for what a number can hold.
// EXPECT: HALFWORD_BITS is for a struct of at most 8 bytes

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

struct Flags {
  unsigned kind : 4;
  unsigned is_open : 1;
#ifndef CONTROL
  int* pointer;
  int more;
#endif
  HALFWORD_BITS(Flags)
};

class Node : public halfword::GarbageCollected<Node> {
  Flags flags_ = {};
  HALFWORD_FIELDS(Node, flags_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
