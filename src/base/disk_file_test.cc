// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bytes at offsets, locks between open files, names.

#include "base/disk_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Access = DiskFile::Access;
using Lock = DiskFile::Lock;

class DiskFileTest : public testing::Test {
 protected:
  DiskFileTest() : folder_(testing::TempDir() + "disk_file_test.XXXXXX") {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~DiskFileTest() override { std::filesystem::remove_all(folder_); }

  std::string Path(const char* name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

TEST_F(DiskFileTest, WhatIsWrittenIsRead) {
  DiskFile file;
  ASSERT_TRUE(file.Open(Path("a"), Access::kCreate)) << file.error();
  ASSERT_TRUE(file.Write(10, "halfword", 8));
  EXPECT_EQ(file.bytes(), 18u);
  char read[8];
  ASSERT_TRUE(file.Read(10, read, 8));
  EXPECT_EQ(std::string(read, 8), "halfword");
  ASSERT_TRUE(file.Read(0, read, 8));
  EXPECT_EQ(std::string(read, 8), std::string(8, '\0'));
  EXPECT_TRUE(file.Sync());
}

TEST_F(DiskFileTest, AnotherDescriptorHasTheSameLocks) {
  DiskFile file;
  ASSERT_TRUE(file.Open(Path("a"), Access::kCreate)) << file.error();
  ASSERT_TRUE(file.Write(0, "halfword", 8));
  ASSERT_TRUE(file.TryLock(Lock::kWriter));
  DiskFile same;
  ASSERT_TRUE(same.OpenSame(file)) << same.error();
  char read[8];
  ASSERT_TRUE(same.Read(0, read, 8));
  DiskFile other;
  ASSERT_TRUE(other.Open(Path("a"), Access::kWrite));
  EXPECT_FALSE(other.TryLock(Lock::kWriter));
  same.Close();
  EXPECT_FALSE(other.TryLock(Lock::kWriter));
  file.Close();
  EXPECT_TRUE(other.TryLock(Lock::kWriter));
  EXPECT_FALSE(same.OpenSame(file));
}

TEST_F(DiskFileTest, WhatIsOpenedAgainHasLocksOfItsOwn) {
  DiskFile file;
  ASSERT_TRUE(file.Open(Path("a"), Access::kCreate)) << file.error();
  ASSERT_TRUE(file.Write(0, "halfword", 8));
  std::filesystem::rename(Path("a"), Path("b"));
  DiskFile again;
  ASSERT_TRUE(again.OpenAgain(file)) << again.error();
  char read[8];
  ASSERT_TRUE(again.Read(0, read, 8));
  EXPECT_FALSE(again.Write(0, "h", 1));
  ASSERT_TRUE(again.TryLock(Lock::kReader));
  EXPECT_FALSE(file.TryLock(Lock::kReadersOut));
  const int descriptor = again.Release();
  again.Close();
  EXPECT_FALSE(file.TryLock(Lock::kReadersOut));
  EXPECT_EQ(close(descriptor), 0);
  EXPECT_TRUE(file.TryLock(Lock::kReadersOut));
}

TEST_F(DiskFileTest, WhatLiesBehindTheEndIsAnError) {
  DiskFile file;
  ASSERT_TRUE(file.Open(Path("a"), Access::kCreate));
  ASSERT_TRUE(file.Write(0, "halfword", 8));
  char read[8];
  EXPECT_FALSE(file.Read(4, read, 8));
  EXPECT_EQ(file.error(), "read: the file ends before");
}

TEST_F(DiskFileTest, RoomIsZeroAndNeverTaken) {
  DiskFile file;
  ASSERT_TRUE(file.Open(Path("a"), Access::kCreate));
  ASSERT_TRUE(file.Write(0, "halfword", 8));
  ASSERT_TRUE(file.Allocate(4096)) << file.error();
  EXPECT_EQ(file.bytes(), 4096u);
  ASSERT_TRUE(file.Allocate(100));
  ASSERT_TRUE(file.Extend(100));
  EXPECT_EQ(file.bytes(), 4096u);
  char read[8];
  ASSERT_TRUE(file.Read(0, read, 8));
  EXPECT_EQ(std::string(read, 8), "halfword");
}

TEST_F(DiskFileTest, OpeningTellsWhatIsWrong) {
  DiskFile file;
  EXPECT_FALSE(file.Open(Path("none"), Access::kRead));
  EXPECT_EQ(file.error(), "open: No such file or directory");
  EXPECT_FALSE(file.Open(Path(""), Access::kRead));
  EXPECT_EQ(file.error(), "open: Is a directory");
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(file.Open(Path("pipe"), Access::kRead));
  EXPECT_EQ(file.error(), "open: not a regular file");
  EXPECT_FALSE(file.is_open());
  ASSERT_TRUE(file.Open(Path("a"), Access::kCreate));
  DiskFile again;
  EXPECT_FALSE(again.Open(Path("a"), Access::kCreate));
  EXPECT_EQ(again.error_number(), EEXIST);
}

TEST_F(DiskFileTest, ThereIsOneWriterAndAnyNumberOfReaders) {
  DiskFile writer;
  DiskFile reader;
  DiskFile other;
  ASSERT_TRUE(writer.Open(Path("a"), Access::kCreate));
  ASSERT_TRUE(reader.Open(Path("a"), Access::kRead));
  ASSERT_TRUE(other.Open(Path("a"), Access::kWrite));
  EXPECT_TRUE(writer.TryLock(Lock::kWriter));
  EXPECT_FALSE(other.TryLock(Lock::kWriter));
  EXPECT_EQ(other.error_number(), EAGAIN);
  EXPECT_TRUE(reader.IsLockedByAnother(Lock::kWriter));
  EXPECT_TRUE(reader.TryLock(Lock::kReader));
  EXPECT_TRUE(other.TryLock(Lock::kReader));
  EXPECT_FALSE(writer.TryLock(Lock::kReadersOut));
  reader.Close();
  other.Unlock(Lock::kReader);
  EXPECT_TRUE(writer.TryLock(Lock::kReadersOut));
  EXPECT_FALSE(other.TryLock(Lock::kReader));
  writer.Close();
  EXPECT_TRUE(other.TryLock(Lock::kWriter));
}

TEST_F(DiskFileTest, ANameIsTakenOverOrKept) {
  DiskFile first;
  DiskFile second;
  ASSERT_TRUE(first.Open(Path("a"), Access::kCreate));
  ASSERT_TRUE(second.Open(Path("b"), Access::kCreate));
  EXPECT_FALSE(second.RenameToFree(Path("b"), Path("a")));
  EXPECT_EQ(second.error_number(), EEXIST);
  EXPECT_TRUE(first.IsNamed(Path("a")));
  ASSERT_TRUE(second.Rename(Path("b"), Path("a"))) << second.error();
  EXPECT_FALSE(first.IsNamed(Path("a")));
  EXPECT_TRUE(second.IsNamed(Path("a")));
  ASSERT_TRUE(second.RenameToFree(Path("a"), Path("c")));
  EXPECT_FALSE(second.IsNamed(Path("a")));
}

TEST_F(DiskFileTest, AccessIsTakenFromAnotherFile) {
  DiskFile first;
  DiskFile second;
  ASSERT_TRUE(first.Open(Path("a"), Access::kCreate));
  ASSERT_TRUE(second.Open(Path("b"), Access::kCreate));
  ASSERT_EQ(chmod(Path("a").c_str(), 0640), 0);
  second.TakeAccessFrom(first);
  struct stat status = {};
  ASSERT_EQ(stat(Path("b").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

int written_calls = 0;

TEST_F(DiskFileTest, AWriteInPartsIsOneAndOneOfNothingIsAnError) {
  DiskFile file;
  ASSERT_TRUE(file.Open(Path("a"), Access::kCreate));
  DiskFileHooks hooks;
  hooks.write = [](int descriptor, const void* data, size_t, off_t at) {
    ++written_calls;
    return kSystemDiskFile.write(descriptor, data, 1, at);
  };
  SetDiskFileHooksForTesting(&hooks);
  EXPECT_TRUE(file.Write(0, "halfword", 8));
  EXPECT_EQ(written_calls, 8);
  hooks.write = [](int, const void*, size_t, off_t) { return ssize_t{0}; };
  EXPECT_FALSE(file.Write(0, "x", 1));
  EXPECT_EQ(file.error(), "write: Input/output error");
  SetDiskFileHooksForTesting(nullptr);
  char read[8];
  ASSERT_TRUE(file.Read(0, read, 8));
  EXPECT_EQ(std::string(read, 8), "halfword");
}

TEST_F(DiskFileTest, AFileThatMayNotGrowIsAnError) {
  DiskFile file;
  ASSERT_TRUE(file.Open(Path("a"), Access::kCreate));
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit limit = {4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_FALSE(file.Write(4096, "x", 1));
  EXPECT_EQ(file.error(), "write: File too large");
  EXPECT_FALSE(file.Allocate(8192));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_TRUE(file.Write(4096, "x", 1));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
