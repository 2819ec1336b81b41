// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Files, pipes, and what cannot be opened.

#include "analysis/file/input_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "analysis/file/compressed_testing.h"
#include "analysis/file/snapshot_error.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

class InputFileTest : public ::testing::Test {
 protected:
  InputFileTest() {
    std::string pattern = ::testing::TempDir() + "input_file_test.XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~InputFileTest() override { std::filesystem::remove_all(folder_); }

  std::string PathOf(const std::string& name) const {
    return (folder_ / name).string();
  }
  std::string Write(const std::string& text) const {
    std::ofstream(PathOf("file"), std::ios::binary) << text;
    return PathOf("file");
  }

  std::filesystem::path folder_;
};

std::string ErrorOf(const std::string& path) {
  try {
    const InputFile file(path);
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

std::string Part(const InputFile& file, uint64_t offset, size_t bytes) {
  std::string text(bytes, '?');
  text.resize(file.Read(offset, text.data(), bytes));
  return text;
}

TEST_F(InputFileTest, ReadsAtAnyOffset) {
  const InputFile file(Write("0123456789"));

  EXPECT_EQ(file.bytes(), 10);
  EXPECT_EQ(Part(file, 4, 3), "456");
  EXPECT_EQ(Part(file, 8, 5), "89");
  EXPECT_EQ(Part(file, 10, 5), "");
  EXPECT_EQ(Part(file, 1000, 5), "");
}

TEST_F(InputFileTest, CopiesAPipeSoThatItCanBeReadTwice) {
  ASSERT_EQ(mkfifo(PathOf("pipe").c_str(), 0600), 0);
  std::string text;
  for (int i = 0; i < 500'000; ++i) text += std::to_string(i);
  std::thread writer([&] { std::ofstream(PathOf("pipe")) << text; });

  const InputFile file(PathOf("pipe"));
  writer.join();

  EXPECT_EQ(file.bytes(), text.size());
  EXPECT_EQ(Part(file, 0, text.size()), text);
  EXPECT_EQ(Part(file, 0, 10), text.substr(0, 10));
}

TEST_F(InputFileTest, TakesStandardInput) {
  Write("hello");
  const int saved = dup(STDIN_FILENO);
  ASSERT_GE(saved, 0);
  ASSERT_NE(std::freopen(PathOf("file").c_str(), "r", stdin), nullptr);

  const InputFile whole("-");
  // A file that is in use already is a stream like others.
  lseek(STDIN_FILENO, 2, SEEK_SET);
  const InputFile rest("-");

  EXPECT_EQ(Part(whole, 0, 10), "hello");
  EXPECT_EQ(Part(rest, 0, 10), "llo");
  // gtest's macros hide that it is one.
  ASSERT_EQ(dup2(saved, STDIN_FILENO), STDIN_FILENO);  // NOLINT
  close(saved);
}

TEST_F(InputFileTest, DecompressesWhateverItsName) {
  const std::string text(300'000, '7');
  for (const std::string& bytes : {Gzip(text), Zstd(text)}) {
    const InputFile file(Write(bytes));

    EXPECT_EQ(file.bytes(), text.size());
    EXPECT_EQ(file.given_bytes(), bytes.size());
    EXPECT_EQ(Part(file, 0, text.size()), text);
  }
}

TEST_F(InputFileTest, DecompressesAPipeThatGivesByteAfterByte) {
  ASSERT_EQ(mkfifo(PathOf("pipe").c_str(), 0600), 0);
  const std::string bytes = Gzip("hello");
  std::thread writer([&] {
    std::ofstream pipe(PathOf("pipe"));
    for (const char byte : bytes) pipe << byte << std::flush;
  });

  const InputFile file(PathOf("pipe"));
  writer.join();

  EXPECT_EQ(Part(file, 0, 10), "hello");
  EXPECT_EQ(file.given_bytes(), bytes.size());
}

TEST_F(InputFileTest, TellsHowFarDecompressionIs) {
  std::vector<std::string> phases;
  const InputFile file(Write(Zstd("hello")), [&](const char* phase, double) {
    phases.emplace_back(phase);
  });

  EXPECT_FALSE(phases.empty());
  for (const std::string& phase : phases) EXPECT_EQ(phase, "decompressing");
}

TEST_F(InputFileTest, RefusesWhatWouldFillTheDisk) {
  // 272 MiB of zeros in as many kilobytes.
  const std::string member = Gzip(std::string(16 << 20, '\0'));
  std::string bomb;
  for (int i = 0; i < 17; ++i) bomb += member;

  EXPECT_EQ(ErrorOf(Write(bomb)),
            "compressed byte " + std::to_string(bomb.size()) +
                ": the text is already more than 250 times as long, as no "
                "snapshot is (if it is one, decompress it yourself)");
}

TEST_F(InputFileTest, SaysWhyAFileCannotBeOpened) {
  EXPECT_EQ(ErrorOf(PathOf("none")),
            "cannot be opened: No such file or directory");
  EXPECT_EQ(ErrorOf(folder_.string()), "is a folder");
  EXPECT_EQ(ErrorOf(Write("")), "none");
}

}  // namespace

}  // namespace halfword::analysis
