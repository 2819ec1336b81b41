// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A struct that is nested in managed classes is checked like a class.
// EXPECT: a field is missing after `key` of Entry

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node;

struct Entry {
  halfword::Member<Node> key;
  halfword::Member<Node> value;
#ifdef CONTROL
  HALFWORD_FIELDS(Entry, key, value)
#else
  HALFWORD_FIELDS(Entry, key)
#endif
};
