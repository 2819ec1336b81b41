// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An array that a smart pointer owns hides a Member from nobody.
// EXPECT: nothing traces a Member inside a reference-counted object: use Persis
// EXPECT: FieldName<\d+>\{.nodes_.\}

#include <memory>

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
  std::unique_ptr<halfword::Persistent<Node>[]> nodes_;
#else
  std::unique_ptr<halfword::Member<Node>[]> nodes_;
#endif
  HALFWORD_FIELDS(Counted, nodes_)
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
