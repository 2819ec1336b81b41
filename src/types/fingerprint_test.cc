// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// That a fingerprint changes with everything it stands for, and with nothing
// else.

#include "types/fingerprint.h"

#include <set>

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "halfword/member.h"

namespace app {

struct Pair {
  int a = 0;
  int b = 0;
  HALFWORD_FIELDS(Pair, a, b)
};

class Node : public halfword::GarbageCollected<Node> {
  uint32_t flags_ = 0;
  int8_t values_[4] = {};
  Pair pair_;
  HALFWORD_FIELDS(Node, flags_, values_, pair_)
};

class Element : public Node {
  uint32_t value_ = 0;
  HALFWORD_FIELDS(Element, value_)
  HALFWORD_BASES(Element, Node)
};

class Chars : public halfword::GarbageCollected<Chars> {
  uint32_t length_ = 0;
  HALFWORD_FIELDS(Chars, length_)
  HALFWORD_TRAILING(Chars, char)
};

}  // namespace app

namespace halfword::internal {
namespace {

// The hashed bytes are a format (fingerprint.cc): images made by one build are
// opened by another, so this number never changes.
constexpr uint64_t kNode = 8796404229950311104u;
constexpr uint64_t kElement = 12218675415732323636u;
constexpr uint64_t kChars = 18065830718096588711u;

TEST(FingerprintTest, IsTheSameInEveryBuild) {
  EXPECT_EQ(TypeInfoOf<app::Node>().fingerprint, kNode);
  EXPECT_EQ(TypeInfoOf<app::Element>().fingerprint, kElement);
  EXPECT_EQ(TypeInfoOf<app::Chars>().fingerprint, kChars);
}

TEST(FingerprintTest, ChangesWithTheClass) {
  const TypeInfo& type = TypeInfoOf<app::Node>();
  std::set<uint64_t> seen = {ComputeFingerprint(type)};
  const auto expect_other = [&](auto change) {
    TypeInfo other = type;
    change(other);
    EXPECT_TRUE(seen.insert(ComputeFingerprint(other)).second);
  };

  expect_other([](TypeInfo& other) { other.name = "app::Other"; });
  expect_other([](TypeInfo& other) { other.object_bytes += 8; });
  expect_other([](TypeInfo& other) { other.alignment = 8; });
  expect_other([](TypeInfo& other) { other.fields = other.fields.first(1); });
  expect_other([](TypeInfo& other) { other.trailing_offset = 8; });
  expect_other([](TypeInfo& other) { other.trailing_element_bytes = 1; });
  expect_other([](TypeInfo& other) { other.trailing = &other.fields[1]; });
}

TEST(FingerprintTest, ChangesWithAField) {
  const TypeInfo& type = TypeInfoOf<app::Node>();
  std::set<uint64_t> seen = {ComputeFingerprint(type)};
  const auto expect_other = [&](auto change) {
    FieldInfo fields[] = {type.fields[0], type.fields[1], type.fields[2]};
    change(fields[0]);
    TypeInfo other = type;
    other.fields = fields;
    EXPECT_TRUE(seen.insert(ComputeFingerprint(other)).second);
  };

  expect_other([](FieldInfo& field) { field.name = "flag_"; });
  expect_other([](FieldInfo& field) { field.offset += 4; });
  expect_other([](FieldInfo& field) { field.count = 2; });
  expect_other([](FieldInfo& field) { field.element_bytes = 2; });
  expect_other([](FieldInfo& field) { field.kind = FieldKind::kOpaque; });
  expect_other([](FieldInfo& field) { field.scalar = ScalarKind::kSigned; });
}

TEST(FingerprintTest, ChangesWithANestedStruct) {
  const TypeInfo& type = TypeInfoOf<app::Node>();
  StructInfo nested = *type.fields[2].nested;
  FieldInfo inner[] = {nested.fields[0], nested.fields[1]};
  inner[1].name = "c";
  nested.fields = inner;
  FieldInfo fields[] = {type.fields[0], type.fields[1], type.fields[2]};
  fields[2].nested = &nested;
  TypeInfo other = type;
  other.fields = fields;

  EXPECT_NE(ComputeFingerprint(other), type.fingerprint);
}

TEST(FingerprintTest, ChangesWithABase) {
  const TypeInfo& type = TypeInfoOf<app::Element>();
  TypeInfo node = TypeInfoOf<app::Node>();
  node.fingerprint += 1;
  const BaseInfo changed[] = {{&node, 0}};
  const BaseInfo moved[] = {{&TypeInfoOf<app::Node>(), 8}};
  TypeInfo other = type;

  other.bases = changed;
  EXPECT_NE(ComputeFingerprint(other), type.fingerprint);
  other.bases = moved;
  EXPECT_NE(ComputeFingerprint(other), type.fingerprint);
}

TEST(FingerprintTest, DoesNotDependOnTheProcess) {
  TypeInfo other = TypeInfoOf<app::Node>();
  other.id = 777;
  other.buffer_index = 777;
  other.ancestors[0] = 777;
  other.destroy = nullptr;

  EXPECT_EQ(ComputeFingerprint(other), TypeInfoOf<app::Node>().fingerprint);
}

}  // namespace
}  // namespace halfword::internal
