// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of objects for tools: their own, their class's, a hidden one.

#include "halfword/internal/name_trait.h"

#include <memory>
#include <string>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct Nameless {};

namespace {

using enum HeapObjectNameForUnnamedObject;

class Named : public NameProvider {
 public:
  const char* GetHumanReadableName() const override { return "own"; }
};

class Parser : public NameTraitBase {
 public:
  using NameTraitBase::GetNameFromTypeSignature;
};

TEST(NameTraitTest, AnObjectWithoutNameHasThatOfItsClass) {
  const HeapObjectName shown =
      NameTrait<Nameless>::GetName(nullptr, kUseClassNameIfSupported);
  const HeapObjectName hidden =
      NameTrait<Nameless>::GetName(nullptr, kUseHiddenName);

  EXPECT_STREQ(shown.value, "halfword::internal::Nameless");
  EXPECT_FALSE(shown.name_was_hidden);
  EXPECT_STREQ(hidden.value, NameProvider::kHiddenName);
  EXPECT_TRUE(hidden.name_was_hidden);
}

TEST(NameTraitTest, ANameOfItsOwnIsNeverHidden) {
  const Named named;
  const HeapObjectName name = NameTrait<Named>::GetName(&named, kUseHiddenName);

  EXPECT_STREQ(name.value, "own");
  EXPECT_FALSE(name.name_was_hidden);
}

TEST(NameTraitTest, ASignatureNamesTheClassAtItsEnd) {
  const HeapObjectName found =
      Parser::GetNameFromTypeSignature("some function [T = app::Box<int[2]>]");
  const std::unique_ptr<const char[]> owner(found.value);

  EXPECT_STREQ(found.value, "app::Box<int[2]>");
  EXPECT_STREQ(Parser::GetNameFromTypeSignature(nullptr).value,
               NameProvider::kNoNameDeducible);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
