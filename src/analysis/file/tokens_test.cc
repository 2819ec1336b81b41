// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names in quotes wherever a buffer ends, and braces in and out of strings.

#include "analysis/file/tokens.h"

#include <string>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

template <typename Read>
std::string ErrorOf(const std::string& text, Read read) {
  const TestFile content(text);
  const InputFile file(content.path());
  ByteReader bytes(file);
  try {
    read(&bytes);
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

TEST(TokensTest, FindsANameAcrossTheEndOfTheBuffer) {
  for (size_t before = 0; before < 70; ++before) {
    const std::string blanks(before, ' ');
    const TestFile content(blanks + R"(nodes"node" "nodess""nodes":[1])");
    const InputFile file(content.path());
    ByteReader bytes(file, 0, 16);

    SkipToToken(&bytes, "nodes");

    ASSERT_EQ(bytes.offset(), before + 27);
    ASSERT_EQ(bytes.Next(), ':');
  }
}

TEST(TokensTest, FindsAnArrayBehindItsName) {
  const TestFile content(R"({"a":[1],"b" : {} , [2]})");
  const InputFile file(content.path());
  ByteReader bytes(file, 0, 16);

  SkipToArray(&bytes, "b");

  EXPECT_EQ(bytes.Next(), '2');
}

TEST(TokensTest, SaysWhatIsMissing) {
  EXPECT_EQ(ErrorOf(R"({"node":[],"nodes)",
                    [](ByteReader* bytes) { SkipToToken(bytes, "nodes"); }),
            "byte 0: no \"nodes\" from here to the end");
  EXPECT_EQ(ErrorOf(R"("nodes":1)",
                    [](ByteReader* bytes) { SkipToArray(bytes, "nodes"); }),
            "byte 9: the file ends before the array of \"nodes\"");
}

TEST(TokensTest, TakesBracesThatBelongTogether) {
  for (const std::string braces :
       {R"({})", R"({"a":{"b":{}},"c":{}})", R"({"}":"{{"})",
        R"({"a\"}":1,"b\\":"}"})"}) {
    const TestFile content(braces + "}");
    const InputFile file(content.path());
    ByteReader bytes(file, 0, 5);
    EXPECT_EQ(TakeBraces(&bytes, 1000), braces);
    EXPECT_EQ(bytes.offset(), braces.size());
  }
}

TEST(TokensTest, RefusesBracesWithoutEndAndTooManyOfThem) {
  const auto take = [](ByteReader* bytes) { TakeBraces(bytes, 10); };

  EXPECT_EQ(ErrorOf(R"({"a":1)", take), "byte 0: no } ends what begins here");
  EXPECT_EQ(ErrorOf(R"({"a\)", take), "byte 0: no } ends what begins here");
  EXPECT_EQ(ErrorOf(R"({"a":"12"})", take), "none");
  EXPECT_EQ(ErrorOf(R"({"a":"123"})", take),
            "byte 0: what begins here is too long for a header");
}

}  // namespace

}  // namespace halfword::analysis
