// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counted objects lie in the cage, where operator new does not look.
// EXPECT: (use of deleted function|call to deleted function).*operator new

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

#ifdef CONTROL
halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
#else
halfword::RefPtr<Counted> Make() { return new Counted; }
#endif
