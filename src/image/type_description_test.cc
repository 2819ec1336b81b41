// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What an image says of a class, as bytes and back.

#include "image/type_description.h"

#include <string>

#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Point {
  float x_;
  float y_;
  HALFWORD_FIELDS(Point, x_, y_)
};

class Shape : public GarbageCollected<Shape> {
 public:
  Member<Shape> next_;
  Point corners_[4];
  uint16_t colour_ = 0;
  HALFWORD_FIELDS(Shape, next_, corners_, colour_)
  HALFWORD_TRAILING(Shape, Member<Shape>)
};

class Corner : public GarbageCollected<Corner> {
 public:
  Member<Shape> of_;
  HALFWORD_FIELDS(Corner, of_)
  HALFWORD_IMMUTABLE(Corner)
};

struct PointTraits {
  static uint64_t Hash(const Point& point, uint64_t seed) {
    return halfword::HashBytes(&point, sizeof(point), seed);
  }
  static bool Equal(const Point& a, const Point& b) {
    return a.x_ == b.x_ && a.y_ == b.y_;
  }
};

TypeDescription DescribeShape() {
  const TypeInfo& shape = TypeInfoOf<Shape>();
  return DescribeType(shape, [&](const TypeInfo& type) {
    return &type == &shape ? ImageTypeIndex{7} : kNoImageType;
  });
}

TEST(TypeDescriptionTest, NamesFieldsAndWhatTheyReferTo) {
  const TypeDescription shape = DescribeShape();
  EXPECT_NE(shape.name.find("Shape"), std::string::npos);
  ASSERT_EQ(shape.fields.size(), 3u);
  EXPECT_EQ(shape.fields[0].name, "next_");
  EXPECT_EQ(shape.fields[0].kind, FieldKind::kMember);
  EXPECT_EQ(shape.fields[0].target, 7u);
  EXPECT_EQ(shape.fields[1].count, 4u);
  EXPECT_EQ(shape.fields[1].struct_bytes, sizeof(Point));
  ASSERT_EQ(shape.fields[1].nested.size(), 2u);
  EXPECT_EQ(shape.fields[1].nested[1].name, "y_");
  EXPECT_EQ(shape.fields[1].nested[1].scalar, ScalarKind::kFloat);
  EXPECT_EQ(shape.fields[2].scalar, ScalarKind::kUnsigned);
  ASSERT_TRUE(shape.trailing.has_value());
  EXPECT_EQ(shape.trailing->target, 7u);
}

TEST(TypeDescriptionTest, TellsWhatToolsNeedToMoveObjects) {
  const auto describe = [](const TypeInfo& type) {
    return DescribeType(type, [](const TypeInfo&) { return kNoImageType; });
  };
  const TypeDescription shape = DescribeShape();
  EXPECT_EQ(shape.flags & TypeDescription::kIsImmutable, 0);
  EXPECT_EQ(shape.backing, BackingKind::kNone);
  EXPECT_EQ(shape.fields[0].alignment, sizeof(Word));
  EXPECT_EQ(shape.fields[1].struct_alignment, alignof(float));
  EXPECT_NE(
      describe(TypeInfoOf<Corner>()).flags & TypeDescription::kIsImmutable, 0);
  using Set = HeapHashSet<Member<Shape>>;
  const TypeDescription set = describe(TypeInfoOf<HashBacking<Set>>());
  EXPECT_EQ(set.backing, BackingKind::kTable);
  EXPECT_EQ(set.key_hash, KeyHash::kReference);
  using Names = HeapHashMap<String, int>;
  EXPECT_EQ(describe(TypeInfoOf<HashBacking<Names>>()).key_hash,
            KeyHash::kContent);
  using Atoms = HeapHashSet<Atom>;
  EXPECT_EQ(describe(TypeInfoOf<HashBacking<Atoms>>()).key_hash,
            KeyHash::kReference);
  using Corners = HeapHashSet<Point, PointTraits>;
  EXPECT_EQ(describe(TypeInfoOf<HashBacking<Corners>>()).key_hash,
            KeyHash::kCustom);
  using Linked = HeapLinkedHashSet<Member<Shape>>;
  const TypeDescription linked = describe(TypeInfoOf<LinkedBacking<Linked>>());
  EXPECT_EQ(linked.backing, BackingKind::kLinked);
  EXPECT_EQ(linked.key_hash, KeyHash::kReference);
  using Row = HeapVector<Member<Shape>>;
  EXPECT_EQ(describe(TypeInfoOf<ContainerBacking<Row>>()).backing,
            BackingKind::kArray);
}

TEST(TypeDescriptionTest, WhatIsWrittenIsRead) {
  ByteWriter once;
  WriteType(DescribeShape(), &once);
  ByteReader reader(once.bytes());
  const TypeDescription read = ReadType(&reader);
  EXPECT_TRUE(reader.is_good());
  EXPECT_TRUE(reader.is_at_end());
  ByteWriter twice;
  WriteType(read, &twice);
  EXPECT_EQ(once.bytes(), twice.bytes());
}

TEST(TypeDescriptionTest, EveryCutIsNoticed) {
  ByteWriter writer;
  WriteType(DescribeShape(), &writer);
  for (size_t bytes = 0; bytes < writer.bytes().size(); ++bytes) {
    ByteReader reader(std::string_view(writer.bytes()).substr(0, bytes));
    ReadType(&reader);
    EXPECT_FALSE(reader.is_good()) << bytes;
  }
}

TEST(TypeDescriptionTest, StructsAreNotNestedWithoutEnd) {
  TypeDescription type = DescribeShape();
  FieldDescription* field = &type.fields[1];
  for (int i = 0; i < 2 * FieldDescription::kNestingMax; ++i) {
    field->kind = FieldKind::kStruct;
    field->nested = {FieldDescription()};
    field = &field->nested[0];
  }
  ByteWriter writer;
  WriteType(type, &writer);
  ByteReader reader(writer.bytes());
  ReadType(&reader);
  EXPECT_FALSE(reader.is_good());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
