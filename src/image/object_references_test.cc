// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// References of objects of both widths, by descriptions alone.

#include "image/object_references.h"

#include <cstring>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

FieldDescription WordAt(const char* name, uint32_t offset, uint32_t bytes) {
  FieldDescription field;
  field.name = name;
  field.offset = offset;
  field.element_bytes = bytes;
  field.kind = FieldKind::kMember;
  return field;
}

// A base with a reference; a class with an array of structs and a trailing one.
Catalog MakeCatalog(uint32_t word_bytes) {
  Catalog catalog;
  TypeDescription base;
  base.fields = {WordAt("base_", 0, word_bytes)};
  TypeDescription type;
  type.bases = {{0, 0}};
  FieldDescription pairs;
  pairs.name = "pairs_";
  pairs.offset = word_bytes;
  pairs.count = 2;
  pairs.element_bytes = 2 * word_bytes;
  pairs.kind = FieldKind::kStruct;
  pairs.nested = {WordAt("key", 0, word_bytes),
                  WordAt("value", word_bytes, word_bytes)};
  pairs.nested[1].kind = FieldKind::kScalar;
  type.fields = {pairs};
  type.trailing = WordAt("", 0, word_bytes);
  type.trailing_offset = 5 * word_bytes;
  catalog.types = {base, type};
  return catalog;
}

template <typename Word>
std::string Visit(const ImageAbi& abi, uint64_t place,
                  const std::vector<Word>& words) {
  const Catalog catalog = MakeCatalog(sizeof(Word));
  const ReferenceMaps maps(catalog, abi, place);
  std::string seen;
  maps.ForEach(1, reinterpret_cast<const std::byte*>(words.data()),
               words.size() * sizeof(Word),
               [&](const ReferenceField& field, size_t, uint64_t target) {
                 seen += field.name + "=" + std::to_string(target) + " ";
               });
  return seen;
}

TEST(ObjectReferencesTest, CompressedOnes) {
  const ImageAbi abi = {.reference_bits = 32, .virtual_bits = 3};
  EXPECT_EQ(Visit<uint32_t>(abi, 800,
                            {0x8000'0065, 0x8000'0066, 0x8000'0001, 0, 5,
                             0x8000'0067, 0, 0x8000'0068}),
            "base_=8 pairs_[0].key=16 []=24 []=32 ");
}

TEST(ObjectReferencesTest, OnesOfFullWidth) {
  const ImageAbi abi = {.reference_bits = 64};
  constexpr uint64_t kPlace = uint64_t{1} << 40;
  EXPECT_EQ(Visit<uint64_t>(abi, kPlace,
                            {kPlace + 8, 0, 3, kPlace + 16, 5, kPlace + 24}),
            "base_=8 pairs_[1].key=16 []=24 ");
}

// Structs in structs, and a base twice in each of a row of classes: what a
// damaged description multiplies is not worked off.
TEST(ObjectReferencesTest, WhatMultipliesIsLeftOut) {
  const ImageAbi abi = {.reference_bits = 32, .virtual_bits = 3};
  Catalog bases;
  bases.types.emplace_back().fields = {WordAt("base_", 0, 4)};
  for (uint32_t i = 0; i < 100; ++i) {
    bases.types.emplace_back().bases = {{i, 0}, {i, 4u << (i % 28)}};
  }
  EXPECT_FALSE(ReferenceMaps(bases, abi, 0).is_complete());

  Catalog structs;
  FieldDescription field;
  field.kind = FieldKind::kStruct;
  field.count = UINT32_MAX;
  for (int depth = 0; depth < FieldDescription::kNestingMax; ++depth) {
    FieldDescription outer = field;
    outer.nested = {field};
    field = outer;
  }
  structs.types.emplace_back().fields = {field};
  EXPECT_FALSE(ReferenceMaps(structs, abi, 0).is_complete());
}

// Each word once: an array whose elements lie upon each other has one.
TEST(ObjectReferencesTest, AnObjectCostsNoMoreThanItsBytes) {
  Catalog catalog;
  FieldDescription array = WordAt("array_", 0, 0);
  array.count = 10'000;
  FieldDescription trailing = WordAt("", 0, 1);
  TypeDescription& type = catalog.types.emplace_back();
  type.fields = {array};
  type.trailing = trailing;
  const ReferenceMaps maps(catalog, {.reference_bits = 32, .virtual_bits = 3},
                           0);
  EXPECT_TRUE(maps.is_complete());
  const std::vector<uint32_t> words(4, 0x8000'0001);
  int visits = 0;
  maps.ForEach(0, reinterpret_cast<const std::byte*>(words.data()), 16,
               [&](const ReferenceField&, size_t, uint64_t) { ++visits; });
  EXPECT_EQ(visits, 1);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
