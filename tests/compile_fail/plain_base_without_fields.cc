// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A plain base says what it holds, as a nested struct does.
// EXPECT: a base in HALFWORD_BASES lists its own fields

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

struct Position {
  int line = 0;
#ifdef CONTROL
  HALFWORD_FIELDS(Position, line)
#endif
};

class Node : public halfword::GarbageCollected<Node>, public Position {
  int value_ = 0;
  HALFWORD_FIELDS(Node, value_)
  HALFWORD_BASES(Node, Position)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
