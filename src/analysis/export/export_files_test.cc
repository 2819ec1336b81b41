// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is in the folder before and after.

#include "analysis/export/export_files.h"

#include <fstream>
#include <set>
#include <string>

#include "analysis/export/table_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

using Names = std::set<std::string>;

TEST(ExportFilesTest, AppearTogetherInAFolderThatIsMade) {
  const TestFolder folder;
  const std::string path = folder.PathOf("new/deep");
  ExportFiles files(path, {"a.csv", "b.csv"}, ExistingFiles::kRefuse);

  files.Write(files.FileOf("b"), "text");
  EXPECT_FALSE(std::filesystem::exists(path + "/b.csv"));
  files.Commit();

  EXPECT_EQ(folder.TextOf("new/deep/b.csv"), "text");
  EXPECT_EQ(folder.TextOf("new/deep/a.csv"), "");
  EXPECT_EQ(files.BytesOf(files.FileOf("b")), 4);
  EXPECT_EQ(files.PathOf(0), path + "/a.csv");
}

TEST(ExportFilesTest, LeaveNothingIfTheyAreNotComplete) {
  const TestFolder folder;
  {
    ExportFiles files(folder.path(), {"a.csv"}, ExistingFiles::kRefuse);
    files.Write(0, "text");
    EXPECT_EQ(folder.Names(), (Names{"a.csv.tmp"}));
  }

  EXPECT_EQ(folder.Names(), Names());
}

TEST(ExportFilesTest, ReplaceOthersOnlyIfTheyAreTold) {
  const TestFolder folder;
  std::ofstream(folder.PathOf("b.csv")) << "old";
  const std::vector<std::string> names = {"a.csv", "b.csv"};

  EXPECT_EQ(ErrorOf([&] {
              const ExportFiles files(folder.path(), names,
                                      ExistingFiles::kRefuse);
            }),
            folder.PathOf("b.csv") + " exists; --force replaces it");
  EXPECT_EQ(folder.Names(), (Names{"b.csv"}));
  EXPECT_EQ(folder.TextOf("b.csv"), "old");
  ExportFiles files(folder.path(), names, ExistingFiles::kReplace);
  files.Commit();
  EXPECT_EQ(folder.TextOf("b.csv"), "");
}

TEST(ExportFilesTest, SayWhyThereCanBeNone) {
  const TestFolder folder;
  std::ofstream(folder.PathOf("file")) << "text";

  const std::string error = ErrorOf([&] {
    const ExportFiles files(folder.PathOf("file/x"), {"a.csv"},
                            ExistingFiles::kRefuse);
  });

  EXPECT_EQ(error.find("cannot make " + folder.PathOf("file/x")), 0) << error;
}

}  // namespace

}  // namespace halfword::analysis
