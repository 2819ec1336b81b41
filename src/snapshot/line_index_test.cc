// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Lines and columns by index, beside those of a slow reader, in orders that use
// every shortcut: ascending, descending, random.

#include "snapshot/line_index.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "snapshot/text_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kBlock = LineIndex::kBlockBytes;

std::string Repeated(std::string_view part, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += part;
  return text;
}

// Asks for the offsets in this order.
void ExpectPlaces(LineIndex& index, const std::vector<TextPosition>& places,
                  const std::vector<uint32_t>& offsets) {
  for (const uint32_t offset : offsets) {
    const TextPosition found = index.Find(offset);
    ASSERT_EQ(found.line, places[offset].line) << offset;
    ASSERT_EQ(found.column, places[offset].column) << offset;
  }
}

void ExpectAllPlaces(std::string_view text, std::mt19937& random) {
  const std::unique_ptr<LineIndex> index = LineIndex::Make(text);
  const std::vector<TextPosition> places = SlowPlaces(text);
  ASSERT_NE(index, nullptr);
  EXPECT_EQ(index->line_count(), size_t{places.back().line} + 1);

  std::vector<uint32_t> offsets(text.size() + 1);
  std::iota(offsets.begin(), offsets.end(), 0u);
  ExpectPlaces(*index, places, offsets);
  std::reverse(offsets.begin(), offsets.end());
  ExpectPlaces(*index, places, offsets);
  std::shuffle(offsets.begin(), offsets.end(), random);
  ExpectPlaces(*index, places, offsets);
}

TEST(LineIndexTest, FindsEveryPlaceOfShortTexts) {
  std::mt19937 random(1);
  for (const std::string_view text :
       {"", "a", "\n", "\r", "\r\n", "a\nb", "a\nb\n", "a\r\nb\rc\n\n",
        "\u00e4\n\u20ac", "\U0001f600", "\xe2\x82", "\xff\n\xff"}) {
    ExpectAllPlaces(text, random);
  }
}

TEST(LineIndexTest, FindsEveryPlaceAroundTheBordersOfBlocks) {
  std::mt19937 random(2);
  for (const std::string_view part :
       {"\r\n", "\n", "\r", "\u00e4", "\u20ac", "\U0001f600", "\xe2\x82"}) {
    for (size_t before = 0; before <= part.size(); ++before) {
      for (const size_t after : {size_t{0}, size_t{10}, kBlock}) {
        std::string text = std::string(kBlock - before, 'a');
        text += part;
        text += std::string(after, 'b');
        ExpectAllPlaces(text, random);
      }
    }
  }
}

TEST(LineIndexTest, FindsEveryPlaceOfTextsOfOneKind) {
  std::mt19937 random(3);
  for (const std::string_view part :
       {"a", "\n", "\r", "\r\n", "\u00e4", "\u20ac", "\U0001f600", "\x80",
        "word \u20ac\n", "0123456789012345678901234567890123456789\r\n"}) {
    ExpectAllPlaces(Repeated(part, 3 * kBlock / part.size()), random);
  }
}

TEST(LineIndexTest, FindsEveryPlaceOfRandomTexts) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  for (int round = 0; round < 20; ++round) {
    ExpectAllPlaces(RandomText(random, 6'000), random);
    ExpectAllPlaces(RandomBytes(random, 10'000), random);
  }
}

// Lines of several blocks, of which most are neither short nor begin with one.
TEST(LineIndexTest, FindsEveryPlaceOfLongLines) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  std::string text;
  for (int line = 0; line < 6; ++line) {
    const size_t end = text.size() + 3 * kBlock + random() % kBlock;
    while (text.size() < end) text += random() % 8 == 0 ? "\U0001f600" : "ab";
    text += '\n';
  }
  ExpectAllPlaces(text, random);
}

TEST(LineIndexTest, TakesFourBytesALineAndOneOrTwoNumbersABlock) {
  constexpr size_t kBlocks = 100;
  const std::string one_line(kBlocks * kBlock, 'a');
  const std::string lines = Repeated("1234567\n", kBlocks * kBlock / 8);
  const std::string wide = Repeated("\u20ac", kBlocks * kBlock / 3);
  const std::string not_wide(kBlocks * kBlock, '\xff');

  // The end of the text is in a block of its own.
  constexpr size_t kEntries = kBlocks + 2;
  const auto numbers = [](std::string_view text) {
    return (LineIndex::Make(text)->memory_bytes() - sizeof(LineIndex)) /
           sizeof(uint32_t);
  };
  EXPECT_EQ(numbers(one_line), 1 + kEntries);
  EXPECT_EQ(numbers(lines), kBlocks * kBlock / 8 + 1 + kEntries);
  EXPECT_LE(numbers(wide), 1 + 2 * kEntries);
  EXPECT_EQ(numbers(not_wide), 1 + kEntries);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
