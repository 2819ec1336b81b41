// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fields of a base are listed by the base.
// EXPECT: `next_` is already listed by a base of Element

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
 protected:
  halfword::Member<Node> next_;
  HALFWORD_FIELDS(Node, next_)
};

class Element : public Node {
#ifdef CONTROL
  HALFWORD_FIELDS(Element)
#else
  HALFWORD_FIELDS(Element, next_)
#endif
  HALFWORD_BASES(Element, Node)
};
