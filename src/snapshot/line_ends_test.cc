// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Line ends and surplus bytes, counted sixteen bytes at a time and one by one.

#include "snapshot/line_ends.h"

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "snapshot/text_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

uint32_t LineEnds(std::string_view text) {
  const uint32_t count = CountLineEnds(text, 0, text.size());
  EXPECT_EQ(CountLineEndsPortably(text, 0, text.size()), count) << text;
  return count;
}

uint32_t Surplus(std::string_view text) {
  const uint32_t surplus = CountSurplus(text, 0, text.size());
  EXPECT_EQ(CountSurplusPortably(text, 0, text.size()), surplus) << text;
  return surplus;
}

std::vector<uint32_t> Starts(std::string_view text, size_t begin, size_t end,
                             decltype(ListLineStarts)* list) {
  std::vector<uint32_t> starts(end - begin);
  starts.resize(static_cast<size_t>(list(text, begin, end, starts.data()) -
                                    starts.data()));
  return starts;
}

std::vector<uint32_t> Starts(std::string_view text) {
  return Starts(text, 0, text.size(), ListLineStarts);
}

using Offsets = std::vector<uint32_t>;

TEST(LineEndsTest, AreOfThreeKinds) {
  EXPECT_EQ(Starts(""), Offsets());
  EXPECT_EQ(Starts("one line"), Offsets());
  EXPECT_EQ(Starts("a\nb\n"), (Offsets{2, 4}));
  EXPECT_EQ(Starts("a\rb\r"), (Offsets{2, 4}));
  EXPECT_EQ(Starts("a\r\nb\r\n"), (Offsets{3, 6}));
  EXPECT_EQ(Starts("\n\r\r\n\n"), (Offsets{1, 2, 4, 5}));
}

TEST(LineEndsTest, AreNotWhatOnlyJavaScriptTakesForThem) {
  EXPECT_EQ(LineEnds("a\u2028b\u2029c\u0085d\v\f"), 0u);
}

TEST(LineEndsTest, AreOneAcrossAnyBorder) {
  for (size_t at = 0; at < 70; ++at) {
    const std::string text = std::string(at, 'a') + "\r\n" + "b";
    const auto begin = static_cast<uint32_t>(at + 2);
    EXPECT_EQ(Starts(text), Offsets{begin}) << at;
    EXPECT_EQ(LineEnds(text), 1u) << at;

    // It belongs to its last byte, whoever counts up to the first.
    EXPECT_EQ(CountLineEnds(text, 0, at + 1), 0u) << at;
    EXPECT_EQ(CountLineEnds(text, at + 1, at + 2), 1u) << at;
    EXPECT_EQ(LineEnds(std::string_view(text).substr(0, at + 1)), 1u) << at;
  }
}

TEST(LineEndsTest, AreAsManyAsThereAreBytes) {
  for (const size_t count : {15u, 16u, 17u, 127u * 16, 4095u, 10'000u}) {
    EXPECT_EQ(LineEnds(std::string(count, '\n')), count);
    EXPECT_EQ(LineEnds(std::string(count, '\r')), count);
  }
}

TEST(SurplusTest, IsBytesLessUnits) {
  EXPECT_EQ(Surplus(""), 0u);
  EXPECT_EQ(Surplus("ascii"), 0u);
  EXPECT_EQ(Surplus("\u00e4"), 1u);
  EXPECT_EQ(Surplus("\u20ac"), 2u);
  EXPECT_EQ(Surplus("\U0001f600"), 2u);
  EXPECT_EQ(Surplus("a\u00e4b\u20acc\U0001f600d"), 5u);
}

TEST(SurplusTest, IsNoneOfBytesOutsideOfCharacters) {
  for (const std::string_view text :
       {"\x80", "\xbf\xbf", "\xc3", "\xc3z", "\xe2\x82", "\xe2\x82z",
        "\xf0\x9f\x98", "\xf0\x9f\x98z", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf",
        "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80", "\xff\xfe"}) {
    EXPECT_EQ(Surplus(text), 0u) << text;
  }
}

TEST(SurplusTest, IsThatOfEveryCharacterThereIs) {
  for (uint32_t code = 0x80; code <= 0x10ffff; ++code) {
    const bool surrogate = code / 0x800 == 0xd800 / 0x800;
    char text[4];
    const size_t bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    uint32_t rest = code;
    for (size_t i = bytes - 1; i > 0; --i, rest /= 64) {
      text[i] = static_cast<char>(0x80 | rest % 64);
    }
    text[0] = static_cast<char>((0xf0u << (4 - bytes) & 0xff) | rest);
    const std::string_view character(text, bytes);
    const uint32_t expected = surrogate ? 0 : bytes == 2 ? 1 : 2;
    ASSERT_EQ(CountSurplus(character, 0, bytes), expected) << code;
    ASSERT_EQ(CountSurplusPortably(character, 0, bytes), expected) << code;
  }
}

// Of characters of four bytes, every fourth byte of each sixteen adds 2.
TEST(SurplusTest, DoesNotOverflowItsSums) {
  const std::pair<std::string_view, uint32_t> characters[] = {
      {"\u00e4", 1}, {"\u20ac", 2}, {"\U0001f600", 2}};
  for (const auto& [character, surplus] : characters) {
    std::string text;
    for (int i = 0; i < 5'000; ++i) text += character;
    EXPECT_EQ(Surplus(text), 5'000 * surplus) << character;
  }
}

TEST(SurplusTest, BelongsToTheFirstByte) {
  const std::string_view text = "a\u20acb";

  EXPECT_EQ(CountSurplus(text, 0, 1), 0u);
  EXPECT_EQ(CountSurplus(text, 0, 2), 2u);
  EXPECT_EQ(CountSurplus(text, 1, 2), 2u);
  EXPECT_EQ(CountSurplus(text, 2, 5), 0u);
}

TEST(CharacterBeginTest, IsTheFirstByteOfTheCharacterAround) {
  const std::string_view text = "a\u00e4\u20ac\U0001f600";
  const size_t expected[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};

  ASSERT_EQ(text.size(), 10u);
  for (size_t i = 0; i <= text.size(); ++i) {
    EXPECT_EQ(CharacterBegin(text, i), expected[i]) << i;
  }
}

TEST(CharacterBeginTest, IsTheByteItselfOutsideOfCharacters) {
  for (const std::string_view text :
       {"\x80\x80\x80\x80\x80", "\xe2\x82", "\xed\xa0\x80", "\xf0\x9f\x98"}) {
    for (size_t i = 0; i <= text.size(); ++i) {
      EXPECT_EQ(CharacterBegin(text, i), i);
    }
  }
  // One byte too many behind a character.
  EXPECT_EQ(CharacterBegin("\u00e4\x80", 2), 2u);
}

// In memory of just its size, so that AddressSanitizer sees what reads on.
TEST(LineEndsTest, AreTheSameSixteenBytesAtATimeAndOneByOne) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  for (int round = 0; round < 3'000; ++round) {
    const std::string bytes = round % 2 == 0
                                  ? RandomBytes(random, random() % 200)
                                  : RandomText(random, random() % 60);
    const auto exact = std::make_unique<char[]>(bytes.size());
    std::memcpy(exact.get(), bytes.data(), bytes.size());
    const std::string_view text(exact.get(), bytes.size());
    const size_t begin = random() % (text.size() + 1);
    const size_t end = begin + random() % (text.size() - begin + 1);

    EXPECT_EQ(CountLineEnds(text, begin, end),
              CountLineEndsPortably(text, begin, end));
    EXPECT_EQ(CountSurplus(text, begin, end),
              CountSurplusPortably(text, begin, end));
    EXPECT_EQ(Starts(text, begin, end, ListLineStarts),
              Starts(text, begin, end, ListLineStartsPortably));
  }
}

TEST(LineEndsTest, AreWhatASlowReaderFinds) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  for (int round = 0; round < 1'000; ++round) {
    const std::string text = RandomText(random, 1 + random() % 100);
    const std::vector<TextPosition> places = SlowPlaces(text);
    const TextPosition end = places.back();
    size_t begin = text.size();
    while (begin > 0 && places[begin - 1].line == end.line) --begin;

    EXPECT_EQ(LineEnds(text), end.line);
    EXPECT_EQ(text.size() - begin - CountSurplus(text, begin, text.size()),
              end.column);
    Surplus(text);
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
