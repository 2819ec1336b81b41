// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A managed object is not always destroyed, and this string holds its bytes
// until it is.
// EXPECT: a ScopedMutableString holds its bytes until it is destroyed
// EXPECT: FieldName<\d+>\{.text_.\}

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/mutable_string.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::MutableString text_;
#else
  halfword::ScopedMutableString text_;
#endif
  HALFWORD_FIELDS(Node, text_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
