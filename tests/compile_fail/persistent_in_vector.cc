// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A container of roots inside the heap leaks as one root does.
// EXPECT: a Persistent inside a managed object makes a cycle

#include <vector>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"
#include "halfword/persistent.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::vector<int> child_;
#else
  std::vector<halfword::Persistent<Node>> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
