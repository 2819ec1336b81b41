// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A struct may hold a Member, but then no counted object holds the struct.
// EXPECT: nothing traces a Member inside a reference-counted object: use Persis
// EXPECT: FieldName<\d+>\{.pair_.\}

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"
#include "halfword/persistent.h"
#include "halfword/ref_counted.h"
#include "halfword/ref_ptr.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

struct Pair {
  int number = 0;
#ifdef CONTROL
  halfword::Persistent<Node> node;
#else
  halfword::Member<Node> node;
#endif
  HALFWORD_FIELDS(Pair, number, node)
};

struct Counted : halfword::RefCounted<Counted> {
  Pair pair_;
  HALFWORD_FIELDS(Counted, pair_)
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
