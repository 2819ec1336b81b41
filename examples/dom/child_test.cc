// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What goes into a child and what comes back. The children are programs that
// every system has.

#include "examples/dom/child.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <system_error>

namespace dom {
namespace {

TEST(ChildTest, ReadsItsInputAndLeavesItsOutput) {
  const std::string input(1'000'000, 'x');

  const ChildResult result = RunChild({"/bin/cat"}, input);

  EXPECT_EQ(result.wait_status, 0);
  EXPECT_EQ(result.output, input);
  EXPECT_EQ(result.errors, "");
}

TEST(ChildTest, KeepsErrorsApartAndTellsTheStatus) {
  const ChildResult result =
      RunChild({"/bin/sh", "-c", "echo a; echo b >&2; echo c >&2; exit 3"}, "");

  EXPECT_EQ(result.output, "a\n");
  EXPECT_EQ(result.errors, "b\nc\n");
  EXPECT_EQ(WEXITSTATUS(result.wait_status), 3);
}

TEST(ChildTest, MayEndWithoutReadingItsInput) {
  const std::string input(1'000'000, 'x');

  EXPECT_EQ(RunChild({"/bin/true"}, input).wait_status, 0);
}

TEST(ChildTest, ThrowsWhatTheSystemSaysOfAMissingProgram) {
  try {
    RunChild({"/no-such-program"}, "");
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
  }
}

}  // namespace
}  // namespace dom
