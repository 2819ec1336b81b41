// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each field is listed once.
// EXPECT: `next_` of Node is listed twice

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
  halfword::Member<Node> next_;
#ifdef CONTROL
  HALFWORD_FIELDS(Node, next_)
#else
  HALFWORD_FIELDS(Node, next_, next_)
#endif
};
