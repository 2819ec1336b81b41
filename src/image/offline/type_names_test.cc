// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A class of containers has the name that this build gives it, and from the
// name of the other build it is found.

#include "image/offline/type_names.h"

#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {

class NamedElement : public GarbageCollected<NamedElement> {
 public:
  HALFWORD_FIELDS(NamedElement)
};

namespace {

using Set = HeapHashSet<Member<NamedElement>>;

TEST(TypeNamesTest, ThisBuildsIsItsOwn) {
  const std::string name = kTypeName<Set>;
  EXPECT_EQ(NameIn(kOwnImageAbi, name), name);
  ImageAbi other = kOwnImageAbi;
  other.reference_bits = kCompressed ? 64 : 32;
  const std::string there = NameIn(other, name);
  EXPECT_NE(there, name);
  EXPECT_EQ(NameIn(kOwnImageAbi, there), name);
  EXPECT_EQ(CommonName(there), CommonName(name));
}

TEST(TypeNamesTest, OtherNamesStay) {
  EXPECT_EQ(NameIn({.reference_bits = 64}, "app::Node"), "app::Node");
  EXPECT_EQ(CommonName("app::Node"), "app::Node");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
