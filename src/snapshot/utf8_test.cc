// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Characters, what is none, and cuts between characters.

#include "snapshot/utf8.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint32_t kBad = 0xfffd;

// By the table of RFC 3629, section 3.
std::string Utf8(uint32_t code) {
  const auto tail = [code](int shift) {
    return static_cast<char>(0x80 | (code >> shift & 0x3f));
  };
  const auto head = [code](uint32_t mark, int shift) {
    return static_cast<char>(mark | code >> shift);
  };
  if (code < 0x80) return {head(0, 0)};
  if (code < 0x800) return {head(0xc0, 6), tail(0)};
  if (code < 0x10000) return {head(0xe0, 12), tail(6), tail(0)};
  return {head(0xf0, 18), tail(12), tail(6), tail(0)};
}

void ExpectBad(std::string_view text) {
  const Utf8Character character = FirstCharacter(text);
  EXPECT_EQ(character.code, kBad);
  EXPECT_EQ(character.bytes, 1u);
}

TEST(Utf8Test, ReadsEveryCharacter) {
  for (uint32_t code = 0; code <= 0x10ffff; ++code) {
    const std::string text = Utf8(code);
    const Utf8Character character = FirstCharacter(text + "x");
    if (code >= 0xd800 && code < 0xe000) {
      ASSERT_EQ(character.code, kBad) << code;
      ASSERT_EQ(character.bytes, 1u) << code;
    } else {
      ASSERT_EQ(character.code, code);
      ASSERT_EQ(character.bytes, text.size()) << code;
    }
  }
}

TEST(Utf8Test, TakesAByteOfWhatIsNoCharacter) {
  ExpectBad("\x80");              // begins in the middle
  ExpectBad("\xbf\x80");          //
  ExpectBad("\xc0\x80");          // NUL in two bytes
  ExpectBad("\xc1\xbf");          // 0x7f in two
  ExpectBad("\xe0\x9f\xbf");      // 0x7ff in three
  ExpectBad("\xed\xa0\x80");      // a surrogate
  ExpectBad("\xf0\x8f\xbf\xbf");  // 0xffff in four
  ExpectBad("\xf4\x90\x80\x80");  // beyond the last
  ExpectBad("\xf5\x80\x80\x80");
  ExpectBad("\xff");
  ExpectBad("\xc3");          // ends too early
  ExpectBad("\xe2\x82");      //
  ExpectBad("\xf0\x9f\x98");  //
  ExpectBad("\xc3\x41");      // goes on as another character
  ExpectBad("\xe2\x82\x41");
  ExpectBad("\xf0\x9f\x98\xc0");
}

TEST(Utf8Test, ReadsNothingBehindTheText) {
  const std::string text = Utf8(0x1f600);
  for (size_t bytes = 1; bytes < text.size(); ++bytes) {
    ExpectBad(std::string_view(text).substr(0, bytes));
  }
}

TEST(Utf8Test, CutsInFrontOfACharacter) {
  const std::string text = "a" + Utf8(0xe9) + Utf8(0x20ac) + Utf8(0x1f600);
  const size_t ends[] = {0, 1, 3, 6, 10};

  for (size_t bytes = 0; bytes <= text.size() + 2; ++bytes) {
    size_t expected = 0;
    for (const size_t end : ends) {
      if (end <= bytes) expected = end;
    }
    EXPECT_EQ(CutUtf8(text, bytes), std::string_view(text).substr(0, expected))
        << bytes;
  }
}

TEST(Utf8Test, CutsInFrontOfTheFirstCharacter) {
  for (size_t bytes = 0; bytes < 4; ++bytes) {
    EXPECT_EQ(CutUtf8(Utf8(0x1f600) + "x", bytes), "") << bytes;
  }
}

TEST(Utf8Test, CutsBytesThatAreNoText) {
  const std::string bytes(20, '\x80');

  EXPECT_EQ(CutUtf8(bytes, 10).size(), 10u);
  EXPECT_EQ(CutUtf8(bytes, 0).size(), 0u);
  EXPECT_EQ(CutUtf8("", 0).size(), 0u);
}

TEST(Utf8Test, CutsRandomTextsAtMostThreeBytesEarly) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    while (text.size() < 40) {
      text += Utf8(random() % 2 == 0 ? random() % 0x800
                                     : 0x10000 + random() % 0x100000);
    }
    const size_t bytes_max = random() % (text.size() + 1);
    const std::string_view cut = CutUtf8(text, bytes_max);
    ASSERT_LE(cut.size(), bytes_max);
    ASSERT_GE(cut.size() + 3, bytes_max);
    for (std::string_view left = cut; !left.empty();) {
      const Utf8Character character = FirstCharacter(left);
      ASSERT_NE(character.code, kBad);
      left.remove_prefix(character.bytes);
    }
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
