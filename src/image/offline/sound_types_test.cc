// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Descriptions that no program makes.

#include "image/offline/sound_types.h"

#include <functional>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct SoundPart {
  String name;
  int32_t numbers[4] = {};
  HALFWORD_FIELDS(SoundPart, name, numbers)
};

class SoundBase : public GarbageCollected<SoundBase> {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(SoundBase, number_)
};

class SoundClass : public SoundBase {
 public:
  MutableString text_;
  SoundPart part_;
  HALFWORD_FIELDS(SoundClass, text_, part_)
  HALFWORD_BASES(SoundClass, SoundBase)
  HALFWORD_TRAILING(SoundClass, Member<SoundBase>)
};

namespace {

constexpr ImageTypeIndex kClass = 1;

// What is said of the class after a change of its description.
std::string SaidAfter(const std::function<void(TypeDescription*)>& change) {
  TypeList list;
  list.Add(TypeInfoOf<SoundClass>());
  Catalog catalog;
  catalog.types = list.Describe();
  change(&catalog.types[kClass]);
  return SoundTypes(catalog, kOwnImageAbi).WhyUnsound(kClass);
}

TEST(SoundTypesTest, ThoseOfAProgramAre) {
  EXPECT_EQ(SaidAfter([](TypeDescription*) {}), "");
}

TEST(SoundTypesTest, FieldsLieInTheirObjects) {
  EXPECT_EQ(SaidAfter([](auto* type) { type->fields[0].offset = 1000; }),
            "field 'text_' lies outside of it");
  EXPECT_EQ(SaidAfter([](auto* type) {
              type->fields[1].nested[1].count = UINT32_MAX;
            }),
            "field 'numbers' lies outside of it");
  EXPECT_EQ(SaidAfter([](auto* type) { type->bases[0].offset = 100; }),
            "its base halfword::internal::SoundBase lies outside of it");
}

TEST(SoundTypesTest, FieldsAreAsWideAsTheirKinds) {
  EXPECT_EQ(SaidAfter([](auto* type) { type->fields[0].element_bytes = 16; }),
            "field 'text_' is too short");
  EXPECT_EQ(SaidAfter([](auto* type) {
              type->fields[1].nested[0].element_bytes = 1;
            }),
            "field 'name' is too short");
}

TEST(SoundTypesTest, TrailingArraysAreBehindTheFields) {
  EXPECT_EQ(SaidAfter([](auto* type) { type->trailing_offset = 4; }),
            "its trailing array begins among its fields");
  EXPECT_EQ(SaidAfter([](auto* type) { type->trailing->count = 0; }),
            "its trailing array has no elements");
  EXPECT_EQ(SaidAfter([](auto* type) { type->object_bytes = 0; }),
            "its objects have no bytes");
}

TEST(SoundTypesTest, FingerprintsAreThoseOfTheFields) {
  EXPECT_EQ(SaidAfter([](auto* type) { ++type->fingerprint; }),
            "its fingerprint is not that of its fields");
}

TEST(SoundTypesTest, ClassesOfTheLibraryAreItsOwn) {
  EXPECT_EQ(SaidAfter([](auto* type) {
              type->name = TypeInfoOf<FlatBody>().name;
              type->bases.clear();
              type->fingerprint = DescribedTypes({type, 1})[0].fingerprint;
            }),
            "it is not Halfword's");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
