// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NameProvider as a base of managed classes: first, or behind a polymorphic
// managed base. How names are copied and cut is in object_name_test.cc.

#include "halfword/name_provider.h"

#include <string>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// The name that the heap knows for an object, whatever the pointer's class.
std::string NameOf(const void* object) {
  const TypeInfo& type = TypeOf(object);
  char buffer[64];
  if (type.name_of == nullptr) return "(none)";
  return {buffer, type.name_of(object, buffer, sizeof buffer)};
}

class Nameless : public GarbageCollected<Nameless> {
  HALFWORD_FIELDS(Nameless)
};

class Named : public GarbageCollected<Named>, public NameProvider {
 public:
  explicit Named(const char* name) : name_(name) {}
  const char* GetHumanReadableName() const override { return name_; }
  const char* name_;
  HALFWORD_FIELDS(Named, name_)
};

class Renamed : public Named {
 public:
  Renamed() : Named("base") {}
  const char* GetHumanReadableName() const override { return "derived"; }
  HALFWORD_FIELDS(Renamed)
  HALFWORD_BASES(Renamed, Named)
};

class Shape : public GarbageCollected<Shape> {
 public:
  virtual ~Shape() = default;
  int corners_ = 4;
  HALFWORD_FIELDS(Shape, corners_)
};

class NamedShape : public Shape, public NameProvider {
 public:
  const char* GetHumanReadableName() const override {
    return corners_ == 4 ? "square" : "other";
  }
  HALFWORD_FIELDS(NamedShape)
  HALFWORD_BASES(NamedShape, Shape, NameProvider)
};

class NameProviderTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(NameProviderTest);

TEST_P(NameProviderTest, NamesEachObjectByItsOwnClass) {
  const Named* const named = Make<Named>("one");
  const Named* const renamed = Make<Renamed>();

  EXPECT_EQ(NameOf(named), "one");
  EXPECT_EQ(NameOf(renamed), "derived");
  EXPECT_EQ(NameOf(Make<Nameless>()), "(none)");
}

TEST_P(NameProviderTest, MayStandBehindAPolymorphicBase) {
  NamedShape* const shape = Make<NamedShape>();
  EXPECT_NE(static_cast<void*>(static_cast<NameProvider*>(shape)), shape);

  EXPECT_EQ(NameOf(shape), "square");
  shape->corners_ = 3;
  EXPECT_EQ(NameOf(shape), "other");
}

TEST_P(NameProviderTest, KeepsTheNamesThatOilpansUsersCompareWith) {
  EXPECT_STREQ(NameProvider::kHiddenName, "InternalNode");
  EXPECT_STREQ(NameProvider::kNoNameDeducible, "<No name>");
  EXPECT_TRUE(NameProvider::SupportsCppClassNamesAsObjectNames());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
