// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whole exports. That other programs read them, tests/export checks.

#include "analysis/export/export.h"

#include <set>
#include <string>

#include "analysis/export/table_testing.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

using Names = std::set<std::string>;

TestGraph SmallHeap() {
  TestGraph graph = GraphWithRoot();
  const uint32_t cache = graph.Add("object", "Cache", 10);
  const uint32_t text = graph.Add("string", "a \"b\"\n", 30);
  graph.Connect(0, "shortcut", "1", cache);
  graph.Connect(cache, "property", "first", text);
  return graph;
}

TEST(ExportTest, WritesTablesAsCsv) {
  const TestFolder folder;
  const TestFile snapshot(SmallHeap().Text());

  const ExportResult result = ExportSnapshot(
      snapshot.path(), {.format = ExportFormat::kCsv, .folder = folder.path()});

  EXPECT_EQ(folder.TextOf("nodes.csv"),
            "id,type,name,class,self_bytes,retained_bytes,distance,"
            "dominator_id,detachedness\n"
            "1,\"synthetic\",\"\",\"(synthetic)\",0,40,100000000,,0\n"
            "3,\"object\",\"Cache\",\"Cache\",10,40,1,1,0\n"
            "5,\"string\",\"a \"\"b\"\"\n\",\"(string)\",30,30,2,3,0\n");
  EXPECT_EQ(folder.TextOf("edges.csv"),
            "from_id,type,name,to_id\n"
            "1,\"shortcut\",\"1\",3\n"
            "3,\"property\",\"first\",5\n");
  EXPECT_EQ(folder.TextOf("strings.csv"),
            "index,text\n0,\"\"\n1,\"Cache\"\n2,\"a \"\"b\"\"\n\"\n"
            "3,\"1\"\n4,\"first\"\n");
  ASSERT_EQ(result.files.size(), 3);
  EXPECT_EQ(result.files[1].path, folder.PathOf("nodes.csv"));
  EXPECT_EQ(result.files[1].row_count, 3);
  EXPECT_EQ(result.files[1].bytes, folder.TextOf("nodes.csv").size());
  EXPECT_EQ(result.tables[2].name, "strings");
  EXPECT_EQ(result.tables[2].row_count, 5);
}

TEST(ExportTest, CountsAllRowsOfADatabase) {
  const TestFolder folder;
  const TestFile snapshot(SmallHeap().Text());

  const ExportResult result = ExportSnapshot(
      snapshot.path(),
      {.format = ExportFormat::kSqlite, .folder = folder.path()});

  EXPECT_EQ(folder.Names(), (Names{"snapshot.sqlite"}));
  ASSERT_EQ(result.files.size(), 1);
  EXPECT_EQ(result.files[0].row_count, 10);
}

TEST(ExportTest, LeavesNothingOfABadSnapshot) {
  const TestFolder folder;
  std::string text = SmallHeap().Text();
  text.resize(text.size() / 2);
  const TestFile snapshot(text);

  for (const ExportFormat format :
       {ExportFormat::kCsv, ExportFormat::kSqlite}) {
    EXPECT_THROW(ExportSnapshot(snapshot.path(),
                                {.format = format, .folder = folder.path()}),
                 SnapshotError);
  }
  EXPECT_EQ(folder.Names(), Names());
}

TEST(ExportTest, LeavesNothingIfPythonFails) {
  const TestFolder folder;
  const TestInterpreter script(folder,
                               "echo ready; cat >/dev/null; echo no; exit 1");
  const TestFile snapshot(SmallHeap().Text());

  const std::string error = ErrorOf([&] {
    ExportSnapshot(snapshot.path(),
                   {.format = ExportFormat::kParquet, .folder = folder.path()});
  });

  EXPECT_EQ(error, folder.PathOf("python") + ": no");
  EXPECT_EQ(folder.Names(), (Names{"python"}));
}

}  // namespace

}  // namespace halfword::analysis
