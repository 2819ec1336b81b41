// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// In the padding behind a count, no gap shows: but a derived class would begin
// behind the Member.
// EXPECT: a field stands behind the last one that is listed, and could be a Mem

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
#ifdef CONTROL
  int number_ = 0;
  HALFWORD_FIELDS(Counted, number_)
#else
  halfword::Member<Node> node_;
  HALFWORD_FIELDS(Counted)
#endif
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
