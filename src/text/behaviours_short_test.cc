// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Behaviours of strings about as short as those that lie in the string itself:
// 25, 26 and 28 (behaviours_testing.h).

#include <string>
#include <utility>

#include "text/behaviours_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST_F(BehavioursTest, B25FourteenFifteenAndSixteenBytes) {
  ScopedMutableString string = Letters(14);
  string += 'o';
  EXPECT_TRUE(string.IsInline());
  EXPECT_STREQ(string.c_str(), Letters(15).c_str());
  string += 'p';
  EXPECT_FALSE(string.IsInline());
  EXPECT_STREQ(string.c_str(), Letters(16).c_str());
  string.pop_back();
  string.shrink_to_fit();
  EXPECT_TRUE(string.IsInline());
  EXPECT_STREQ(string.c_str(), Letters(15).c_str());

  string = std::string("\0\0", 2);
  EXPECT_EQ(string.size(), 2u);
  string = "";
  EXPECT_TRUE(string.empty());
  EXPECT_EQ(*string.c_str(), '\0');
}

TEST_F(BehavioursTest, B26TheFrontIsCutOffShortAndSharedStrings) {
  ScopedMutableString small = "0123456789";
  small.RemovePrefix(4);
  EXPECT_STREQ(small.c_str(), "456789");
  const ScopedMutableString original = kLong;
  ScopedMutableString scoped = original;
  const Persistent<Value> value = MakeValue(original);

  scoped.RemovePrefix(10);
  value->text_.erase(0, 20);

  EXPECT_EQ(scoped.data(), original.data() + 10);
  EXPECT_EQ(value->text_.data(), original.data() + 20);
  scoped += '!';
  value->text_.insert(0, "!");
  EXPECT_EQ(scoped, kLong.substr(10) + '!');
  EXPECT_EQ(value->text_, '!' + kLong.substr(20));
  EXPECT_EQ(original, kLong);
}

TEST_F(BehavioursTest, B28AShortStringHasNoBufferToBeTaken) {
  ScopedMutableString small = "short";
  const ScopedMutableString taken = std::move(small);

  EXPECT_EQ(taken, "short");
  EXPECT_TRUE(small.empty());  // NOLINT: what was moved from is empty
  EXPECT_TRUE(taken.IsInline());
  small = "again";
  EXPECT_EQ(taken, "short");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
