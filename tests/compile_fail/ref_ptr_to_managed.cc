// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nothing counts the references to a managed object.
// EXPECT: a collector owns the objects of this class, and nothing counts them

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

#ifdef CONTROL
using Field = halfword::Member<Node>;
#else
using Field = halfword::RefPtr<Node>;
#endif

class Owner : public halfword::GarbageCollected<Owner> {
  Field node_;
  HALFWORD_FIELDS(Owner, node_)
};

Owner* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Owner>(handle);
}
