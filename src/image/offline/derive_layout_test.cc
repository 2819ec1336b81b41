// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Layouts of other widths. That they are what compilers make of the classes,
// tests/migration proves, which opens such images.

#include "image/offline/derive_layout.h"

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "image/image_world.h"
#include "image/offline/offline_testing.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct alignas(16) DerivedPart {
  Member<StringBody> body;
  uint8_t flags = 0;
  HALFWORD_FIELDS(DerivedPart, body, flags)
};

class DerivedBase : public GarbageCollected<DerivedBase> {
 public:
  Member<DerivedBase> next_;
  uint8_t small_ = 0;
  HALFWORD_FIELDS(DerivedBase, next_, small_)
};

// In the padding of its base.
class DerivedClass : public DerivedBase {
 public:
  uint16_t number_ = 0;
  DerivedPart part_;
  MutableString text_;
  Member<DerivedBase> more_[3];
  alignas(8) char bytes_[5] = {};
  HALFWORD_FIELDS(DerivedClass, number_, part_, text_, more_, bytes_)
  HALFWORD_BASES(DerivedClass, DerivedBase)
};

namespace {

TEST(DeriveLayoutTest, ThereAndBackIsTheSame) {
  TypeList list;
  list.Add(TypeInfoOf<DerivedClass>());
  list.Add(TypeInfoOf<World>());
  list.Add(TypeInfoOf<Thing>());
  list.Add(TypeInfoOf<Things>());
  const std::vector<TypeDescription> own = list.Describe();
  const DerivedTypes other = DeriveLayouts(own, kOwnImageAbi, OtherAbi());
  for (size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(other.errors[i], "") << own[i].name;
  }
  const DerivedTypes back =
      DeriveLayouts(other.types, OtherAbi(), kOwnImageAbi);
  for (size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(back.errors[i], "") << own[i].name;
    EXPECT_EQ(back.types[i].fingerprint, own[i].fingerprint) << own[i].name;
    EXPECT_EQ(DifferenceOf(back.types[i], own[i]), "");
  }
}

TEST(DeriveLayoutTest, FieldsMoveAsInTheOtherBuild) {
  if (!kCompressed) return;  // the numbers are those of one direction
  TypeList list;
  list.Add(TypeInfoOf<DerivedClass>());
  const DerivedTypes other =
      DeriveLayouts(list.Describe(), kOwnImageAbi, OtherAbi());
  const TypeDescription& base = other.types[0];
  EXPECT_EQ(base.object_bytes, 16u);
  EXPECT_EQ(base.fields[1].offset, 8u);
  const TypeDescription& derived = other.types[1];
  EXPECT_EQ(derived.fields[0].offset, 10u);  // behind small_
  EXPECT_EQ(derived.fields[1].offset, 16u);
  EXPECT_EQ(derived.fields[1].struct_bytes, 16u);
  EXPECT_EQ(derived.fields[2].offset, 32u);
  EXPECT_EQ(derived.fields[2].element_bytes, 32u);
  EXPECT_EQ(derived.fields[3].offset, 64u);
  EXPECT_EQ(derived.fields[4].offset, 88u);
  EXPECT_EQ(derived.object_bytes, 96u);
}

TEST(DeriveLayoutTest, WhatTheRulesDoNotGiveIsRefused) {
  TypeList list;
  list.Add(TypeInfoOf<DerivedClass>());
  std::vector<TypeDescription> types = list.Describe();
  types[1].fields[2].offset += 3;
  const DerivedTypes other = DeriveLayouts(types, kOwnImageAbi, OtherAbi());
  EXPECT_EQ(other.errors[0], "");
  EXPECT_EQ(other.errors[1],
            "its field 'text_' is laid out in a way that cannot be derived");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
