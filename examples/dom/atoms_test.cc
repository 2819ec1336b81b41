// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Atoms: equal names share one, and names stay where they are.

#include "examples/dom/atoms.h"

#include <gtest/gtest.h>

#include <string>

namespace dom {
namespace {

TEST(AtomTableTest, GivesOneAtomToEqualNames) {
  AtomTable atoms;
  const Atom div = atoms.Intern("div");

  EXPECT_EQ(atoms.Intern(std::string("div")), div);
  EXPECT_NE(atoms.Intern("DIV"), div);
  EXPECT_NE(atoms.Intern(""), div);
}

TEST(AtomTableTest, KeepsNamesWhereTheyAre) {
  AtomTable atoms;
  const Atom first = atoms.Intern("a");
  const char* const place = atoms.NameOf(first).data();

  for (int i = 0; i < 10'000; ++i) atoms.Intern("name" + std::to_string(i));

  EXPECT_EQ(atoms.NameOf(first), "a");
  EXPECT_EQ(atoms.NameOf(first).data(), place);
  EXPECT_EQ(atoms.Intern("a"), first);
  EXPECT_EQ(atoms.NameOf(atoms.Intern("name9999")), "name9999");
}

}  // namespace
}  // namespace dom
