// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A class with fields whose list is empty.
// EXPECT: Node has a field or a base that is not listed

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
 private:
  halfword::Member<Node> next_;
  halfword::Member<Node> child_;
  int value_ = 0;
#ifdef CONTROL
  HALFWORD_FIELDS(Node, next_, child_, value_)
#else
  HALFWORD_FIELDS(Node)
#endif
};
