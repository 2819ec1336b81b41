// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Two versions of a class, matched by name.

#include "image/offline/field_moves.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

FieldDescription Scalar(const std::string& name, uint32_t offset,
                        uint32_t bytes, ScalarKind kind) {
  FieldDescription field;
  field.name = name;
  field.offset = offset;
  field.element_bytes = bytes;
  field.scalar = kind;
  return field;
}

FieldDescription Reference(const std::string& name, uint32_t offset,
                           FieldKind kind = FieldKind::kMember) {
  FieldDescription field;
  field.name = name;
  field.offset = offset;
  field.element_bytes = 4;
  field.kind = kind;
  return field;
}

ObjectMoves Match(std::vector<FieldDescription> source,
                  std::vector<FieldDescription> target) {
  std::vector<TypeDescription> sources(1);
  sources[0].fields = std::move(source);
  std::vector<TypeDescription> targets(1);
  targets[0].fields = std::move(target);
  return MatchTypes(sources, 0, targets, 0);
}

TEST(FieldMovesTest, FieldsAreFoundWhereverTheyAre) {
  const ObjectMoves moves = Match(
      {Reference("next_", 0), Scalar("old_", 4, 4, ScalarKind::kSigned),
       Scalar("kept_", 8, 8, ScalarKind::kFloat)},
      {Scalar("kept_", 0, 8, ScalarKind::kFloat),
       Scalar("new_", 8, 4, ScalarKind::kSigned), Reference("next_", 12)});
  EXPECT_EQ(moves.error, "");
  ASSERT_EQ(moves.fixed.size(), 2u);
  EXPECT_EQ(moves.fixed[0].kind, FieldMove::Kind::kBytes);
  EXPECT_EQ(moves.fixed[0].source, 8u);
  EXPECT_EQ(moves.fixed[0].target, 0u);
  EXPECT_EQ(moves.fixed[0].source_bytes, 8u);
  EXPECT_EQ(moves.fixed[1].kind, FieldMove::Kind::kWord);
  EXPECT_EQ(moves.fixed[1].target, 12u);
}

TEST(FieldMovesTest, NumbersBecomeWiderOnly) {
  const auto from = Scalar("n_", 0, 2, ScalarKind::kSigned);
  const ObjectMoves wider =
      Match({from}, {Scalar("n_", 0, 8, ScalarKind::kSigned)});
  EXPECT_EQ(wider.error, "");
  EXPECT_EQ(wider.fixed.at(0).kind, FieldMove::Kind::kWidenSigned);
  EXPECT_EQ(Match({from}, {Scalar("n_", 0, 1, ScalarKind::kSigned)}).error,
            "field 'n_' does not become wider only");
  EXPECT_EQ(Match({from}, {Scalar("n_", 0, 8, ScalarKind::kFloat)}).error,
            "field 'n_' does not become wider only");
  EXPECT_EQ(Match({from}, {Reference("n_", 0)}).error,
            "field 'n_' is of another kind there");
}

TEST(FieldMovesTest, ArraysAndStructsAreMatchedInside) {
  FieldDescription source;
  source.name = "parts_";
  source.kind = FieldKind::kStruct;
  source.count = 2;
  source.element_bytes = 8;
  source.nested = {Reference("a", 0), Scalar("b", 4, 4, ScalarKind::kUnsigned)};
  FieldDescription target = source;
  target.count = 3;
  target.element_bytes = 16;
  target.nested = {Scalar("b", 0, 8, ScalarKind::kUnsigned), Reference("a", 8)};
  const ObjectMoves moves = Match({source}, {target});
  EXPECT_EQ(moves.error, "");
  ASSERT_EQ(moves.fixed.size(), 4u);
  EXPECT_EQ(moves.fixed[2].source, 12u);
  EXPECT_EQ(moves.fixed[2].target, 16u);
  EXPECT_EQ(moves.fixed[2].kind, FieldMove::Kind::kWidenUnsigned);
  EXPECT_EQ(moves.fixed[3].source, 8u);
  EXPECT_EQ(moves.fixed[3].target, 24u);
  EXPECT_EQ(Match({target}, {source}).error,
            "field 'parts_' has fewer elements there");
}

TEST(FieldMovesTest, BasesAreMatchedByClass) {
  std::vector<TypeDescription> sources(2);
  sources[0].name = "Base";
  sources[0].fields = {Reference("link_", 0)};
  sources[1].bases = {{0, 0}};
  sources[1].fields = {Reference("own_", 4)};
  std::vector<TypeDescription> targets = sources;
  targets[1].bases[0].offset = 8;
  const ObjectMoves moves = MatchTypes(sources, 1, targets, 1);
  ASSERT_EQ(moves.fixed.size(), 2u);
  EXPECT_EQ(moves.fixed[0].target, 8u);
  ASSERT_EQ(moves.bases.size(), 2u);
  EXPECT_EQ(moves.bases[1].source, 0u);
  EXPECT_EQ(moves.bases[1].target, 8u);
}

TEST(FieldMovesTest, WhatCannotBecomeAnotherCanBeLeftOut) {
  const auto match = [](std::vector<FieldDescription> source,
                        std::vector<FieldDescription> target) {
    std::vector<TypeDescription> sources(2);
    sources[0].name = "Class";
    sources[0].fields = std::move(source);
    sources[1].name = "Old";
    std::vector<TypeDescription> targets(2);
    targets[0].name = "Class";
    targets[0].fields = std::move(target);
    targets[1].name = "New";
    return MatchTypes(sources, 0, targets, 0, Unmatched::kLeftOut);
  };
  const auto number = Scalar("n_", 0, 8, ScalarKind::kSigned);
  auto array = number;
  array.count = 3;
  auto elsewhere = Reference("m_", 8);
  elsewhere.target = 1;
  auto tagged = Reference("t_", 12, FieldKind::kTagged);
  auto same = Reference("s_", 16);
  same.target = 0;
  const ObjectMoves moves =
      match({array, elsewhere, tagged, same, Reference("k_", 20)},
            {number, elsewhere, tagged, same,
             Scalar("k_", 20, 4, ScalarKind::kUnsigned)});
  EXPECT_EQ(moves.error, "");
  ASSERT_EQ(moves.fixed.size(), 2u);
  EXPECT_EQ(moves.fixed[0].source, 12u);
  EXPECT_EQ(moves.fixed[1].source, 16u);
  const ObjectMoves numbers =
      match({number}, {Scalar("n_", 0, 4, ScalarKind::kSigned)});
  EXPECT_EQ(numbers.error, "");
  EXPECT_TRUE(numbers.fixed.empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
