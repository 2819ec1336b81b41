// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether texts are found again, and what the table knows of them.

#include "analysis/file/string_table.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

// A table, and the file that it reads.
struct OpenTable {
  explicit OpenTable(const std::vector<std::string>& strings)
      : content(nlohmann::json(strings).dump()),
        file(content.path()),
        table(file, 1, file.bytes() - 1) {}

  TestFile content;
  InputFile file;
  StringTable table;
};

// Some longer than a buffer, one far longer.
std::vector<std::string> ManyStrings() {
  std::vector<std::string> strings;
  for (size_t i = 0; i < 10'000; ++i) {
    strings.push_back("string \"" + std::to_string(i) + "\"");
    if (i % 7 == 0) strings.back().append(i % 300, '\n');
    if (i % 1000 == 500) strings.back().append(20'000 + i, 'x');
  }
  return strings;
}

TEST(StringTableTest, FindsEachText) {
  const std::vector<std::string> strings = ManyStrings();
  const OpenTable open(strings);

  ASSERT_EQ(open.table.count(), strings.size());
  for (size_t i = 0; i < strings.size(); i += 13) {
    ASSERT_EQ(open.table.TextOf(static_cast<NameSlot>(i)), strings[i]) << i;
  }
  EXPECT_EQ(open.table.TextOf(9999), strings[9999]);
}

TEST(StringTableTest, FindsManyTextsInOneWalk) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  const std::vector<std::string> strings = ManyStrings();
  const OpenTable open(strings);

  for (const size_t step : std::vector<size_t>{1, 2, 100, 3000, 9000}) {
    std::vector<NameSlot> slots;
    for (size_t slot = random() % step; slot < strings.size();
         slot += random() % (2 * step)) {
      slots.push_back(static_cast<NameSlot>(slot));
    }
    slots.insert(slots.end(), 3, 9999);
    const std::vector<std::string> texts = open.table.TextsOf(slots);
    ASSERT_EQ(texts.size(), slots.size());
    for (size_t i = 0; i < slots.size(); ++i) {
      ASSERT_EQ(texts[i], strings[slots[i]]) << slots[i];
    }
  }
  EXPECT_TRUE(open.table.TextsOf({}).empty());
}

TEST(StringTableTest, CutsAVeryLongText) {
  const OpenTable open({"a", std::string(1'000'000, 'x'), "b"});

  EXPECT_EQ(open.table.count(), 3);
  const std::string text = open.table.TextOf(1);
  EXPECT_GE(text.size(), 100'000);
  EXPECT_EQ(text.find_first_not_of('x'), std::string::npos);
  EXPECT_EQ(open.table.TextOf(2), "b");
  EXPECT_EQ(open.table.TextsOf({0, 1, 2}),
            (std::vector<std::string>{"a", text, "b"}));
}

TEST(StringTableTest, KnowsNamesAlsoWhereTheyAreEscaped) {
  const TestFile content(
      R"(["Arr\u0061y","x","\"","__proto__","Detached <p>"])");
  const InputFile file(content.path());
  const StringTable table(file, 1, file.bytes() - 1);

  EXPECT_EQ(table.TraitsOf(0).known(), KnownName::kArray);
  EXPECT_EQ(table.TraitsOf(1).known(), KnownName::kNone);
  EXPECT_EQ(table.TraitsOf(3).known(), KnownName::kProto);
  EXPECT_TRUE(table.TraitsOf(4).is_detached());
  EXPECT_EQ(table.TextOf(2), "\"");
}

TEST(StringTableTest, NumbersPairsByTheTextBehindTheirNumbers) {
  const std::string one =
      " / part of key (K @7) -> value (V @9) pair in WeakMap (table @5)";
  const std::string other =
      " / part of key (K @11) -> value (V @9) pair in WeakMap (table @3)";
  const OpenTable open({"", "1" + one, "x", "17" + other, "204" + one});

  ASSERT_EQ(open.table.pairs().size(), 3);
  EXPECT_EQ(open.table.pair_text_count(), 2);
  EXPECT_EQ(open.table.PairOf(1).text, open.table.PairOf(4).text);
  EXPECT_NE(open.table.PairOf(1).text, open.table.PairOf(3).text);
  EXPECT_EQ(open.table.PairOf(1).table_id, 5);
  EXPECT_EQ(open.table.PairOf(3).table_id, 3);
}

TEST(StringTableTest, RefusesAStringWithoutEnd) {
  const TestFile content(R"(["a","b)");
  const InputFile file(content.path());
  EXPECT_THROW(StringTable(file, 1, file.bytes()), SnapshotError);
}

}  // namespace

}  // namespace halfword::analysis
