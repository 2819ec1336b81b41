// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Equal and unequal texts of a string table.

#include "analysis/findings/string_contents.h"

#include <string>

#include "analysis/file/byte_reader.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(StringContentsTest, TakesEqualTextsForEqual) {
  TestGraph graph = GraphWithRoot();
  const uint32_t a = graph.Slot("a\"b");
  const uint32_t twin = graph.NewSlot("a\"b");
  const uint32_t other = graph.Slot("a\"c");
  const Snapshot snapshot = Read(graph);
  const StringContents contents(snapshot, {});
  EXPECT_EQ(contents.HashOf(a), contents.HashOf(twin));
  EXPECT_NE(contents.HashOf(a), contents.HashOf(other));
}

TEST(StringContentsTest, FindsKnownTexts) {
  TestGraph graph = GraphWithRoot();
  const uint32_t second = graph.Slot("second");
  const uint32_t twin = graph.NewSlot("second");
  const uint32_t other = graph.Slot("seconds");
  const Snapshot snapshot = Read(graph);
  const StringContents contents(snapshot, {"first", "second"});
  EXPECT_EQ(contents.NumberOf(second), 1);
  EXPECT_EQ(contents.NumberOf(twin), 1);
  EXPECT_EQ(contents.NumberOf(other), StringContents::kNotKnown);
}

TEST(StringContentsTest, ClaimsNothingOfTextsThatItHasNotSeenWhole) {
  TestGraph graph = GraphWithRoot();
  const std::string text(ByteReader::kBufferBytes, 'x');
  const uint32_t one = graph.NewSlot(text + "1");
  const uint32_t two = graph.NewSlot(text + "2");
  const Snapshot snapshot = Read(graph);
  const StringContents contents(snapshot, {});
  EXPECT_NE(contents.HashOf(one), contents.HashOf(two));
}

}  // namespace

}  // namespace halfword::analysis
