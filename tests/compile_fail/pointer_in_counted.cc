// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A plain pointer to a managed object dangles after a collection.
// EXPECT: pointer inside a reference-counted object does not keep a managed
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

class Counted : public halfword::RefCounted<Counted> {
#ifdef CONTROL
  halfword::Persistent<Node> node_;
#else
  Node* node_ = nullptr;
#endif
  HALFWORD_FIELDS(Counted, node_)
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
