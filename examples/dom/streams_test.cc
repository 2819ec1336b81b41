// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What reaches the terminal, and what does not. Streams that are closed or full
// are tested in cli_test.py, where they cannot harm this program's own.

#include "examples/dom/streams.h"

#include <gtest/gtest.h>

#include <string>

namespace dom {
namespace {

std::string Written(std::string_view text) {
  testing::internal::CaptureStderr();
  WriteMessage("program", text);
  return testing::internal::GetCapturedStderr();
}

TEST(StreamsTest, WritesAMessageAsALine) {
  EXPECT_EQ(Written("words"), "program: words\n");
  EXPECT_EQ(Written("blåbær \xe4 \\"), "program: blåbær \xe4 \\\n");
}

TEST(StreamsTest, ShowsControlCharactersAsText) {
  EXPECT_EQ(Written("a\nb\x1b[31mc\td\x7f"),
            "program: a\\nb\\x1b[31mc\\x09d\\x7f\n");
  EXPECT_EQ(Written("\xc2\x9b"
                    "31m"),
            "program: \xc2\\x9b31m\n");
}

TEST(StreamsTest, WritesMessagesOfAnyLength) {
  const std::string text(10'000, 'x');

  EXPECT_EQ(Written(text), "program: " + text + "\n");
}

TEST(StreamsTest, NamesAreShownAsMessagesAre) {
  EXPECT_EQ(Printable("a\nb\x1b c.html"), "a\\nb\\x1b c.html");
  EXPECT_EQ(Printable("blåbær"), "blåbær");
}

TEST(StreamsTest, WritesOutputAtOnce) {
  testing::internal::CaptureStdout();
  WriteOutput("a\x1b\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "a\x1b\n");
}

}  // namespace
}  // namespace dom
