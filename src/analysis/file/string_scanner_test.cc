// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings of every length in buffers of every size.

#include "analysis/file/string_scanner.h"

#include <string>
#include <vector>

#include "analysis/file/json_text.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::vector<std::string> ScanAll(const std::string& text,
                                 size_t buffer_bytes = 64) {
  const TestFile content(text);
  const InputFile file(content.path());
  StringScanner scanner(file, 0, text.size(), buffer_bytes);
  std::vector<std::string> found;
  while (scanner.Next()) {
    EXPECT_EQ(text[scanner.offset()], '"');
    found.emplace_back(scanner.raw());
    if (scanner.is_cut()) found.back() += "...";
  }
  return found;
}

TEST(StringScannerTest, FindsStringsBetweenAnything) {
  EXPECT_EQ(ScanAll(R"("a", "" ,"b c")"),
            (std::vector<std::string>{"a", "", "b c"}));
  EXPECT_EQ(ScanAll(R"(1,"a\"b","\\","\\\"",[]"x")"),
            (std::vector<std::string>{R"(a\"b)", R"(\\)", R"(\\\")", "x"}));
  EXPECT_EQ(ScanAll(" , "), std::vector<std::string>());
}

TEST(StringScannerTest, SaysWhereEscapesAre) {
  const TestFile content(R"("plain","a\n","plain")");
  const InputFile file(content.path());
  StringScanner scanner(file, 0, file.bytes());

  for (const bool has_escapes : {false, true, false}) {
    ASSERT_TRUE(scanner.Next());
    EXPECT_EQ(scanner.has_escapes(), has_escapes);
  }
}

// An escape is moved over the buffer's end.
TEST(StringScannerTest, ReadsAStringThatABoundaryCuts) {
  for (size_t before = 0; before < 130; ++before) {
    for (const std::string string : {"", "abc", R"(\")", R"(\\)", R"(a\\\")"}) {
      const std::string blanks(before, ' ');
      ASSERT_EQ(ScanAll(blanks + '"' + string + R"(","next")"),
                (std::vector<std::string>{string, "next"}))
          << before;
    }
  }
}

TEST(StringScannerTest, CutsWhatIsLongerThanHalfOfTheBuffer) {
  for (size_t length = 0; length < 200; ++length) {
    const std::string string(length, 'x');
    const auto found = ScanAll("\"" + string + R"(","next")");

    ASSERT_EQ(found.size(), 2) << length;
    if (length < 32) {
      ASSERT_EQ(found[0], string);
    } else {
      ASSERT_TRUE(found[0] == string ||
                  found[0] == string.substr(0, 32) + "...")
          << length << ": " << found[0];
    }
    ASSERT_EQ(found[1], "next");
  }
}

TEST(StringScannerTest, FindsTheEndOfACutString) {
  for (size_t length = 20; length < 200; ++length) {
    const std::string text =
        "\"" + std::string(length, '-') + R"(\\\"\\","next")";
    const auto found = ScanAll(text);
    ASSERT_EQ(found.size(), 2) << length;
    ASSERT_EQ(found[1], "next") << length;
  }
}

TEST(StringScannerTest, RefusesAStringWithoutEnd) {
  for (const std::string string :
       {"\"abc", "\"abc\\", "\"abc\\\"", "\"ok\",\""}) {
    EXPECT_THROW(ScanAll(string), SnapshotError) << string;
    EXPECT_THROW(ScanAll(string + std::string(500, 'x')), SnapshotError);
  }
}

TEST(StringScannerTest, EndsWhereTheSectionDoes) {
  const TestFile content(R"("a","b"],"c")");
  const InputFile file(content.path());
  StringScanner scanner(file, 3, 7);

  EXPECT_TRUE(scanner.Next());
  EXPECT_EQ(scanner.raw(), "b");
  EXPECT_FALSE(scanner.Next());
}

TEST(StringScannerTest, ReadsRandomStrings) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  for (int i = 0; i < 500; ++i) {
    std::vector<std::string> strings;
    for (size_t count = random() % 10; count > 0; --count) {
      std::string& string = strings.emplace_back();
      for (size_t length = random() % 31; string.size() < length;) {
        string += R"(ab"\,:)"[random() % 6];
      }
    }
    std::vector<std::string> found =
        ScanAll(nlohmann::json(strings).dump(), 128 + random() % 32);
    for (std::string& string : found) string = DecodeJsonText(string);
    ASSERT_EQ(found, strings);
  }
}

}  // namespace

}  // namespace halfword::analysis
