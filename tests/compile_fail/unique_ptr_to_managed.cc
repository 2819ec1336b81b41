// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Managed objects are not deleted by anybody.
// EXPECT: only a Member keeps it alive

#include <memory>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::unique_ptr<int> child_;
#else
  std::unique_ptr<Node> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
