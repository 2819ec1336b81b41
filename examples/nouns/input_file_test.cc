// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Files that can be read and what is none.

#include "examples/nouns/input_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace nouns {
namespace {

std::string ErrorOf(const std::string& path) {
  try {
    ReadInputFile(path);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(InputFileTest, ReadsAllBytes) {
  const std::string path =
      ::testing::TempDir() + "/input_file_test." + std::to_string(getpid());
  std::ofstream(path, std::ios::binary) << std::string("a\0b", 3);

  EXPECT_EQ(ReadInputFile(path), (std::vector<uint8_t>{'a', 0, 'b'}));

  std::ofstream(path, std::ios::trunc).close();
  EXPECT_TRUE(ReadInputFile(path).empty());
  std::filesystem::remove(path);
}

TEST(InputFileTest, RefusesWhatIsNoFile) {
  EXPECT_EQ(ErrorOf("/nowhere/at/all"),
            "/nowhere/at/all: No such file or directory, expected a readable "
            "file");
  EXPECT_EQ(ErrorOf("/"), "/: not a file, expected a readable file");
  EXPECT_EQ(ErrorOf("/dev/zero"),
            "/dev/zero: not a file, expected a readable file");
}

}  // namespace
}  // namespace nouns
