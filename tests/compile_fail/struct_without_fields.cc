// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A nested struct says what it holds, or that it holds nothing of ours.
// EXPECT: list the fields of this class in HALFWORD_FIELDS

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

struct Point {
  int x = 0;
  int y = 0;
};

struct Listed {
  int x = 0;
  int y = 0;
  HALFWORD_FIELDS(Listed, x, y)
};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  Listed child_;
#else
  Point child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
