// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Fields of a base are fields.
// EXPECT: nothing traces a Member inside a reference-counted object: use Persis
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

class Base : public halfword::RefCounted<Base> {
 public:
  virtual ~Base() = default;

 private:
#ifdef CONTROL
  halfword::Persistent<Node> node_;
#else
  halfword::Member<Node> node_;
#endif
  HALFWORD_FIELDS(Base, node_)
};

class Derived : public Base {
  int number_ = 0;
  HALFWORD_FIELDS(Derived, number_)
  HALFWORD_BASES(Derived, Base)
};

halfword::RefPtr<Base> Make() { return halfword::MakeRefCounted<Derived>(); }
