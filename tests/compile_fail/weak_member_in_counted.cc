// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nobody would clear it either.
// EXPECT: nothing traces a Member inside a reference-counted object: use Persis
// EXPECT: FieldName<\d+>\{.nodes_.\}

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

struct Counted : halfword::ThreadSafeRefCounted<Counted> {
#ifdef CONTROL
  halfword::WeakPersistent<Node> nodes_[2];
#else
  halfword::WeakMember<Node> nodes_[2];
#endif
  HALFWORD_FIELDS(Counted, nodes_)
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
