// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A reference as a base is traced by nobody either.
// EXPECT: nothing traces a Member inside a reference-counted object: use Persis

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"
#include "halfword/ref_counted.h"
#include "halfword/ref_ptr.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

#ifdef CONTROL
struct Base {
  int number = 0;
  HALFWORD_FIELDS(Base, number)
};
#else
using Base = halfword::Member<Node>;
#endif

class Counted : public halfword::RefCounted<Counted>, public Base {
 private:
  int count_ = 0;
  HALFWORD_FIELDS(Counted, count_)
  HALFWORD_BASES(Counted, Base)
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
