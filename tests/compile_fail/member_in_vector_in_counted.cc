// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A container hides a Member from nobody.
// EXPECT: nothing traces a Member inside a reference-counted object: use Persis
// EXPECT: FieldName<\d+>\{.nodes_.\}

#include <vector>

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

struct Counted : halfword::RefCounted<Counted> {
#ifdef CONTROL
  std::vector<halfword::Persistent<Node>> nodes_;
#else
  std::vector<halfword::Member<Node>> nodes_;
#endif
  HALFWORD_FIELDS(Counted, nodes_)
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
