// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Types of an image beside those of the process.

#include "image/type_list.h"

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "halfword/member.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ListedBase : public GarbageCollected<ListedBase> {
 public:
  int number_ = 0;
  HALFWORD_FIELDS(ListedBase, number_)
};

class ListedDerived : public ListedBase {
 public:
  Member<ListedBase> other_;
  HALFWORD_BASES(ListedDerived, ListedBase)
  HALFWORD_FIELDS(ListedDerived, other_)
};

namespace {

std::vector<TypeDescription> DescribeBoth() {
  TypeList types;
  types.Add(TypeInfoOf<ListedDerived>());
  return types.Describe();
}

TEST(TypeListTest, BasesComeFirst) {
  TypeList types;
  EXPECT_EQ(types.Add(TypeInfoOf<ListedDerived>()), 1u);
  EXPECT_EQ(types.Add(TypeInfoOf<ListedBase>()), 0u);
  EXPECT_EQ(types.Add(TypeInfoOf<ListedDerived>()), 1u);
  EXPECT_EQ(types.At(1), &TypeInfoOf<ListedDerived>());
  EXPECT_EQ(types.At(2), nullptr);
}

TEST(TypeListTest, TheSameTypesMatch) {
  TypeList types;
  std::string error;
  ASSERT_EQ(types.Match(DescribeBoth(), &error), TypeList::MatchResult::kSame)
      << error;
  EXPECT_EQ(types.At(0), &TypeInfoOf<ListedBase>());
  EXPECT_EQ(types.IndexOf(TypeInfoOf<ListedDerived>()), 1u);
}

TEST(TypeListTest, ATypeOfNoProgramIsKept) {
  std::vector<TypeDescription> described = DescribeBoth();
  described.push_back(described[0]);
  described[2].name = "app::Gone";
  TypeList types;
  std::string error;
  ASSERT_EQ(types.Match(described, &error), TypeList::MatchResult::kSame)
      << error;
  EXPECT_EQ(types.At(2), nullptr);
  EXPECT_EQ(types.NameAt(2), "app::Gone");
  EXPECT_EQ(types.Describe()[2].name, "app::Gone");
}

// Changes the description of the base, and says what is wrong then.
template <typename Change>
std::string ErrorAfter(Change change) {
  std::vector<TypeDescription> described = DescribeBoth();
  change(described[0]);
  described[0].fingerprint ^= 1;
  TypeList types;
  std::string error;
  EXPECT_EQ(types.Match(described, &error),
            TypeList::MatchResult::kOtherLayout);
  return error.substr(error.find(": ") + 2);
}

TEST(TypeListTest, DifferencesAreNamed) {
  EXPECT_EQ(
      ErrorAfter([](TypeDescription& type) { type.fields[0].name = "count_"; }),
      "it has no field 'count_' here");
  EXPECT_EQ(ErrorAfter([](TypeDescription& type) { type.fields.clear(); }),
            "it has no field 'number_' there");
  EXPECT_EQ(ErrorAfter([](TypeDescription& type) {
              type.fields[0].element_bytes = 8;
            }),
            "field 'number_' has 8 bytes there and 4 here");
  EXPECT_EQ(ErrorAfter([](TypeDescription& type) {
              type.fields[0].scalar = ScalarKind::kFloat;
            }),
            "field 'number_' is a floating-point number there and a signed "
            "number here");
  EXPECT_EQ(
      ErrorAfter([](TypeDescription& type) { type.fields[0].offset = 12; }),
      "field 'number_' is at byte 12 there and at byte 0 here");
  EXPECT_EQ(ErrorAfter([](TypeDescription& type) { type.object_bytes = 40; }),
            "it has 40 bytes there and 4 here");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
