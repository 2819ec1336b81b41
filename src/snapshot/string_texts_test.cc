// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each kind of string of a snapshot.

#include "snapshot/string_texts.h"

#include <string>

#include "gtest/gtest.h"
#include "halfword/internal/string_body.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class StringTextsTest : public testing::Test {
 protected:
  // What function(texts) writes.
  template <typename Function>
  static std::string Written(const SnapshotOptions& options,
                             Function function) {
    struct Sink final : SnapshotSink {
      bool Write(const char* data, size_t bytes) override {
        text.append(data, bytes);
        return true;
      }
      std::string text;
    } sink;
    JsonOutput output(sink);
    StringTexts texts(options, &output);
    function(texts);
    output.Flush();
    return sink.text;
  }

  static uint32_t HeadOf(BodyKind kind, uint32_t length) {
    return static_cast<uint32_t>(kind) << kBodyKindShift | length;
  }
};

TEST_F(StringTextsTest, OneAfterTheOther) {
  EXPECT_EQ(Written({},
                    [](StringTexts& texts) {
                      texts.Write("a\"b");
                      texts.WriteContent("c");
                    }),
            "\n\"a\\\"b\",\n\"c\"");
}

TEST_F(StringTextsTest, ContentsAreHiddenAndNamesAreNot) {
  EXPECT_EQ(Written({.redact = true},
                    [](StringTexts& texts) {
                      texts.Write("name");
                      texts.WriteContent("secret");
                    }),
            "\n\"name\",\n\"(redacted)\"");
}

TEST_F(StringTextsTest, WhatIsCutTellsItsLength) {
  const std::string text =
      Written({.string_bytes_max = 4},
              [](StringTexts& texts) { texts.WriteContent("abcdefgh"); });
  EXPECT_TRUE(text.starts_with("\n\"abcd\\u2026 (8 bytes, hash ")) << text;
}

TEST_F(StringTextsTest, PairsNameTheirObjects) {
  EXPECT_EQ(Written({},
                    [](StringTexts& texts) {
                      texts.WritePair(2, {"K", 5}, {"V", 7}, 9);
                    }),
            "\n\"3 / part of key (K @5) -> value (V @7) pair in WeakMap "
            "(table @9)\"");
}

TEST_F(StringTextsTest, ABufferEndsWithItsString) {
  const char bytes[] = "abc\0rest";
  EXPECT_EQ(ShownBytes(HeadOf(BodyKind::kFlat, 5), bytes, 8).size(), 5u);
  EXPECT_EQ(ShownBytes(HeadOf(BodyKind::kBuffer, 8), bytes, 8), "abc");
  EXPECT_EQ(ShownBytes(HeadOf(BodyKind::kBuffer, 2), bytes, 8), "ab");
  EXPECT_EQ(ShownBytes(HeadOf(BodyKind::kFlat, 9), bytes, 8), kVectorOfBytes);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
