// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The collector does not know what is counted.
// EXPECT: no collector manages the objects that this Member points to, they are
// EXPECT: FieldName<\d+>\{.node_.\}

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
  HALFWORD_FIELDS(Counted)
};

class Owner : public halfword::GarbageCollected<Owner> {
#ifdef CONTROL
  halfword::RefPtr<Counted> node_;
#else
  halfword::Member<Counted> node_;
#endif
  HALFWORD_FIELDS(Owner, node_)
};

Owner* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Owner>(handle);
}
