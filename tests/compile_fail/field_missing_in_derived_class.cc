// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fields of a derived class may lie in the tail padding of its base, so
// the end of the last field of the base counts, not its size.
// EXPECT: a field or a base is missing before `second_` of Element

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
  long value_ = 0;
  halfword::Member<Node> next_;
  HALFWORD_FIELDS(Node, value_, next_)
};

class Element : public Node {
  char first_ = 0;
  char second_ = 0;
#ifdef CONTROL
  HALFWORD_FIELDS(Element, first_, second_)
#else
  HALFWORD_FIELDS(Element, second_)
#endif
  HALFWORD_BASES(Element, Node)
};
static_assert(HALFWORD_REFERENCES == 64 || sizeof(Element) == sizeof(Node));
