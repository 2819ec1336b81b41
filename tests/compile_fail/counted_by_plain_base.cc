// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The last RefPtr destroys an object as one of its counted base.
// EXPECT: destroys this object as one of its counted base: give that a virtual

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
#ifdef CONTROL
 public:
  virtual ~Base() = default;

 private:
#endif
  HALFWORD_FIELDS(Base)
};

class Derived : public Base {
  int number_ = 0;
  HALFWORD_FIELDS(Derived, number_)
  HALFWORD_BASES(Derived, Base)
};

halfword::RefPtr<Base> Make() { return halfword::MakeRefCounted<Derived>(); }
