// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A Member that the list forgot is found as any field is.
// EXPECT: a field is missing after .other_. of Counted

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

class Counted : public halfword::RefCounted<Counted> {
  int number_ = 0;
  int other_ = 0;
  halfword::Member<Node> node_;
  halfword::Member<Node> further_;
#ifdef CONTROL
  HALFWORD_FIELDS(Counted, number_, other_, node_, further_)
#else
  HALFWORD_FIELDS(Counted, number_, other_)
#endif
};
