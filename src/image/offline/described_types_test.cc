// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is described is the same class again, by its fingerprint.

#include "image/offline/described_types.h"

#include <string_view>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct DescribedPart {
  Member<StringBody> body;
  double weights[3] = {};
  HALFWORD_FIELDS(DescribedPart, body, weights)
};

class DescribedBase : public GarbageCollected<DescribedBase> {
 public:
  uint32_t number_ = 0;
  HALFWORD_FIELDS(DescribedBase, number_)
};

class DescribedClass : public DescribedBase {
 public:
  uint16_t small_ = 0;
  DescribedPart parts_[2];
  String name_;
  MutableString text_;
  HeapHashMap<String, Member<DescribedBase>> map_;
  HALFWORD_FIELDS(DescribedClass, small_, parts_, name_, text_, map_)
  HALFWORD_BASES(DescribedClass, DescribedBase)
};

class DescribedRow : public GarbageCollected<DescribedRow> {
 public:
  HALFWORD_FIELDS(DescribedRow)
  HALFWORD_TRAILING(DescribedRow, DescribedPart)
};

namespace {

TEST(DescribedTypesTest, HasTheFingerprintsOfTheProgram) {
  TypeList list;
  list.Add(TypeInfoOf<DescribedClass>());
  list.Add(TypeInfoOf<DescribedRow>());
  list.Add(
      TypeInfoOf<HashBacking<HeapHashMap<String, Member<DescribedBase>>>>());
  const std::vector<TypeDescription> descriptions = list.Describe();
  const DescribedTypes types(descriptions);
  ASSERT_EQ(types.size(), descriptions.size());
  for (ImageTypeIndex i = 0; i < types.size(); ++i) {
    EXPECT_EQ(types[i].fingerprint, list.At(i)->fingerprint) << types[i].name;
    EXPECT_EQ(types[i].trailing_is_leaf, list.At(i)->trailing_is_leaf);
    EXPECT_EQ(types[i].key_hash, list.At(i)->key_hash);
    EXPECT_EQ(std::string_view(types[i].name), list.At(i)->name);
  }
}

TEST(DescribedTypesTest, ADescriptionThatDiffersHasAnotherFingerprint) {
  TypeList list;
  list.Add(TypeInfoOf<DescribedBase>());
  std::vector<TypeDescription> descriptions = list.Describe();
  descriptions[0].fields[0].offset += 4;
  const DescribedTypes types(descriptions);
  EXPECT_NE(types[0].fingerprint, list.At(0)->fingerprint);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
