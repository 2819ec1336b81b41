// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A C++ reference keeps nothing alive.
// EXPECT: a C\+\+ reference does not keep a managed object alive
// EXPECT: FieldName<\d+>\{.child_.\}

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
 public:
#ifdef CONTROL
  explicit Node(Node* child) : child_(child) {}
#else
  explicit Node(Node* child) : child_(*child) {}
#endif

 private:
#ifdef CONTROL
  halfword::Member<Node> child_;
#else
  Node& child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle, Node* child) {
  return halfword::MakeGarbageCollected<Node>(handle, child);
}
