// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Lists of fields describe references of one word.
// EXPECT: use Member, or write Trace by hand for this class

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::Member<Node> next_;
#else
  halfword::subtle::UncompressedMember<Node> next_;
#endif
  HALFWORD_FIELDS(Node, next_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
