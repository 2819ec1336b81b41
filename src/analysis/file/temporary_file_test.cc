// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Folders that are there or not, and file systems that are nearly full.

#include "analysis/file/temporary_file.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "analysis/file/snapshot_error.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

// TMPDIR for a while.
class FolderVariable {
 public:
  explicit FolderVariable(const char* folder) {
    const char* const before = std::getenv("TMPDIR");
    if (before != nullptr) before_ = before;
    if (folder != nullptr) {
      setenv("TMPDIR", folder, 1);
    } else {
      unsetenv("TMPDIR");
    }
  }
  ~FolderVariable() {
    if (before_.has_value()) {
      setenv("TMPDIR", before_->c_str(), 1);
    } else {
      unsetenv("TMPDIR");
    }
  }
  FolderVariable(const FolderVariable&) = delete;
  FolderVariable& operator=(const FolderVariable&) = delete;

 private:
  std::optional<std::string> before_;
};

template <typename Function>
std::string ErrorOf(Function function) {
  try {
    function();
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

TEST(TemporaryFileTest, KeepsWhatIsWrittenUntilItIsTaken) {
  TemporaryFile file;
  file.Write("hello", 5);
  file.Write("!", 1);
  char text[10] = {};

  EXPECT_EQ(file.bytes(), 6);
  const int taken = file.Take();
  EXPECT_EQ(pread(taken, text, sizeof(text), 0), 6);
  EXPECT_STREQ(text, "hello!");
  close(taken);
}

TEST(TemporaryFileTest, StandsInTheFolderOfTheVariableAndHasNoName) {
  const std::string folder =
      ::testing::TempDir() + "temporary_file_test." + std::to_string(getpid());
  std::filesystem::create_directory(folder);
  const FolderVariable variable(folder.c_str());
  TemporaryFile file;
  const int taken = file.Take();

  const std::string link = "/proc/self/fd/" + std::to_string(taken);
  EXPECT_TRUE(std::filesystem::read_symlink(link).string().starts_with(
      std::filesystem::canonical(folder).string()));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  close(taken);
  std::filesystem::remove(folder);
}

TEST(TemporaryFileTest, TakesARelativeFolderAndNoneForTheUsualOne) {
  for (const char* const folder :
       {".", "", static_cast<const char*>(nullptr)}) {
    const FolderVariable variable(folder);
    EXPECT_EQ(ErrorOf([] { TemporaryFile().Write("x", 1); }), "none");
  }
}

TEST(TemporaryFileTest, NamesTheFolderInWhichNoFileCanBeMade) {
  const FolderVariable missing("/nowhere/at/all");
  EXPECT_EQ(ErrorOf([] { const TemporaryFile file; }),
            "cannot be copied to /nowhere/at/all (TMPDIR names the folder): No "
            "such file or directory");
  const FolderVariable no_folder("/dev/null");
  EXPECT_NE(ErrorOf([] { const TemporaryFile file; }).find("/dev/null"),
            std::string::npos);
  // Nobody may make files there, not even the superuser.
  const FolderVariable read_only("/proc/self");
  EXPECT_NE(ErrorOf([] { const TemporaryFile file; }).find("/proc/self"),
            std::string::npos);
}

TEST(TemporaryFileTest, LeavesATwentiethOfTheFileSystemFree) {
  const FolderVariable variable("/tmp");
  const auto nearly_full = [](int) {
    return TemporaryFile::Space{.free_bytes = 53, .all_bytes = 1000};
  };
  TemporaryFile file(nearly_full);

  EXPECT_EQ(ErrorOf([&] { file.Write("abc", 3); }), "none");
  EXPECT_EQ(ErrorOf([&] { file.Write("abcd", 4); }),
            "cannot be copied to /tmp (TMPDIR names the folder): only 53 bytes "
            "are free, of which 50 are left to others");
  EXPECT_EQ(file.bytes(), 3);
}

TEST(TemporaryFileTest, LeavesNoMoreThanAGibibyte) {
  constexpr uint64_t kGibibyte = uint64_t{1} << 30;
  const auto reserve = [](uint64_t all_bytes) {
    return TemporaryFile::Space{0, all_bytes}.reserve_bytes();
  };
  EXPECT_EQ(reserve(2000), 100);
  EXPECT_EQ(reserve(20 * kGibibyte), kGibibyte);
  EXPECT_EQ(reserve(1000 * kGibibyte), kGibibyte);
}

}  // namespace

}  // namespace halfword::analysis
