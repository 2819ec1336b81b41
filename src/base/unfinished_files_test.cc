// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is left of files when a process ends by a signal. In earnest it does so
// in tests/migration/kill_rewrite_test.py.

#include "base/unfinished_files.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

std::string MakeFile(const std::string& name) {
  std::string path = testing::TempDir() + "unfinished_files_test." +
                     std::to_string(getpid()) + '.' + name;
  std::ofstream(path) << "a part";
  return path;
}

TEST(UnfinishedFileTest, WhatIsUnfinishedIsRemovedAndNothingElse) {
  const std::string first = MakeFile("first");
  const std::string second = MakeFile("second");
  const std::string done = MakeFile("done");
  {
    const UnfinishedFile finished(done);
  }
  {
    const UnfinishedFile file(first);
    const UnfinishedFile other(second);
    UnfinishedFile::UnlinkAll();
  }
  EXPECT_FALSE(std::filesystem::exists(first));
  EXPECT_FALSE(std::filesystem::exists(second));
  EXPECT_TRUE(std::filesystem::exists(done));
  std::filesystem::remove(done);
}

TEST(UnfinishedFileTest, PlacesAreUsedAgain) {
  for (int i = 0; i < 20; ++i) {
    const std::string path = MakeFile("again");
    const UnfinishedFile file(path);
    UnfinishedFile::UnlinkAll();
    EXPECT_FALSE(std::filesystem::exists(path)) << i;
  }
}

TEST(UnfinishedFileTest, MoreThanThereArePlacesForAreLeft) {
  std::optional<UnfinishedFile> files[9];
  std::string last;
  for (auto& file : files) {
    last = MakeFile(std::to_string(&file - files));
    file.emplace(last);
  }
  UnfinishedFile::UnlinkAll();
  EXPECT_TRUE(std::filesystem::exists(last));
  std::filesystem::remove(last);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
