// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The catalog's bytes, whole and damaged.

#include "image/catalog.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

Catalog MakeCatalog() {
  Catalog catalog;
  catalog.hash_seed = 42;
  TypeDescription base;
  base.alignment = 8;
  base.name = "Base";
  TypeDescription derived;
  derived.alignment = 8;
  derived.name = "Derived";
  derived.bases = {{0, 0}};
  catalog.types = {base, derived};
  catalog.roots = {{"first", 64, 1}, {"second", 128, 0}};
  catalog.slot_types = {4096, 12};
  catalog.atoms = {512, 64, 3};
  return catalog;
}

TEST(CatalogTest, WhatIsWrittenIsRead) {
  const std::string bytes = WriteCatalog(MakeCatalog());
  Catalog read;
  ASSERT_TRUE(ReadCatalog(bytes, &read));
  EXPECT_EQ(read.hash_seed, 42u);
  ASSERT_EQ(read.types.size(), 2u);
  EXPECT_EQ(read.types[1].name, "Derived");
  ASSERT_EQ(read.roots.size(), 2u);
  EXPECT_EQ(read.roots[1].name, "second");
  EXPECT_EQ(read.roots[1].offset, 128u);
  EXPECT_EQ(read.slot_types.bytes, 12u);
  EXPECT_EQ(read.atoms.used, 3u);
  EXPECT_EQ(WriteCatalog(read), bytes);
}

TEST(CatalogTest, EveryCutIsNoticedAndSoIsMore) {
  const std::string bytes = WriteCatalog(MakeCatalog());
  Catalog read;
  for (size_t count = 0; count < bytes.size(); ++count) {
    EXPECT_FALSE(ReadCatalog(bytes.substr(0, count), &read)) << count;
  }
  EXPECT_FALSE(ReadCatalog(bytes + '\0', &read));
}

TEST(CatalogTest, ABaseComesFirst) {
  Catalog catalog = MakeCatalog();
  catalog.types[0].bases = {{0, 0}};
  Catalog read;
  EXPECT_FALSE(ReadCatalog(WriteCatalog(catalog), &read));
}

TEST(CatalogTest, ARootIsOfAType) {
  Catalog catalog = MakeCatalog();
  catalog.roots[0].type = 2;
  Catalog read;
  EXPECT_FALSE(ReadCatalog(WriteCatalog(catalog), &read));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
