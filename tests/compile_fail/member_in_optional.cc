// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The collector cannot tell whether an optional holds anything.
// EXPECT: cannot see a Member inside this type

#include <optional>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::Member<Node> child_;
#else
  std::optional<halfword::Member<Node>> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
