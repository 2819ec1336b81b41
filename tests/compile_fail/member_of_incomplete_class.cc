// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether a class is a mixin is known only where it is defined.
// EXPECT: include the header of the class that this Member points to

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Declared;

class Defined : public halfword::GarbageCollected<Defined> {
  HALFWORD_FIELDS(Defined)
};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::Member<Defined> child_;
#else
  halfword::Member<Declared> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
