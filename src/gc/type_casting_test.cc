// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Is, DynamicTo and To: the class that the heap knows for each object, asked
// through pointers, members, handles and mixins, without a vtable.

#include "halfword/type_casting.h"

#include <type_traits>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  int kind_ = 0;
  HALFWORD_FIELDS(Node, kind_)
};

class Text : public Node {
 public:
  int length_ = 3;
  HALFWORD_FIELDS(Text, length_)
  HALFWORD_BASES(Text, Node)
};

class Listener : public GarbageCollectedMixin {
 public:
  int heard_ = 7;
  HALFWORD_FIELDS(Listener, heard_)
};

class Element : public Node, public Listener {
 public:
  Member<Node> child_;
  HALFWORD_FIELDS(Element, child_)
  HALFWORD_BASES(Element, Node, Listener)
};

class Link : public Element {
 public:
  int target_ = 9;
  HALFWORD_FIELDS(Link, target_)
  HALFWORD_BASES(Link, Element)
};

template <typename Payload>
class Holder : public Node {
 public:
  Payload payload_ = {};
  HALFWORD_FIELDS(Holder, payload_)
  HALFWORD_BASES(Holder, Node)
};

// No object of it is ever made, nor of a class that derives from it.
class Unused : public Node {
  HALFWORD_FIELDS(Unused)
  HALFWORD_BASES(Unused, Node)
};

class TypeCastingTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(TypeCastingTest);

TEST_P(TypeCastingTest, KnowsTheClassAndItsBases) {
  Node* const text = Make<Text>();
  Node* const element = Make<Element>();
  Node* const link = Make<Link>();

  EXPECT_TRUE(Is<Text>(text));
  EXPECT_FALSE(Is<Element>(text));
  EXPECT_TRUE(Is<Element>(element));
  EXPECT_FALSE(Is<Link>(element));
  EXPECT_TRUE(Is<Element>(link));
  EXPECT_TRUE(Is<Link>(link));
  EXPECT_TRUE(Is<Node>(link));
  EXPECT_FALSE(std::is_polymorphic_v<Node>);
}

TEST_P(TypeCastingTest, NullIsNothing) {
  Node* const null = nullptr;
  const Member<Node> member;
  const Persistent<Node> handle;

  EXPECT_FALSE(Is<Text>(null));
  EXPECT_FALSE(Is<Node>(null));
  EXPECT_EQ(DynamicTo<Text>(null), nullptr);
  EXPECT_EQ(DynamicTo<Node>(member), nullptr);
  EXPECT_EQ(DynamicTo<Text>(handle), nullptr);
  EXPECT_EQ(To<Text>(null), nullptr);
}

TEST_P(TypeCastingTest, AClassWithoutObjectsIsNobodys) {
  Node* const text = Make<Text>();

  EXPECT_FALSE(Is<Unused>(text));
  EXPECT_EQ(DynamicTo<Unused>(text), nullptr);
}

TEST_P(TypeCastingTest, TellsInstancesOfATemplateApart) {
  Node* const number = Make<Holder<int>>();
  Node* const fraction = Make<Holder<double>>();

  EXPECT_TRUE(Is<Holder<int>>(number));
  EXPECT_FALSE(Is<Holder<double>>(number));
  EXPECT_NE(DynamicTo<Holder<double>>(fraction), nullptr);
}

TEST_P(TypeCastingTest, AsksMembersAndHandles) {
  const Persistent<Element> parent = Make<Element>();
  parent->child_ = Make<Text>();
  const Persistent<Node> root = parent;
  const WeakPersistent<Node> weak = root;
  const WeakMember<Node> member = parent->child_;

  EXPECT_TRUE(Is<Text>(parent->child_));
  EXPECT_TRUE(Is<Text>(member));
  EXPECT_EQ(DynamicTo<Text>(member), member.get());
  EXPECT_EQ(DynamicTo<Element>(member), nullptr);
  EXPECT_TRUE(Is<Element>(root));
  EXPECT_EQ(DynamicTo<Element>(weak), parent.Get());
  EXPECT_EQ(To<Text>(parent->child_)->length_, 3);
  EXPECT_EQ(To<Element>(root), parent.Get());
}

TEST_P(TypeCastingTest, WhatIsConstantStaysSo) {
  Node* const text = Make<Text>();
  const Node* const constant = text;
  const Member<const Node> member = text;
  const Persistent<const Node> handle = text;
  static_assert(std::is_same_v<decltype(DynamicTo<Text>(text)), Text*>);
  static_assert(
      std::is_same_v<decltype(DynamicTo<const Text>(text)), const Text*>);
  static_assert(
      std::is_same_v<decltype(DynamicTo<Text>(constant)), const Text*>);
  static_assert(std::is_same_v<decltype(To<Text>(constant)), const Text*>);

  EXPECT_EQ(DynamicTo<Text>(constant), text);
  EXPECT_EQ(DynamicTo<Text>(member), text);
  EXPECT_EQ(DynamicTo<Text>(handle), text);
  EXPECT_EQ(To<Text>(constant), text);
  EXPECT_EQ(To<Text>(member), text);
  EXPECT_TRUE(Is<const Text>(text));
  EXPECT_EQ(DynamicTo<const Text>(text), text);
  EXPECT_EQ(DynamicTo<const Element>(constant), nullptr);
}

TEST_P(TypeCastingTest, FindsTheObjectOfAMixin) {
  Link* const link = Make<Link>();
  Listener* const mixin = link;
  const Member<Listener> member = link;

  EXPECT_TRUE(Is<Link>(mixin));
  EXPECT_EQ(DynamicTo<Link>(mixin), link);
  EXPECT_EQ(DynamicTo<Link>(member), link);
  EXPECT_EQ(To<Element>(mixin), link);
  EXPECT_FALSE(Is<Link>(static_cast<Listener*>(Make<Element>())));
}

// Its mixin lies behind the first page of a large object.
class Wide : public GarbageCollected<Wide> {
 public:
  char bytes_[3 * kPageBytes] = {};
  HALFWORD_FIELDS(Wide, bytes_)
};

class WideElement : public Wide, public Listener {
 public:
  HALFWORD_FIELDS(WideElement)
  HALFWORD_BASES(WideElement, Wide, Listener)
};

TEST_P(TypeCastingTest, FindsTheObjectOfAMixinFarInside) {
  WideElement* const wide = Make<WideElement>();
  Listener* const mixin = wide;

  EXPECT_TRUE(Is<WideElement>(mixin));
  EXPECT_FALSE(Is<Link>(mixin));
}

using TypeCastingDeathTest = TypeCastingTest;
HALFWORD_INSTANTIATE_FOR_PAGES(TypeCastingDeathTest);

#if HALFWORD_DCHECK_ENABLED

TEST_P(TypeCastingDeathTest, ToNeedsAnObjectOfTheClass) {
  Node* const text = Make<Text>();

  EXPECT_DEATH(To<Element>(text), "To<T> needs an object that is a T");
  EXPECT_DEATH(To<Element>(Member<Node>(text)), "ask Is<T> first");
}

TEST_P(TypeCastingDeathTest, AnObjectOnTheStackHasNoClass) {
  Make<Text>();
  Node local;
  Node* const pointer = &local;
  Node* const sentinel = kSentinelPointer;

  EXPECT_DEATH(Is<Text>(pointer), "need the address of a managed object");
  EXPECT_DEATH(DynamicTo<Text>(sentinel), "address of a managed object");
}

#endif  // HALFWORD_DCHECK_ENABLED

// Classes in Oilpan's manner: a Trace, and nothing that names their bases.
class Shape : public GarbageCollected<Shape> {
 public:
  virtual ~Shape() = default;
  virtual void Trace(Visitor*) const {}
};
class Round : public Shape {};
class Circle : public Round {
 public:
  void Trace(Visitor*) const override {}
};
class Square : public Shape {
 public:
  void Trace(Visitor*) const override {}
  HALFWORD_BASES(Square, Shape)
};
class Tile : public Square {
 public:
  void Trace(Visitor*) const override {}
  HALFWORD_BASES(Tile, Square)
};

TEST_P(TypeCastingTest, KnowsTracedClassesThatListTheirBases) {
  const Persistent<Shape> tile = Make<Tile>();
  const Persistent<Shape> shape = Make<Shape>();

  EXPECT_TRUE(Is<Square>(tile));
  EXPECT_TRUE(Is<Tile>(tile));
  EXPECT_FALSE(Is<Square>(shape));
}

TEST_P(TypeCastingDeathTest, RefusesToGuessTheBasesOfATracedClass) {
  const Persistent<Shape> circle = Make<Circle>();

  EXPECT_TRUE(Is<Circle>(circle));
  EXPECT_TRUE(Is<Shape>(circle));
  EXPECT_DEATH(static_cast<void>(Is<Square>(circle)),
               "Circle has a hand-written Trace and lists no bases.*add "
               "HALFWORD_BASES");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
