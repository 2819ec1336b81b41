// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A trailing array holds what a field may be.
// EXPECT: a raw pointer does not keep a managed object alive: use Member

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
#ifdef CONTROL
  HALFWORD_TRAILING(Node, halfword::Member<Node>)
#else
  HALFWORD_TRAILING(Node, Node*)
#endif
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
