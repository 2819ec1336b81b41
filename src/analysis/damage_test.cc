// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Files that are damaged: an error of one line, or a snapshot whose figures can
// be computed.

#include <random>
#include <string>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

// The error's line, or "none".
std::string ErrorOf(const std::string& text) {
  try {
    Snapshot snapshot = ReadText(text);
    ComputeFigures(&snapshot, FigureScope::kSummary);
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

TEST(DamageTest, RefusesAFileThatIsCut) {
  const std::string text = LargerGraph().Text();
  const size_t last = text.rfind(']');
  const size_t strings = text.find("\"strings\"");
  for (size_t length = 0; length < text.size(); length += 100) {
    const std::string error = ErrorOf(text.substr(0, length));
    // A bracket in a string passes for the end of the strings.
    if (length > strings && error == "none") continue;
    EXPECT_NE(error, "none") << length;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  EXPECT_NE(ErrorOf(text.substr(0, last)), "none");
  EXPECT_EQ(ErrorOf(text.substr(0, last + 1)), "none");
}

TEST(DamageTest, SurvivesAnyDamage) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  const std::string text = LargerGraph().Text();
  const std::string bytes = "0123456789,,,[]{}\"\"\\ :u\n\xff";

  int error_count = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = text;
    for (int changes = 1 + static_cast<int>(random() % 3); changes > 0;
         --changes) {
      const size_t place = random() % damaged.size();
      const size_t length = random() % 4;
      switch (random() % 3) {
        case 0:
          damaged[place] = bytes[random() % bytes.size()];
          break;
        case 1:
          damaged.erase(place, length);
          break;
        default:
          damaged.insert(place, length, bytes[random() % bytes.size()]);
      }
    }
    if (ErrorOf(damaged) != "none") ++error_count;
  }
  EXPECT_GT(error_count, 0);
}

TEST(DamageTest, SaysWhatIsWrongInALine) {
  EXPECT_EQ(ErrorOf(""), "is empty");
  EXPECT_EQ(ErrorOf(std::string(100'000, '\0')),
            "byte 0: no \"snapshot\" from here to the end");
  EXPECT_THROW(ReadSnapshot("/nowhere/at/all"), SnapshotError);
  std::string text = GraphWithRoot().Text();
  text.replace(text.find("\"node_count\":1"), 14, "\"node_count\":1000000000");
  EXPECT_EQ(ErrorOf(text).substr(0, 5), "byte ");
}

}  // namespace

}  // namespace halfword::analysis
