// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each form of name beside the regular expression of DevTools.

#include "analysis/file/pair_name.h"

#include <regex>
#include <string>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

constexpr std::string_view kTail = " pair in WeakMap (table @9)";

// A std::regex has no named groups; "." of ECMAScript stops at line breaks.
bool IsPairByExpression(const std::string& text) {
  static const std::regex expression(
      R"(\d+ / part of key \(.*? @\d+\) -> value \(.*? @\d+\) pair in )"
      R"(WeakMap \(table @\d+\))");
  return std::regex_match(text, expression);
}

TEST(PairNameTest, ReadsTheTableAndTheCommonText) {
  const std::string name =
      "17 / part of key (Node @21) -> value (Info @23)" + std::string(kTail);

  const std::optional<PairName> pair = ParsePairName(name);

  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(pair->table_id, 9);
  EXPECT_EQ(pair->text, name.substr(2));
}

TEST(PairNameTest, TakesAnyNamesOfKeyAndValue) {
  for (const std::string middle :
       {" / part of key ( @1) -> value ( @2)",
        " / part of key (a @1) -> value (b @2) -> value (c @3)",
        " / part of key (a) -> value (b @1) -> value (c @2)",
        " / part of key (@ @1) -> value (@4 @2)",
        " / part of key (x) -> value (y @1) -> value () -> value ( @2)",
        " / part of key (\u00e4\U0001F600 @1) -> value (\t @002)"}) {
    const std::string name = "0" + middle + std::string(kTail);
    EXPECT_TRUE(ParsePairName(name).has_value()) << name;
    EXPECT_TRUE(IsPairByExpression(name)) << name;
  }
}

TEST(PairNameTest, RefusesAlmostSuchNames) {
  const std::string good = "1 / part of key (K @1) -> value (V @2)";
  for (const std::string& name :
       {std::string(),
        std::string("1"),
        std::string("1 / part of key ("),
        " / part of key (K @1) -> value (V @2)" + std::string(kTail),
        "x" + good + std::string(kTail),
        good,
        good + std::string(kTail) + " ",
        good + std::string(kTail) + "\n",
        good + " pair in WeakMap (table @)",
        good + " pair in WeakMap (table @9",
        "1 / part of key (K @) -> value (V @2)" + std::string(kTail),
        "1 / part of key (K @1) -> value (V @)" + std::string(kTail),
        "1 / part of key (K@1) -> value (V @2)" + std::string(kTail),
        "1 / part of key (K @1) -> value (@2)" + std::string(kTail),
        "1 / part of key (K @1) -> value V @2)" + std::string(kTail),
        "1 / part of key (K @1)" + std::string(kTail),
        "-1 / part of key (K @1) -> value (V @2)" + std::string(kTail),
        "1 / part of key (K\n @1) -> value (V @2)" + std::string(kTail),
        "1 / part of key (K\r @1) -> value (V @2)" + std::string(kTail),
        "1 / part of key (K @1) -> value (\u2028 @2)" + std::string(kTail),
        "1 / part of key (K @1) -> value (\u2029 @2)" + std::string(kTail)}) {
    EXPECT_FALSE(ParsePairName(name).has_value()) << name;
  }
}

TEST(PairNameTest, KnowsThatAnIdTooLargeIsNone) {
  const auto id_of = [](const std::string& digits) {
    return ParsePairName(
               "1 / part of key (K @1) -> value (V @2) pair in "
               "WeakMap (table @" +
               digits + ")")
        ->table_id;
  };

  EXPECT_EQ(id_of("0"), 0);
  EXPECT_EQ(id_of("0000000000009"), 9);
  EXPECT_EQ(id_of("4294967294"), 4294967294);
  EXPECT_EQ(id_of("4294967296"), UINT32_MAX);
  EXPECT_EQ(id_of("4294967296000000000000000000000000"), UINT32_MAX);
}

TEST(PairNameTest, AgreesWithTheExpressionOnRandomTexts) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  const std::string_view pieces[] = {" / part of key (",
                                     ") -> value (",
                                     ") pair in WeakMap (table @",
                                     " @",
                                     "7",
                                     "12",
                                     ")",
                                     "x",
                                     "(",
                                     "@"};
  const std::string_view whole[] = {"1", " / part of key (",
                                    "K", " @",
                                    "5", ") -> value (",
                                    "V", " @",
                                    "7", ") pair in WeakMap (table @",
                                    "3", ")"};
  int pair_count = 0;

  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (const std::string_view piece : whole) {
      if (random() % 20 != 0) text += piece;
      while (random() % 12 == 0) text += pieces[random() % std::size(pieces)];
    }
    const bool is_pair = IsPairByExpression(text);
    pair_count += is_pair ? 1 : 0;
    ASSERT_EQ(ParsePairName(text).has_value(), is_pair) << text;
  }

  EXPECT_GT(pair_count, 1000);
  EXPECT_LT(pair_count, 19'000);
}

}  // namespace

}  // namespace halfword::analysis
