// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counted strings: they share, and the last owner frees.

#include "examples/dom/malloc_strings.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "examples/dom/malloc_atoms.h"

namespace dom {
namespace {

class MallocStringsTest : public testing::Test {
 protected:
  size_t StringBytes() const { return memories_.strings.UsedBytes(); }

  Memories memories_;
  AtomTable atoms_;
};

TEST_F(MallocStringsTest, SharesBytesUntilTheLastOwnerIsGone) {
  {
    String kept;
    {
      const String words("some words");
      const size_t one_bytes = StringBytes();
      kept = words;
      const String third(kept);
      EXPECT_EQ(kept.data(), words.data());
      EXPECT_EQ(StringBytes(), one_bytes);
    }
    EXPECT_EQ(kept, "some words");
    EXPECT_GT(StringBytes(), 0u);
  }
  EXPECT_EQ(StringBytes(), 0u);
}

TEST_F(MallocStringsTest, MovesAndAssignsToItself) {
  String words("some words");
  String& same = words;
  words = same;
  String moved(std::move(words));

  EXPECT_EQ(moved, "some words");
  moved = String();

  EXPECT_TRUE(moved.empty());
  EXPECT_TRUE(moved.IsInline());
  EXPECT_EQ(moved.size(), 0u);
  EXPECT_EQ(StringBytes(), 0u);
}

TEST_F(MallocStringsTest, MakesOneAtomOfEqualBytes) {
  const Atom name("name");
  const size_t one_bytes = StringBytes();

  EXPECT_EQ(Atom(std::string("name")), name);
  EXPECT_EQ(StringBytes(), one_bytes);
  EXPECT_FALSE(Atom("NAME") == name);
  EXPECT_FALSE(Atom() == name);
  EXPECT_EQ(Atom(""), Atom());
}

}  // namespace
}  // namespace dom
