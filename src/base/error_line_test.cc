// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What arrives on standard error, byte by byte. The death tests run the code in
// a child whose standard error they read.

#include "base/error_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <string>

#include "gtest/gtest.h"
#include "halfword/internal/build_config.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Standard error goes into a file until Text() is called.
class StandardErrorCapture {
 public:
  StandardErrorCapture() {
    file_ = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    saved_ = dup(STDERR_FILENO);
    HALFWORD_CHECK(file_ >= 0, "/tmp has room for a file without a name");
    EXPECT_GE(dup2(file_, STDERR_FILENO), 0);
  }

  std::string Text() {
    dup2(saved_, STDERR_FILENO);
    close(saved_);
    std::string text(4096, '\0');
    const ssize_t count = pread(file_, text.data(), text.size(), 0);
    close(file_);
    text.resize(count < 0 ? 0 : static_cast<size_t>(count));
    return text;
  }

 private:
  int file_;
  int saved_;
};

TEST(ErrorLineTest, PrintsOneLineWithThePrefix) {
  StandardErrorCapture capture;
  PrintLine("%d pages of %s", 3, "x");
  PrintLine("%s", "");

  EXPECT_EQ(capture.Text(), "halfword: 3 pages of x\nhalfword: \n");
}

// A line of one letter, of which `cut_char_count` stand before the cut.
void AppendCutLine(const char* prefix, size_t cut_char_count, char letter,
                   std::string* text) {
  text->append(prefix);
  text->append(cut_char_count, letter);
  text->append("...\n");
}

TEST(ErrorLineTest, PrintsEventsWithAPrefixOfTheirOwn) {
  StandardErrorCapture capture;
  PrintEvent("gc cycle=%d", 3);
  PrintEvent("%s", std::string(100000, 'z').c_str());

  std::string expected = "halfword gc cycle=3\n";
  AppendCutLine("halfword ", 1020, 'z', &expected);
  EXPECT_EQ(capture.Text(), expected);
}

TEST(ErrorLineTest, KeepsTextFromOutsideOnTheLine) {
  StandardErrorCapture capture;
  PrintLine("%s", "a\nb\x1b[31mc\td\x7f\xc3\xa4");

  EXPECT_EQ(capture.Text(), "halfword: a?b?[31mc?d?\xc3\xa4\n");
}

TEST(ErrorLineTest, CutsLongTextAndSaysSo) {
  StandardErrorCapture capture;
  PrintLine("%s", std::string(1023, 'x').c_str());
  PrintLine("%s", std::string(1024, 'y').c_str());
  PrintLine("%s", std::string(100000, 'z').c_str());

  std::string expected = "halfword: ";
  expected.append(1023, 'x');
  expected.append("\n");
  AppendCutLine("halfword: ", 1020, 'y', &expected);
  AppendCutLine("halfword: ", 1020, 'z', &expected);
  EXPECT_EQ(capture.Text(), expected);
}

TEST(ErrorLineTest, KeepsErrno) {
  const int saved = dup(STDERR_FILENO);
  if (saved < 0) FAIL() << "standard error cannot be held twice";
  close(STDERR_FILENO);
  errno = ERANGE;
  PrintLine("nobody reads this");
  const int after = errno;
  dup2(saved, STDERR_FILENO);
  close(saved);

  EXPECT_EQ(after, ERANGE);
}

TEST(ErrorLineDeathTest, FatalLinePrintsAndAborts) {
  EXPECT_EXIT(FatalLine("no room for %zu bytes", size_t{8}),
              ::testing::KilledBySignal(SIGABRT),
              "^halfword: no room for 8 bytes\n");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
