// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the cache gives is the atom of the bytes, whatever it gave before.

#include "examples/dom/atom_cache.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace dom {
namespace {

class AtomCacheTest : public testing::Test {
 protected:
  NodeHeap heap_;
};

TEST_F(AtomCacheTest, GivesTheAtomOfTheHeap) {
  const Atom expected("section");
  AtomCache cache;

  EXPECT_EQ(cache.Intern("section"), expected);
  EXPECT_EQ(cache.Intern(std::string("section")), expected);
  EXPECT_EQ(cache.Intern(""), Atom());
  EXPECT_EQ(cache.Intern("p"), Atom("p"));
}

TEST_F(AtomCacheTest, TellsApartWhatHasTheSamePlace) {
  AtomCache cache;
  for (int round = 0; round < 2; ++round) {
    // The same length, first, middle and last byte.
    for (const char* name : {"name-1-x", "name-2-x", "naXX-2-x"}) {
      EXPECT_EQ(cache.Intern(name), std::string_view(name));
      EXPECT_EQ(cache.Intern(name), Atom(name));
    }
  }
}

TEST_F(AtomCacheTest, HandsOutManyMoreThanItKeeps) {
  AtomCache cache;
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = "name" + std::to_string(i);
    ASSERT_EQ(cache.Intern(name), std::string_view(name));
  }
}

}  // namespace
}  // namespace dom
