// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// However deep it lies in class templates.
// EXPECT: may hold objects of a class that lists no fields

#include <array>
#include <optional>
#include <variant>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Leaf : public halfword::GarbageCollected<Leaf> {
  HALFWORD_FIELDS(Leaf)
};

struct Plain {
  halfword::Member<Leaf> leaf;
};

struct Numbers {
  int x = 0;
};
HALFWORD_OPAQUE(Numbers);

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::array<std::optional<std::variant<int, Numbers>>, 2> child_;
#else
  std::array<std::optional<std::variant<int, Plain>>, 2> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
