// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From a report to text and back.

#include "snapshot/report_text.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ReportTextTest, IsReadAsItWasWritten) {
  SnapshotReport report;
  report.error = "cannot write /tmp/a b.tmp: No space left on device";
  report.node_count = 1;
  report.edge_count = 2;
  report.string_count = 3;
  report.file_bytes = size_t{5} << 32;
  report.missing_position_count = 4;
  report.memory_bytes = 6;
  report.shortened_name_count = 9;
  report.copied_bytes = 7;
  report.generation_ms = 8.25;
  report.serialization_ms = 1234.5;

  SnapshotReport read;
  ParseReport(FormatReport(report), &read);

  EXPECT_EQ(read.error, report.error);
  EXPECT_EQ(read.node_count, 1u);
  EXPECT_EQ(read.edge_count, 2u);
  EXPECT_EQ(read.string_count, 3u);
  EXPECT_EQ(read.file_bytes, size_t{5} << 32);
  EXPECT_EQ(read.missing_position_count, 4u);
  EXPECT_EQ(read.memory_bytes, 6u);
  EXPECT_EQ(read.shortened_name_count, 9u);
  EXPECT_EQ(read.copied_bytes, 7u);
  EXPECT_EQ(read.generation_ms, 8.25);
  EXPECT_EQ(read.serialization_ms, 1234.5);
}

TEST(ReportTextTest, NoErrorStaysNone) {
  SnapshotReport read;
  ParseReport(FormatReport({}), &read);

  EXPECT_TRUE(read.ok());
}

TEST(ReportTextTest, TextThatEndsEarlyIsAnError) {
  for (const char* text : {"", "1 2 3", "x"}) {
    SnapshotReport read;
    ParseReport(text, &read);

    EXPECT_EQ(read.error,
              "the process that wrote the snapshot ended before its time")
        << text;
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
