// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A class template is checked where it is used.
// EXPECT: a field is missing after `next_` of Box

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

template <typename T>
class Box : public halfword::GarbageCollected<Box<T>> {
  halfword::Member<Box> next_;
  T value_ = T();
#ifdef CONTROL
  HALFWORD_FIELDS(Box, next_, value_)
#else
  HALFWORD_FIELDS(Box, next_)
#endif
};

Box<int>* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Box<int>>(handle);
}
