// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A class without a list could hide a Member; here it does.
// EXPECT: list the fields of this class in HALFWORD_FIELDS

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node;

class Handle {
 public:
  Handle() {}

 private:
  halfword::Member<Node> node_;
};

class Listed {
 public:
  Listed() {}

 private:
  halfword::Member<Node> node_;
  HALFWORD_FIELDS(Listed, node_)
};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  Listed child_;
#else
  Handle child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
