// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What stands under the final name, and beside it, after each way in which
// writing can go. Limits are set and processes killed in a child.

#include "base/output_file.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public ::testing::Test {
 protected:
  OutputFileTest()
      : folder_(fs::path(testing::TempDir()) /
                ("halfword_output_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  ~OutputFileTest() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }

  std::string PathOf(const std::string& name) const { return folder_ / name; }
  const fs::path& folder() const { return folder_; }

  std::set<std::string> Names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      names.insert(entry.path().filename());
    }
    return names;
  }
  static std::string TextOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static void Fill(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  static bool Write(OutputFile* file, const std::string& text) {
    return file->Write(text.data(), text.size());
  }

  // Runs the function in a child; returns how that ended, as of waitpid().
  // The function must not return true where it fails.
  static int InChild(const std::function<bool()>& function) {
    const pid_t child = fork();
    if (child == 0) _exit(function() ? 0 : 1);
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return status;
  }

 private:
  const fs::path folder_;
};

TEST_F(OutputFileTest, AppearsWhenItIsComplete) {
  const std::string path = PathOf("a");
  {
    OutputFile file(path);
    ASSERT_TRUE(file.Open());
    EXPECT_TRUE(Write(&file, "one "));
    EXPECT_TRUE(Write(&file, ""));
    EXPECT_TRUE(Write(&file, "two"));
    EXPECT_EQ(Names(), std::set<std::string>{"a.tmp"});
    ASSERT_TRUE(file.Commit());
    EXPECT_EQ(Names(), std::set<std::string>{"a"});
  }

  EXPECT_EQ(TextOf(path), "one two");
  EXPECT_EQ(Names(), std::set<std::string>{"a"});
}

// What is in the heap is for its owner.
TEST_F(OutputFileTest, IsReadByItsOwnerAlone) {
  const mode_t mask = umask(0);
  OutputFile file(PathOf("a"));
  ASSERT_TRUE(file.Open());
  ASSERT_TRUE(file.Commit());
  umask(mask);

  struct stat status = {};
  ASSERT_EQ(stat(PathOf("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST_F(OutputFileTest, ReplacesAnOldFile) {
  Fill(PathOf("a"), "an old file, longer than the new one");
  OutputFile file(PathOf("a"));
  ASSERT_TRUE(file.Open());
  ASSERT_TRUE(Write(&file, "new"));
  EXPECT_EQ(TextOf(PathOf("a")), "an old file, longer than the new one");
  ASSERT_TRUE(file.Commit());

  EXPECT_EQ(TextOf(PathOf("a")), "new");
}

TEST_F(OutputFileTest, LeavesTheOldFileIfItIsNotCommitted) {
  Fill(PathOf("a"), "old");
  {
    OutputFile file(PathOf("a"));
    ASSERT_TRUE(file.Open());
    ASSERT_TRUE(Write(&file, "new"));
  }

  EXPECT_EQ(TextOf(PathOf("a")), "old");
  EXPECT_EQ(Names(), std::set<std::string>{"a"});
}

TEST_F(OutputFileTest, OverwritesWhatACrashHasLeft) {
  Fill(PathOf("a.tmp"), "a part of something longer than the new file");
  OutputFile file(PathOf("a"));
  ASSERT_TRUE(file.Open());
  ASSERT_TRUE(Write(&file, "new"));
  ASSERT_TRUE(file.Commit());

  EXPECT_EQ(TextOf(PathOf("a")), "new");
  EXPECT_EQ(Names(), std::set<std::string>{"a"});
}

TEST_F(OutputFileTest, OnlyOneWritesAtATime) {
  OutputFile first(PathOf("a"));
  ASSERT_TRUE(first.Open());
  ASSERT_TRUE(Write(&first, "first"));
  {
    OutputFile second(PathOf("a"));
    EXPECT_FALSE(second.Open());
    EXPECT_EQ(second.error(),
              "cannot write " + PathOf("a.tmp") + ": another process does");
  }
  EXPECT_TRUE(first.Commit());

  EXPECT_EQ(TextOf(PathOf("a")), "first");
  OutputFile third(PathOf("a"));
  EXPECT_TRUE(third.Open()) << third.error();
}

TEST_F(OutputFileTest, SaysThatTheFolderDoesNotExist) {
  OutputFile file(PathOf("none/a"));

  EXPECT_FALSE(file.Open());

  EXPECT_EQ(file.error(), "cannot create " + PathOf("none/a.tmp") +
                              ": No such file or directory");
  EXPECT_FALSE(Write(&file, "text"));
  EXPECT_FALSE(file.Commit());
  EXPECT_NE(file.error().find("cannot create"), std::string::npos);
}

TEST_F(OutputFileTest, SaysThatThereIsNoPermission) {
  fs::permissions(folder(), fs::perms::owner_read | fs::perms::owner_exec);
  const int status = InChild([this] {
    // Root may write anywhere, and becomes somebody else.
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && seteuid(kNobody) != 0) return false;
    OutputFile file(PathOf("a"));
    return !file.Open() && file.error() == "cannot create " + PathOf("a.tmp") +
                                               ": Permission denied";
  });

  EXPECT_EQ(status, 0);
}

// In a folder for all, somebody could have a link wait there that leads to a
// file of ours.
TEST_F(OutputFileTest, DoesNotWriteThroughALink) {
  Fill(PathOf("precious"), "text");
  fs::create_symlink(PathOf("precious"), PathOf("a.tmp"));
  {
    OutputFile file(PathOf("a"));
    EXPECT_FALSE(file.Open());
    EXPECT_NE(file.error().find("cannot create"), std::string::npos);
  }

  EXPECT_EQ(TextOf(PathOf("precious")), "text");
  EXPECT_EQ(Names(), (std::set<std::string>{"a.tmp", "precious"}));
}

// A link under the final name is replaced, and what it leads to stays.
TEST_F(OutputFileTest, ReplacesALinkUnderItsName) {
  Fill(PathOf("precious"), "text");
  fs::create_symlink(PathOf("precious"), PathOf("a"));
  OutputFile file(PathOf("a"));
  ASSERT_TRUE(file.Open());
  ASSERT_TRUE(Write(&file, "new"));
  ASSERT_TRUE(file.Commit());

  EXPECT_EQ(TextOf(PathOf("precious")), "text");
  EXPECT_EQ(TextOf(PathOf("a")), "new");
  EXPECT_FALSE(fs::is_symlink(PathOf("a")));
}

TEST_F(OutputFileTest, DoesNotReplaceWhatIsNoFile) {
  const std::string pipe = PathOf("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, folder().string()}) {
    OutputFile file(path);
    EXPECT_FALSE(file.Open());
    EXPECT_EQ(file.error(),
              "cannot replace " + path + ": it is no regular file");
  }
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(OutputFileTest, DoesNotWaitForAPipeUnderTheTemporaryName) {
  ASSERT_EQ(mkfifo(PathOf("a.tmp").c_str(), 0600), 0);
  OutputFile file(PathOf("a"));
  const bool is_open = file.Open();
  EXPECT_FALSE(is_open);
  EXPECT_NE(file.error().find("cannot create "), std::string::npos);
}

// It could be read by whoever made it.
TEST_F(OutputFileTest, DoesNotWriteIntoAFileThatHasAnotherName) {
  Fill(PathOf("mine"), "mine");
  fs::create_hard_link(PathOf("mine"), PathOf("a.tmp"));
  OutputFile file(PathOf("a"));
  ASSERT_TRUE(file.Open()) << file.error();
  ASSERT_TRUE(Write(&file, "secret") && file.Commit()) << file.error();

  EXPECT_EQ(TextOf(PathOf("mine")), "mine");
  EXPECT_EQ(TextOf(PathOf("a")), "secret");
}

TEST_F(OutputFileTest, AnOldTemporaryFileIsForItsOwnerAlone) {
  Fill(PathOf("a.tmp"), "old");
  fs::permissions(PathOf("a.tmp"), fs::perms(0666));
  OutputFile file(PathOf("a"));
  ASSERT_TRUE(file.Open() && file.Commit()) << file.error();

  EXPECT_EQ(fs::status(PathOf("a")).permissions(), fs::perms(0600));
}

// Without a handler, the limit of a file's size would end the program.
TEST_F(OutputFileTest, ALimitOfSizesIsAnErrorLikeAnother) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit = {1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    OutputFile file(PathOf("a"));
    const bool is_written =
        file.Open() && Write(&file, std::string(100'000, 'x'));
    _exit(is_written ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(OutputFileTest, SaysThatItCannotTakeItsName) {
  {
    OutputFile file(PathOf("a"));
    ASSERT_TRUE(file.Open());
    ASSERT_TRUE(Write(&file, "new"));
    fs::create_directories(PathOf("a/full"));
    EXPECT_FALSE(file.Commit());
    EXPECT_EQ(file.error().find("cannot rename to " + PathOf("a") + ": "), 0u)
        << file.error();
  }

  EXPECT_EQ(Names(), std::set<std::string>{"a"});
}

// As a full disk does, this makes a write fail after some bytes.
TEST_F(OutputFileTest, SaysThatThereIsNoRoom) {
  Fill(PathOf("a"), "old");
  const int status = InChild([this] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {10'000, 10'000};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
    OutputFile file(PathOf("a"));
    if (!file.Open()) return false;
    const std::string text(8'000, 'x');
    const std::string expected =
        "cannot write " + PathOf("a.tmp") + ": File too large";
    return Write(&file, text) && !Write(&file, text) && !Write(&file, "y") &&
           !file.Commit() && file.error() == expected;
  });

  EXPECT_EQ(status, 0);
  EXPECT_EQ(TextOf(PathOf("a")), "old");
  EXPECT_EQ(Names(), std::set<std::string>{"a"});
}

// At any moment before the name is taken.
TEST_F(OutputFileTest, AKilledProcessLeavesNoPartUnderTheName) {
  for (const int writes : {0, 1, 20}) {
    const int status = InChild([this, writes] {
      OutputFile file(PathOf("a"));
      if (!file.Open()) return false;
      const std::string text(100'000, 'x');
      for (int i = 0; i < writes; ++i) {
        if (!Write(&file, text)) return false;
      }
      return std::raise(SIGKILL) == 0;
    });

    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_FALSE(fs::exists(PathOf("a")));
    EXPECT_TRUE(fs::exists(PathOf("a.tmp")));
  }
}

TEST_F(OutputFileTest, MayBeRemovedWithAllOthersAtTheEnd) {
  const int status = InChild([this] {
    OutputFile committed(PathOf("a"));
    OutputFile first(PathOf("b"));
    OutputFile second(PathOf("c"));
    if (!committed.Open() || !committed.Commit()) return false;
    if (!first.Open() || !second.Open()) return false;
    UnfinishedFile::UnlinkAll();
    return std::raise(SIGKILL) == 0;
  });

  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(fs::exists(PathOf("a")));
  EXPECT_FALSE(fs::exists(PathOf("b.tmp")));
  EXPECT_FALSE(fs::exists(PathOf("c.tmp")));
}

TEST_F(OutputFileTest, TakesANameInTheWorkingFolder) {
  const int status = InChild([this] {
    if (chdir(folder().c_str()) != 0) return false;
    OutputFile file("plain");
    return file.Open() && Write(&file, "text") && file.Commit();
  });

  EXPECT_EQ(status, 0);
  EXPECT_EQ(TextOf(PathOf("plain")), "text");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
