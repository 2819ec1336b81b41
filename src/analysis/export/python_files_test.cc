// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The frames that the Python package gets.

#include "analysis/export/python_files.h"

#include <string>

#include "analysis/export/table_testing.h"
#include "analysis/export/tables.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(PythonFilesTest, SendTablesInFrames) {
  const TestFolder folder;
  const TestInterpreter script(folder, "echo ready; cat >\"$0.in\"");
  ExportFiles files(folder.path(), {"edges.x", "nodes.x", "strings.x"},
                    ExistingFiles::kRefuse);
  PythonFiles writer("parquet", files);
  for (const char* const text : {"a", ""}) {
    writer.BeginTable(kStringTable);
    writer.AddNumber(0);
    writer.AddText(text);
    writer.EndRow();
    writer.EndTable();
  }
  writer.Finish();

  EXPECT_EQ(folder.TextOf("python.in"),
            std::string("\x11\0\0\0index,text\n0,\"a\"\n\0\0\0\0"
                        "\x10\0\0\0index,text\n0,\"\"\n\0\0\0\0",
                        4 + 17 + 4 + 4 + 16 + 4));
}

TEST(PythonFilesTest, NameTablesAndTemporaryFiles) {
  const TestFolder folder;
  const TestInterpreter script(
      folder, "echo ready; shift 4; echo \"$*\" >\"$0.in\"; cat >/dev/null");
  ExportFiles files(folder.path(), {"edges.x", "nodes.x", "strings.x"},
                    ExistingFiles::kRefuse);
  PythonFiles writer("arrow", files);
  writer.Finish();

  EXPECT_EQ(folder.TextOf("python.in"),
            "arrow edges " + folder.PathOf("edges.x.tmp") + " nodes " +
                folder.PathOf("nodes.x.tmp") + " strings " +
                folder.PathOf("strings.x.tmp") + "\n");
}

TEST(PythonFilesTest, BreakALargeTableIntoFrames) {
  const TestFolder folder;
  const TestInterpreter script(folder, "echo ready; cat >\"$0.in\"");
  ExportFiles files(folder.path(), {"edges.x", "nodes.x", "strings.x"},
                    ExistingFiles::kRefuse);
  PythonFiles writer("parquet", files);
  writer.BeginTable(kStringTable);
  const std::string text(CsvText::kChunkBytes, 'x');
  for (uint64_t i = 0; i < 3; ++i) {
    writer.AddNumber(i);
    writer.AddText(text);
    writer.EndRow();
  }
  writer.EndTable();
  writer.Finish();

  std::string input = folder.TextOf("python.in");
  size_t frame_count = 0;
  size_t length = 1;
  for (size_t at = 0; length != 0 && at + 4 <= input.size(); at += 4 + length) {
    length = 0;
    for (size_t i = 4; i-- > 0;) {
      length = length << 8 | static_cast<unsigned char>(input[at + i]);
    }
    ++frame_count;
  }
  // Three that are full, one that is empty, and the end.
  EXPECT_EQ(length, 0);
  EXPECT_EQ(frame_count, 4);
}

}  // namespace

}  // namespace halfword::analysis
