// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What an image says of a class, as bytes and back.

#include "image/type_description.h"

#include <string>

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "halfword/member.h"
#include "halfword/trailing_array.h"

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
