// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Hashes of texts, whole and in parts.

#include "analysis/findings/text_hash.h"

#include <map>
#include <random>
#include <string>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(TextHashTest, ComesFromPartsAsFromTheWhole) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  for (int i = 0; i < 1000; ++i) {
    std::string text(random() % 300, '\0');
    for (char& byte : text) byte = static_cast<char>(random() % 128);
    const size_t place = random() % (text.size() + 1);
    EXPECT_EQ(HashOfBoth(HashOfText(text.substr(0, place)),
                         HashOfText(text.substr(place))),
              HashOfText(text));
  }
}

TEST(TextHashTest, TellsTextsApart) {
  std::map<TextHash, std::string> seen;
  const std::string letters("\0\1ab", 4);
  for (uint32_t i = 0; i < 1 << 14; ++i) {
    // Each of 0 to 7 letters out of four.
    for (uint32_t length = 0; length < 8 && i >> 2 * length == 0; ++length) {
      std::string text;
      for (uint32_t j = 0; j < length; ++j) text += letters[i >> 2 * j & 3];
      const auto [place, is_new] = seen.emplace(HashOfText(text), text);
      EXPECT_TRUE(is_new || place->second == text);
    }
  }
}

TEST(TextHashTest, CountsBytesAndUnits) {
  EXPECT_TRUE(HashOfText("").is_empty());
  const TextHash hash = HashOfText("a\u00e4\U0001f600");
  EXPECT_EQ(hash.bytes, 7);
  EXPECT_EQ(hash.units, 4);
}

TEST(TextHashTest, JoinsNothingToAnything) {
  EXPECT_EQ(HashOfBoth(HashOfText("x"), HashOfText("")), HashOfText("x"));
  EXPECT_EQ(HashOfBoth(HashOfText(""), HashOfText("x")), HashOfText("x"));
}

}  // namespace

}  // namespace halfword::analysis
