// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Places of objects in source texts: which function of a class says them.

#include "halfword/source_position.h"

#include <cstring>
#include <type_traits>

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"

namespace halfword::internal {
namespace {

constexpr SourceId kPage{7};

class Placeless : public GarbageCollected<Placeless> {
  HALFWORD_FIELDS(Placeless)
};
class Function : public GarbageCollected<Function> {
 public:
  SourcePosition GetSourcePosition() const { return position_; }
  SourcePosition position_ = {kPage, 12};
  HALFWORD_FIELDS(Function, position_)
};
class Closure : public Function {
  HALFWORD_FIELDS(Closure)
  HALFWORD_BASES(Closure, Function)
};
class ByReference : public GarbageCollected<ByReference> {
 public:
  const SourcePosition& GetSourcePosition() const { return position_; }
  SourcePosition position_ = {kPage, 13};
  HALFWORD_FIELDS(ByReference, position_)
};
class Shape : public GarbageCollected<Shape> {
 public:
  virtual SourcePosition GetSourcePosition() const { return {}; }
  HALFWORD_FIELDS(Shape)
};
class Circle : public Shape {
 public:
  SourcePosition GetSourcePosition() const override { return {kPage, 14}; }
  HALFWORD_FIELDS(Circle)
  HALFWORD_BASES(Circle, Shape)
};
class Foreign : public GarbageCollected<Foreign> {
 public:
  int GetSourcePosition() const { return 1; }
  HALFWORD_FIELDS(Foreign)
};
class Hidden : public GarbageCollected<Hidden> {
  HALFWORD_FIELDS(Hidden)
  [[maybe_unused]] SourcePosition GetSourcePosition() const { return {}; }
};

template <typename T>
SourcePosition PositionOf(const T& object) {
  const SourcePositionCallback callback = TypeInfoOf<T>().source_position_of;
  return callback == nullptr ? SourcePosition() : callback(&object);
}

TEST(SourcePositionTest, ComesFromAFunctionOfTheClassOrABase) {
  EXPECT_EQ(PositionOf(Function()), (SourcePosition{kPage, 12}));
  EXPECT_EQ(PositionOf(Closure()), (SourcePosition{kPage, 12}));
  EXPECT_EQ(PositionOf(ByReference()), (SourcePosition{kPage, 13}));
}

TEST(SourcePositionTest, ComesFromTheClassOfTheObject) {
  const Circle circle;

  EXPECT_EQ(TypeInfoOf<Shape>().source_position_of(&circle),
            (SourcePosition{kPage, 14}));
}

TEST(SourcePositionTest, IsAskedOnlyOfClassesThatHaveOne) {
  EXPECT_EQ(TypeInfoOf<Placeless>().source_position_of, nullptr);
  EXPECT_EQ(TypeInfoOf<Foreign>().source_position_of, nullptr);
  EXPECT_EQ(TypeInfoOf<Hidden>().source_position_of, nullptr);
}

TEST(SourcePositionTest, IsAFieldOfEightBytesWithoutReferences) {
  const TypeInfo& type = TypeInfoOf<Function>();

  EXPECT_EQ(sizeof(Function), 8u);
  EXPECT_EQ(type.trace_mode, TraceMode::kLeaf);
  EXPECT_TRUE(type.may_be_in_image);
  ASSERT_EQ(type.fields.size(), 1u);
  EXPECT_EQ(type.fields[0].kind, FieldKind::kStruct);
}

TEST(SourcePositionTest, IsNoneInZeroedMemory) {
  SourcePosition position{kPage, 1};
  static_assert(std::is_trivially_copyable_v<SourcePosition>);

  std::memset(static_cast<void*>(&position), 0, sizeof(position));

  EXPECT_EQ(position, SourcePosition());
  EXPECT_EQ(position.source, kNoSource);
}

}  // namespace
}  // namespace halfword::internal
