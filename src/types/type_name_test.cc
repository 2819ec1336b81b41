// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The one spelling of names: what compilers print differently is the same here.

#include "halfword/internal/type_name.h"

#include <string>

#include "gtest/gtest.h"
#include "halfword/member.h"

namespace app {
class Node;
struct Outer {
  struct Inner;
};
template <typename... T>
class Box;
template <auto kValue>
struct Constant;
enum class Color : int;
namespace {
struct Hidden {};
}  // namespace
}  // namespace app

namespace halfword::internal {
namespace {

std::string Spell(std::string_view raw) {
  std::string name;
  SpellName(raw, [&](char c) { name.push_back(c); });
  return name;
}

std::string Fold(std::string_view spelled) {
  std::string name;
  SpellMembers(spelled, [&](char c) { name.push_back(c); });
  return name;
}

TEST(TypeNameTest, IsTheNameInTheSource) {
  EXPECT_STREQ(kTypeName<app::Node>, "app::Node");
  EXPECT_STREQ(kTypeName<app::Outer::Inner>, "app::Outer::Inner");
  EXPECT_STREQ(kTypeName<app::Color>, "app::Color");
  EXPECT_STREQ(kTypeName<app::Box<int>>, "app::Box<int>");
  EXPECT_STREQ((kTypeName<app::Box<app::Node, app::Box<char>>>),
               "app::Box<app::Node, app::Box<char>>");
}

TEST(TypeNameTest, HidesTheInlineNamespace) {
  EXPECT_STREQ(kTypeName<NameSpelling>, "halfword::internal::NameSpelling");
  EXPECT_STREQ(kTypeName<app::Box<NameSpelling>>,
               "app::Box<halfword::internal::NameSpelling>");
}

TEST(TypeNameTest, IsTheSameFromAllCompilers) {
  // NOLINTBEGIN(google-runtime-int): the words are what is tested.
  EXPECT_STREQ(kTypeName<app::Box<unsigned long>>, "app::Box<unsigned long>");
  EXPECT_STREQ(kTypeName<app::Box<long long>>, "app::Box<long long>");
  EXPECT_STREQ(kTypeName<app::Box<const short*>>, "app::Box<const short*>");
  // NOLINTEND(google-runtime-int)
  EXPECT_STREQ(kTypeName<app::Box<int[3]>>, "app::Box<int[3]>");
  EXPECT_STREQ(kTypeName<app::Hidden>, "app::(anonymous namespace)::Hidden");
  EXPECT_STREQ(kTypeName<app::Constant<true>>, "app::Constant<true>");
}

// Here of the compiler that tells all, there of the one that leaves out what
// is usual.
TEST(TypeNameTest, MembersAreCalledAsProgramsCallThem) {
  const std::string policies =
      ", halfword::internal::StrongMemberTag, "
      "halfword::internal::DijkstraWriteBarrierPolicy";
  const std::string weak_policies =
      ", halfword::internal::WeakMemberTag, "
      "halfword::internal::WeakWriteBarrierPolicy";
  const std::string defaults =
      ", halfword::internal::MemberCheckingPolicy, "
      "halfword::internal::BasicStorage<halfword::internal::" +
      std::string(kCompressed ? "WordCodec>" : "PointerCodec>");
  const std::string begin = "halfword::internal::BasicMember<";
  EXPECT_EQ(Fold("Map<" + begin + "app::Box<int, char>" + policies + defaults +
                 ">, short>"),
            "Map<halfword::Member<app::Box<int, char>>, short>");
  EXPECT_EQ(Fold(begin + "app::Box<" + begin + "X" + weak_policies + ">>" +
                 policies + ">"),
            "halfword::Member<app::Box<halfword::WeakMember<X>>>");
  EXPECT_EQ(Fold(begin + "void(int, char)" + policies + ">"),
            "halfword::Member<void(int, char)>");
}

TEST(TypeNameTest, MembersHaveOneNameInEveryBuild) {
  EXPECT_STREQ(kTypeName<Member<app::Node>>, "halfword::Member<app::Node>");
  EXPECT_STREQ(kTypeName<app::Box<WeakMember<const app::Node>>>,
               "app::Box<halfword::WeakMember<const app::Node>>");
  EXPECT_STREQ(kTypeName<UntracedMember<app::Node>>,
               "halfword::UntracedMember<app::Node>");
  EXPECT_STREQ(kTypeName<subtle::UncompressedMember<app::Node>>,
               kCompressed ? "halfword::subtle::UncompressedMember<app::Node>"
                           : "halfword::Member<app::Node>");
}

TEST(TypeNameTest, ReplacesWholeWordsOnly) {
  EXPECT_EQ(Spell("struct app::Box<class X, long unsigned int>"),
            "app::Box<X, unsigned long>");
  EXPECT_EQ(Spell("construct app::myclass X"), "construct app::myclass X");
  EXPECT_EQ(Spell("app::longint"), "app::longint");
  EXPECT_EQ(Spell("Box<short interval>"), "Box<short interval>");
  EXPECT_EQ(Spell("A<B<C > >"), "A<B<C >>");
  EXPECT_EQ(Spell("std::__cxx11::basic_string<char>"),
            "std::basic_string<char>");
}

}  // namespace
}  // namespace halfword::internal
