// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A forgotten last field is named by the one before it.
// EXPECT: a field is missing after `child_` of Node

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
  HALFWORD_FIELDS(Node, next_, child_)
#endif
};
