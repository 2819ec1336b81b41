// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A reference to a base becomes one to a derived class only by a cast that asks
// the object, as DynamicTo does.
// EXPECT: Base
// EXPECT(g++): no match for 'operator='
// EXPECT(clang): no viable overloaded '='

#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Base : public halfword::GarbageCollected<Base> {};
class Derived : public Base {};

void Assign(halfword::Member<Base>& base, halfword::Member<Derived>& derived) {
#ifdef CONTROL
  base = derived;
#else
  derived = base;
#endif
}
