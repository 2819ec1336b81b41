// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is planned for classes of each kind: edges by name, in order.

#include "snapshot/type_plan.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "halfword/internal/foreign_body.h"
#include "halfword/internal/type_definition.h"
#include "text/indirect_body.h"

// Halfword's own structs are shown without the names of their fields, these
// with them.
namespace app {
namespace {

class Target : public halfword::GarbageCollected<Target> {
 public:
  int number_ = 0;
  HALFWORD_FIELDS(Target, number_)
};
struct Inner {
  halfword::Member<Target> x;
  int number = 0;
  halfword::WeakMember<Target> y;
  HALFWORD_FIELDS(Inner, x, number, y)
};
struct Outer {
  Inner inner;
  Inner row[2];
  halfword::MutableString text;
  halfword::HeapVector<Inner> inners;
  halfword::EphemeronPair<Target, Target> pair;
  HALFWORD_FIELDS(Outer, inner, row, text, inners, pair)
};
struct PlainBase {
  halfword::Member<Target> plain_;
  Inner inner_;
  HALFWORD_FIELDS(PlainBase, plain_, inner_)
};

}  // namespace
}  // namespace app

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using app::Inner;
using app::Outer;
using app::PlainBase;
using Texts = std::vector<std::string>;

class TypePlanTest : public ::testing::Test {
 protected:
  template <typename T>
  const TypePlan& PlanOf() {
    return plans_.Of(TypeInfoOf<T>());
  }
  std::string NameOf(const TypePlan& plan) {
    return std::string(names_.TextOf(plan.name));
  }
  // "weak name", and the kind where the name does not tell it.
  Texts TextsOf(const std::vector<PlannedEdge>& edges) {
    Texts texts;
    for (const PlannedEdge& edge : edges) {
      const EdgeLabel& label = plans_.labels().at(edge.label);
      const bool is_weak = edge.kind == PlannedEdge::Kind::kWeak ||
                           edge.kind == PlannedEdge::Kind::kEphemeron;
      EXPECT_EQ(label.type, is_weak ? EdgeType::kWeak : EdgeType::kProperty);
      std::string text;
      switch (edge.kind) {
        case PlannedEdge::Kind::kStrong:
          break;
        case PlannedEdge::Kind::kWeak:
          text = "weak ";
          break;
        case PlannedEdge::Kind::kMutableString:
          text = "writable ";
          break;
        case PlannedEdge::Kind::kEphemeron:
          text = "pair ";
          break;
      }
      text += names_.TextOf(label.name);
      if (edge.to_mixin) text += " to mixin";
      texts.push_back(text);
    }
    return texts;
  }
  template <typename T>
  Texts Edges() {
    return TextsOf(PlanOf<T>().edges);
  }
  template <typename T>
  Texts ElementEdges() {
    return TextsOf(PlanOf<T>().element_edges);
  }

  NameTable names_;
  TypePlans plans_{&names_};
};

class Empty : public GarbageCollected<Empty> {
 public:
  int number_ = 0;
  HALFWORD_FIELDS(Empty, number_)
};

class Mixin : public GarbageCollectedMixin {
 public:
  Member<Empty> mixed_;
  HALFWORD_FIELDS(Mixin, mixed_)
};

class Kinds : public GarbageCollected<Kinds> {
 public:
  Member<Empty> member_;
  int scalar_ = 0;
  WeakMember<Empty> weak_;
  UntracedMember<Empty> untraced_;
  Tagged<Empty> tagged_;
  String string_;
  MutableString writable_;
  EphemeronPair<Empty, Kinds> pair_;
  Member<Mixin> mixin_;
  HALFWORD_FIELDS(Kinds, member_, scalar_, weak_, untraced_, tagged_, string_,
                  writable_, pair_, mixin_)
};

TEST_F(TypePlanTest, HasAnEdgeForEachKindOfReference) {
  EXPECT_EQ(Edges<Kinds>(),
            (Texts{"member_", "weak weak_", "tagged_", "string_",
                   "writable writable_", "pair pair_", "mixin_ to mixin"}));
  const TypePlan& plan = PlanOf<Kinds>();
  EXPECT_FALSE(plan.is_plain);
  EXPECT_EQ(plan.edges[0].offset, offsetof(Kinds, member_));
  EXPECT_EQ(plan.edges[4].offset,
            offsetof(Kinds, writable_) + offsetof(StringOwner, body));
  EXPECT_EQ(plan.edges[5].offset, offsetof(Kinds, pair_));
  EXPECT_EQ(plan.edges[5].value_offset, offsetof(Kinds, pair_) + sizeof(Word));
}

TEST_F(TypePlanTest, AClassWithoutReferencesHasNone) {
  const TypePlan& plan = PlanOf<Empty>();

  EXPECT_EQ(Edges<Empty>(), Texts());
  EXPECT_TRUE(plan.is_plain);
  EXPECT_EQ(plan.node_type, NodeType::kNative);
  EXPECT_EQ(plan.string_kind, StringKind::kNone);
  EXPECT_EQ(NameOf(plan), kTypeName<Empty>);
  EXPECT_EQ(&PlanOf<Empty>(), &plan);
}

class Nested : public GarbageCollected<Nested> {
 public:
  Outer place_;
  Member<Empty> slots_[3];
  std::array<Member<Empty>, 2> array_;
  Member<Empty> grid_[2][2];
  Member<Empty> single_[1];
  HALFWORD_FIELDS(Nested, place_, slots_, array_, grid_, single_)
};

TEST_F(TypePlanTest, NamesPartsOfStructsAndArrays) {
  EXPECT_EQ(
      Edges<Nested>(),
      (Texts{"place_.inner.x", "weak place_.inner.y", "place_.row[0].x",
             "weak place_.row[0].y", "place_.row[1].x", "weak place_.row[1].y",
             "writable place_.text", "place_.inners", "pair place_.pair",
             "slots_[0]", "slots_[1]", "slots_[2]", "array_[0]", "array_[1]",
             "grid_[0]", "grid_[1]", "grid_[2]", "grid_[3]", "single_"}));
  EXPECT_EQ(PlanOf<Nested>().edges[11].offset,
            offsetof(Nested, slots_) + 2 * sizeof(Word));
}

class Base : public GarbageCollected<Base> {
 public:
  Member<Empty> base_;
  HALFWORD_FIELDS(Base, base_)
};
class Derived : public Base, public Mixin, public PlainBase {
 public:
  Member<Empty> own_;
  HALFWORD_FIELDS(Derived, own_)
  HALFWORD_BASES(Derived, Base, Mixin, PlainBase)
};
class MoreDerived : public Derived {
 public:
  Member<Empty> base_;  // hides one
  HALFWORD_FIELDS(MoreDerived, base_)
  HALFWORD_BASES(MoreDerived, Derived)
};
class FromString : public GarbageCollected<FromString>, public MutableString {
 public:
  HALFWORD_FIELDS(FromString)
  HALFWORD_BASES(FromString, MutableString)
};

TEST_F(TypePlanTest, FieldsOfBasesHaveTheirOwnNames) {
  EXPECT_EQ(Edges<Derived>(), (Texts{"base_", "mixed_", "plain_", "inner_.x",
                                     "weak inner_.y", "own_"}));
  EXPECT_EQ(Edges<MoreDerived>(),
            (Texts{"base_", "mixed_", "plain_", "inner_.x", "weak inner_.y",
                   "own_", "base_"}));
  EXPECT_TRUE(PlanOf<Base>().is_plain);
  EXPECT_FALSE(PlanOf<MoreDerived>().is_plain);
  EXPECT_EQ(
      PlanOf<Derived>().edges[1].offset,
      static_cast<uint32_t>(reinterpret_cast<uintptr_t>(static_cast<Mixin*>(
                                reinterpret_cast<Derived*>(uintptr_t{4096}))) -
                            4096));
  EXPECT_EQ(PlanOf<FromString>().edges.size(), 1u);
}

class Containers : public GarbageCollected<Containers> {
 public:
  HeapVector<Member<Empty>> vector_;
  HeapDeque<Member<Empty>> deque_;
  HeapHashMap<String, Member<Empty>> map_;
  HeapHashSet<Member<Empty>> set_;
  HeapLinkedHashSet<Member<Empty>> linked_;
  HeapVector<int> numbers_;
  HeapVector<Member<Empty>> rows_[2];
  HALFWORD_FIELDS(Containers, vector_, deque_, map_, set_, linked_, numbers_,
                  rows_)
};

// What is inside of them is nobody's business.
TEST_F(TypePlanTest, AContainerIsOneEdge) {
  EXPECT_EQ(Edges<Containers>(),
            (Texts{"vector_", "deque_", "map_", "set_", "linked_", "numbers_",
                   "rows_[0]", "rows_[1]"}));
}

class Members : public GarbageCollected<Members> {
 public:
  Member<Empty> first_;
  HALFWORD_FIELDS(Members, first_)
  HALFWORD_TRAILING(Members, Member<Empty>)
};
class Inners : public GarbageCollected<Inners> {
  HALFWORD_FIELDS(Inners)
  HALFWORD_TRAILING(Inners, Inner)
};
class Pairs : public GarbageCollected<Pairs> {
  using Pair = EphemeronPair<Empty, Empty>;
  HALFWORD_FIELDS(Pairs)
  HALFWORD_TRAILING(Pairs, Pair)
};
class Letters : public GarbageCollected<Letters> {
  HALFWORD_FIELDS(Letters)
  HALFWORD_TRAILING(Letters, char)
};

TEST_F(TypePlanTest, ElementsHaveNumbersOrNames) {
  EXPECT_EQ(Edges<Members>(), Texts{"first_"});
  EXPECT_TRUE(PlanOf<Members>().numbers_elements);
  EXPECT_EQ(PlanOf<Members>().element_edges.size(), 1u);
  EXPECT_FALSE(PlanOf<Members>().is_plain);
  EXPECT_FALSE(PlanOf<Inners>().numbers_elements);
  EXPECT_EQ(ElementEdges<Inners>(), (Texts{"x", "weak y"}));
  EXPECT_TRUE(PlanOf<Pairs>().numbers_elements);
  EXPECT_EQ(PlanOf<Pairs>().element_edges.at(0).value_offset, sizeof(Word));
  EXPECT_TRUE(PlanOf<Letters>().element_edges.empty());
  EXPECT_TRUE(PlanOf<Letters>().is_plain);
}

TEST_F(TypePlanTest, ABackingIsAnArray) {
  const TypePlan& vector =
      PlanOf<ContainerBacking<HeapVector<Member<Empty>>>>();
  const TypePlan& map =
      PlanOf<HashBacking<HeapHashMap<WeakMember<Empty>, Member<Empty>>>>();

  EXPECT_EQ(vector.node_type, NodeType::kArray);
  EXPECT_TRUE(vector.numbers_elements);
  EXPECT_EQ(map.node_type, NodeType::kArray);
  ASSERT_EQ(map.element_edges.size(), 1u);
  EXPECT_EQ(map.element_edges[0].kind, PlannedEdge::Kind::kEphemeron);
  EXPECT_EQ(PlanOf<Members>().node_type, NodeType::kNative);
}

TEST_F(TypePlanTest, BodiesAreStrings) {
  EXPECT_EQ(PlanOf<FlatBody>().string_kind, StringKind::kWhole);
  EXPECT_EQ(PlanOf<ForeignBody>().string_kind, StringKind::kWhole);
  EXPECT_EQ(PlanOf<ReleasedForeignBody>().string_kind, StringKind::kWhole);
  EXPECT_EQ(PlanOf<IndirectBody>().string_kind, StringKind::kIndirect);
  EXPECT_FALSE(PlanOf<IndirectBody>().is_plain);
  // WalkIndirect() counts on it.
  EXPECT_EQ(PlanOf<IndirectBody>().edges.size(), 2u);
  EXPECT_EQ(PlanOf<FlatBody>().node_type, NodeType::kString);
}

class Traced : public GarbageCollected<Traced> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(member_); }
  Member<Empty> member_;
};

TEST_F(TypePlanTest, AHandWrittenTraceHasNoNames) {
  EXPECT_EQ(Edges<Traced>(), Texts());
  EXPECT_FALSE(PlanOf<Traced>().is_plain);
}

TEST_F(TypePlanTest, SaysWhatItTakes) {
  const size_t before = plans_.bytes();
  const size_t edge_bytes = PlanOf<Nested>().edges.size() * sizeof(PlannedEdge);

  EXPECT_GE(plans_.bytes(), before + sizeof(TypePlan) + edge_bytes);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
