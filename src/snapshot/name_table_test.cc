// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names beside a std::unordered_map of them, and the bound of their memory.

#include "snapshot/name_table.h"

#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(NameTableTest, NumbersNamesAsTheyCome) {
  NameTable names;

  EXPECT_EQ(names.Add("one"), 0u);
  EXPECT_EQ(names.Add("two"), 1u);
  EXPECT_EQ(names.Add("one"), 0u);
  EXPECT_EQ(names.Add(""), 2u);
  EXPECT_EQ(names.Add(std::string_view("one\0", 4)), 3u);

  EXPECT_EQ(names.count(), 4u);
  EXPECT_EQ(names.TextOf(0), "one");
  EXPECT_EQ(names.TextOf(1), "two");
  EXPECT_EQ(names.TextOf(2), "");
  EXPECT_EQ(names.TextOf(3), std::string_view("one\0", 4));
}

TEST(NameTableTest, KeepsItsOwnCopies) {
  NameTable names;
  std::string text = "changing";
  names.Add(text);
  const std::string_view kept = names.TextOf(0);
  text = "changed!";
  for (int i = 0; i < 100'000; ++i) names.Add(std::to_string(i));

  EXPECT_EQ(kept, "changing");
  EXPECT_EQ(names.TextOf(0).data(), kept.data());
}

TEST(NameTableTest, TellsRandomNamesApart) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  NameTable names;
  std::unordered_map<std::string, NameNumber> model;
  std::vector<std::string> texts;

  for (int i = 0; i < 50'000; ++i) {
    std::string text;
    const size_t bytes =
        random() % 8 == 0 ? random() % 70'000 % 3000 : random() % 4;
    for (size_t at = 0; at < bytes; ++at) {
      text += static_cast<char>('a' + random() % 5);
    }
    const auto [place, is_new] =
        model.try_emplace(text, static_cast<NameNumber>(model.size()));
    if (is_new) texts.push_back(text);
    ASSERT_EQ(names.Add(text), place->second);
  }

  ASSERT_EQ(names.count(), texts.size());
  for (NameNumber i = 0; i < names.count(); ++i) {
    ASSERT_EQ(names.TextOf(i), texts[i]);
  }
}

TEST(NameTableTest, TakesNamesLongerThanABlock) {
  NameTable names;
  const std::string large(200'000, 'x');
  const std::string larger = large + "y";

  EXPECT_EQ(names.Add(large), 0u);
  EXPECT_EQ(names.Add("small"), 1u);
  EXPECT_EQ(names.Add(larger), 2u);
  EXPECT_EQ(names.Add(large), 0u);
  EXPECT_EQ(names.TextOf(1), "small");
  EXPECT_EQ(names.TextOf(2), larger);
}

TEST(NameTableTest, RefusesNewNamesAboveABound) {
  NameTable names;
  names.Add("known");
  const size_t bytes = names.bytes();

  EXPECT_EQ(names.TryAdd("new", bytes - 1), kNoName);
  EXPECT_EQ(names.TryAdd("known", bytes - 1), 0u);
  EXPECT_EQ(names.TryAdd("new", bytes), 1u) << "there is room in the block";
  EXPECT_EQ(names.count(), 2u);
}

// Whatever of it has to grow for one name more.
TEST(NameTableTest, TakesNoMoreThanTheBound) {
  for (const size_t text_bytes : {size_t{6}, size_t{40}, size_t{1000}}) {
    constexpr size_t kBytesMax = size_t{500} << 10;
    NameTable names;
    const auto text_of = [&](NameNumber number) {
      std::string text = std::to_string(number);
      text.resize(text_bytes, 'x');
      return text;
    };
    while (names.TryAdd(text_of(names.count()), kBytesMax) != kNoName) {
      ASSERT_LE(names.bytes(), kBytesMax);
    }

    EXPECT_GE(names.count() * (text_bytes + 32), kBytesMax / 2);
    EXPECT_EQ(names.TryAdd(text_of(names.count()), kBytesMax), kNoName);
    for (NameNumber i = 0; i < names.count(); ++i) {
      ASSERT_EQ(names.TryAdd(text_of(i), kBytesMax), i);
    }
  }
}

// The table, half full, would have doubled for the first of them.
TEST(NameTableTest, HasRoomForNamesThatAreNotRefused) {
  constexpr NameNumber kHalf = 1 << 16;
  NameTable names;
  while (names.count() < kHalf - 2000) {
    names.Add("name " + std::to_string(names.count()));
  }
  const size_t bytes_max = names.bytes() + (100 << 10);
  for (int i = 0; i < 5000; ++i) {
    names.TryAdd("own name " + std::to_string(i), bytes_max);
  }

  EXPECT_GT(names.count(), kHalf - 2000);
  for (int i = 0; i < 500; ++i) names.Add("field" + std::to_string(i));

  EXPECT_LE(names.bytes(), bytes_max + (32 << 10));
}

TEST(NameTableTest, SaysWhatItTakes) {
  NameTable names;
  const size_t before = names.bytes();
  size_t text_bytes = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::string text = "name " + std::to_string(i);
    text_bytes += text.size();
    names.Add(text);
  }

  EXPECT_GE(names.bytes(), before + text_bytes + size_t{100'000} * 16);
  EXPECT_LE(names.bytes(),
            before + text_bytes + size_t{100'000} * 48 + (128 << 10));
}

// All in one row: slow, and right.
TEST(NameTableTest, TellsNamesOfOneHashApart) {
  NameTable names([](std::string_view) { return uint32_t{255}; });

  for (NameNumber i = 0; i < 1000; ++i) {
    ASSERT_EQ(names.Add(std::to_string(i)), i);
  }
  for (NameNumber i = 0; i < 1000; ++i) {
    ASSERT_EQ(names.Add(std::to_string(i)), i);
  }
}

// How many comparisons a million of numbers would take is measured in the bench
// file; here, that it ends at all in the time of a test.
TEST(NameTableTest, IsNotSlowWithNamesThatAreNumbers) {
  NameTable names;
  for (NameNumber i = 0; i < 300'000; ++i) names.Add(std::to_string(i * 2));

  EXPECT_EQ(names.count(), 300'000u);
  EXPECT_EQ(names.Add("20000"), 10'000u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
