// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A trailing array begins where a derived class would put its fields.
// EXPECT: a base of this class has a trailing array

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Chars : public halfword::GarbageCollected<Chars> {
  unsigned size_ = 0;
  HALFWORD_FIELDS(Chars, size_)
#ifndef CONTROL
  HALFWORD_TRAILING(Chars, char)
#endif
};

class Hashed : public Chars {
  unsigned hash_ = 0;
  HALFWORD_FIELDS(Hashed, hash_)
  HALFWORD_BASES(Hashed, Chars)
};

Hashed* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Hashed>(handle);
}
