// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An array that a smart pointer owns hides such a pointer from nobody.
// EXPECT: pointer inside a reference-counted object does not keep a managed
// EXPECT: FieldName<\d+>\{.nodes_.\}

#include <memory>

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

struct Counted : halfword::RefCounted<Counted> {
#ifdef CONTROL
  std::shared_ptr<const char*[]> nodes_;
#else
  std::shared_ptr<Node*[]> nodes_;
#endif
  HALFWORD_FIELDS(Counted, nodes_)
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
