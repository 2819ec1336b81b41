// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bases of bases, mixins behind them, and classes that do not say.

#include "types/type_bases.h"

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "halfword/member.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  HALFWORD_FIELDS(Node, next_)
};

class Listener : public GarbageCollectedMixin {
 public:
  int calls_ = 0;
  HALFWORD_FIELDS(Listener, calls_)
};

class Element : public Node {
 public:
  int value_ = 0;
  HALFWORD_FIELDS(Element, value_)
  HALFWORD_BASES(Element, Node)
};

class Button : public Element, public Listener {
 public:
  HALFWORD_FIELDS(Button)
  HALFWORD_BASES(Button, Element, Listener)
};

class ByHand : public GarbageCollected<ByHand> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(node_); }
  Member<Node> node_;
};

size_t ListenerOffset() {
  for (const BaseInfo& base : TypeInfoOf<Button>().bases) {
    if (base.type == &TypeInfoOf<Listener>()) return base.offset;
  }
  return 0;
}

TEST(TypeBasesTest, ATypeIsItselfAtItsBegin) {
  EXPECT_TRUE(HasBaseAt(TypeInfoOf<Node>(), TypeInfoOf<Node>(), 0));
  EXPECT_FALSE(HasBaseAt(TypeInfoOf<Node>(), TypeInfoOf<Node>(), 8));
  EXPECT_FALSE(HasBaseAt(TypeInfoOf<Node>(), TypeInfoOf<Element>(), 0));
}

TEST(TypeBasesTest, BasesOfBasesCount) {
  EXPECT_TRUE(HasBaseAt(TypeInfoOf<Element>(), TypeInfoOf<Node>(), 0));
  EXPECT_TRUE(HasBaseAt(TypeInfoOf<Button>(), TypeInfoOf<Element>(), 0));
  EXPECT_TRUE(HasBaseAt(TypeInfoOf<Button>(), TypeInfoOf<Node>(), 0));
}

TEST(TypeBasesTest, AMixinIsWhereItLies) {
  const size_t offset = ListenerOffset();
  ASSERT_NE(offset, 0u);

  EXPECT_TRUE(HasBaseAt(TypeInfoOf<Button>(), TypeInfoOf<Listener>(), offset));
  EXPECT_FALSE(HasBaseAt(TypeInfoOf<Button>(), TypeInfoOf<Listener>(), 0));
  EXPECT_FALSE(HasBaseAt(TypeInfoOf<Button>(), TypeInfoOf<Node>(), offset));
}

TEST(TypeBasesTest, AClassThatTracesByHandIsNotKnownAndNorIsWhatHasItForABase) {
  EXPECT_TRUE(KnowsBases(TypeInfoOf<Button>()));
  EXPECT_FALSE(KnowsBases(TypeInfoOf<ByHand>()));

  const BaseInfo bases[] = {{&TypeInfoOf<ByHand>(), 0}};
  TypeInfo derived = TypeInfoOf<Button>();
  derived.bases = bases;
  EXPECT_FALSE(KnowsBases(derived));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
