// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A container of raw pointers to managed objects keeps none of them alive.
// EXPECT: only a Member keeps it alive

#include <vector>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::vector<int*> child_;
#else
  std::vector<Node*> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
