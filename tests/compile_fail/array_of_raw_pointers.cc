// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An array of raw pointers is no better than one.
// EXPECT: use Member, WeakMember or UntracedMember

#include <array>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::array<halfword::Member<Node>, 4> child_;
#else
  std::array<Node*, 4> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
