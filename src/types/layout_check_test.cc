// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the checks at registration say. Most of it cannot be written in C++
// without a compile error, so definitions and lists are damaged by hand.

#include "types/layout_check.h"

#include <cstddef>

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

namespace halfword::internal {
namespace {

class Node : public GarbageCollected<Node> {
  Member<Node> next_;
  int value_ = 0;
  HALFWORD_FIELDS(Node, next_, value_)
};
class Element : public Node {
  Member<Node> child_;
  HALFWORD_FIELDS(Element, child_)
  HALFWORD_BASES(Element, Node)
};
class Listener : public GarbageCollectedMixin {
  HALFWORD_FIELDS(Listener)
};

BaseDefinitions OneBase(const TypeInfo& type, ptrdiff_t offset) {
  BaseDefinitions bases;
  bases.count = 1;
  bases.items[0] = {&type, offset};
  return bases;
}

TEST(LayoutCheckTest, AcceptsWhatIsRight) {
  CheckLayout(kTypeDefinition<Node>, {});
  CheckLayout(kTypeDefinition<Element>, OneBase(TypeInfoOf<Node>(), 0));
}

TEST(LayoutCheckDeathTest, NamesAManagedBaseThatWasMoved) {
  EXPECT_DEATH(
      CheckLayout(kTypeDefinition<Element>, OneBase(TypeInfoOf<Node>(), 8)),
      "::Element: its managed base .*::Node lies 8 bytes into the object");
}

TEST(LayoutCheckDeathTest, NamesAMixinThatIsNotAligned) {
  EXPECT_DEATH(
      CheckLayout(kTypeDefinition<Element>, OneBase(TypeInfoOf<Listener>(), 4)),
      "::Element: its mixin .*::Listener is not aligned");
}

TEST(LayoutCheckDeathTest, NamesAClassWithTooManyAncestors) {
  TypeInfo deep = TypeInfoOf<Node>();
  deep.depth = TypeInfo::kAncestorCountMax - 1;

  EXPECT_DEATH(CheckLayout(kTypeDefinition<Element>, OneBase(deep, 0)),
               "::Element: more than 16 managed classes");
}

TEST(LayoutCheckDeathTest, NamesAClassWhosePlainBasesWereGuessedWrong) {
  TypeDefinition definition = kTypeDefinition<Node>;
  definition.bases_are_in_place = [] { return false; };

  EXPECT_DEATH(CheckLayout(definition, {}), "::Node: the compiler hides");
}

class Union : public GarbageCollected<Union> {
  union {
    Member<Node> reference_;
    int number_;
  };

 public:
  Union() : number_(0) {}
  ~Union() {}
  HALFWORD_FIELDS(Union, reference_, number_)
};

TEST(LayoutCheckDeathTest, NamesAClassWhoseReferenceIsShared) {
  EXPECT_DEATH(TypeInfoOf<Union>(),
               "::Union: a listed reference shares its bytes");
}

struct [[gnu::packed]] Packed {
  char first;
  char second[sizeof(Word)];
};

TEST(LayoutCheckDeathTest, NamesAClassWhoseReferenceIsNotAligned) {
  FieldInfo field = kFieldTable<Node>.items[0];
  field.offset = offsetof(Packed, second);
  TypeDefinition definition = kTypeDefinition<Node>;
  definition.fields = {&field, 1};

  EXPECT_DEATH(CheckLayout(definition, {}), "::Node: a listed reference");
}

}  // namespace
}  // namespace halfword::internal
