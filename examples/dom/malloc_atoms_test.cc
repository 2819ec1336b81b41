// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table finds each atom as long as it has an owner, and keeps none.

#include "examples/dom/malloc_atoms.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "examples/dom/malloc_strings.h"

namespace dom {
namespace {

class MallocAtomsTest : public testing::Test {
 protected:
  static std::string NameOf(int i) { return "atom" + std::to_string(i); }

  Memories memories_;
  AtomTable table_;
};

TEST_F(MallocAtomsTest, FindsEachOfManyAtoms) {
  std::vector<Atom> atoms;
  for (int i = 0; i < 10'000; ++i) atoms.emplace_back(NameOf(i));

  EXPECT_EQ(table_.count(), 10'000u);
  for (int i = 0; i < 10'000; ++i) {
    EXPECT_EQ(Atom(NameOf(i)), atoms[static_cast<size_t>(i)]);
  }
  EXPECT_EQ(table_.count(), 10'000u);
}

TEST_F(MallocAtomsTest, FindsTheOthersWhenSomeAreGone) {
  std::vector<Atom> atoms;
  for (int i = 0; i < 10'000; ++i) atoms.emplace_back(NameOf(i));

  for (size_t i = 0; i < atoms.size(); ++i) {
    if (i % 3 != 0) atoms[i] = Atom();
  }

  EXPECT_EQ(table_.count(), 3'334u);
  for (size_t i = 0; i < atoms.size(); i += 3) {
    EXPECT_EQ(Atom(NameOf(static_cast<int>(i))), atoms[i]);
  }
  EXPECT_EQ(table_.count(), 3'334u);
}

TEST_F(MallocAtomsTest, KeepsNone) {
  {
    std::vector<Atom> atoms;
    for (int i = 0; i < 1'000; ++i) atoms.emplace_back(NameOf(i));
    EXPECT_GT(memories_.strings.UsedBytes(), 12'000u);
  }

  EXPECT_EQ(table_.count(), 0u);
  EXPECT_EQ(memories_.strings.UsedBytes(), 0u);
  EXPECT_EQ(Atom("atom999"), std::string_view("atom999"));
}

}  // namespace
}  // namespace dom
