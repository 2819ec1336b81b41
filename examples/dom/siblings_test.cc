// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How a sibling can fail: missing, ending badly, printing something else.

#include "examples/dom/siblings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

namespace dom {
namespace {

// What MeasureElsewhere says when it fails; the good case is in cli_test.py.
std::string ErrorOf(const std::string& program) {
  try {
    MeasureElsewhere(program, {"a.html"}, 1, OptionComplaints::kShow);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(SiblingsTest, KnowsItsOwnFile) {
  EXPECT_TRUE(std::filesystem::exists(OwnPath())) << OwnPath();
}

TEST(SiblingsTest, SaysThatAProgramIsMissing) {
  EXPECT_NE(ErrorOf("no-such-program").find("/no-such-program: No such file"),
            std::string::npos);
}

TEST(SiblingsTest, SaysThatAProgramFailed) {
  EXPECT_EQ(ErrorOf("/bin/false"),
            "/bin/false: exit status 1, expected its figures");
}

TEST(SiblingsTest, SaysThatAProgramPrintedSomethingElse) {
  const std::string error = ErrorOf("/bin/echo");

  EXPECT_EQ(error.find("/bin/echo: "), 0u) << error;
  EXPECT_NE(error.find(", expected its figures as JSON"), std::string::npos);
}

}  // namespace
}  // namespace dom
