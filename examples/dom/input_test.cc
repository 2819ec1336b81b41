// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each kind of bad input, with the words it is refused with; files are made in
// a temporary folder.

#include "examples/dom/input.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace dom {
namespace {

namespace fs = std::filesystem;

// Gives each test a folder of its own.
class InputTest : public testing::Test {
 protected:
  InputTest() {
    std::string name =
        (fs::temp_directory_path() / "dom_input_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~InputTest() override { fs::remove_all(folder_); }

  std::string Write(const std::string& name, std::string_view text) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  // The only complaint, without the folder's name; "" if there is none.
  std::string Complaint() const {
    if (complaints_.empty()) return "";
    EXPECT_EQ(complaints_.lines().size(), 1u);
    const std::string& line = complaints_.lines().front();
    return line.substr(line.find(folder_.string()) + folder_.string().size());
  }

  fs::path folder_;
  Complaints complaints_;
};

TEST_F(InputTest, TakesAFileThatIsNamedWhateverItsEnding) {
  const std::string path = Write("page.txt", "<p>");

  EXPECT_EQ(FindPages({path}, complaints_), std::vector{path});

  EXPECT_EQ(Complaint(), "");
}

TEST_F(InputTest, WalksFoldersInOrderAndTakesPagesOnly) {
  const std::string second = Write("b/c.HTML", "<p>");
  const std::string third = Write("d.htm", "<p>");
  const std::string first = Write("a.html", "<p>");
  Write("e.txt", "<p>");
  fs::create_directory(folder_ / "f.html");

  EXPECT_EQ(FindPages({folder_.string()}, complaints_),
            (std::vector{first, second, third}));

  EXPECT_EQ(Complaint(), "");
}

TEST_F(InputTest, PassesOverWhatIsNoFileInAFolder) {
  const std::string page = Write("a.html", "<p>");
  const std::string dangling = (folder_ / "b.html").string();
  fs::create_symlink("nowhere", dangling);
  ASSERT_EQ(mkfifo((folder_ / "c.html").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", folder_ / "d.html");

  EXPECT_EQ(FindPages({folder_.string()}, complaints_),
            (std::vector{page, dangling}));

  EXPECT_EQ(Complaint(), "");
}

TEST_F(InputTest, ComplainsOfAFolderWithoutPages) {
  Write("a.txt", "<p>");

  EXPECT_TRUE(FindPages({folder_.string()}, complaints_).empty());

  EXPECT_EQ(Complaint(),
            ": no .html or .htm file inside, expected at least one page");
}

TEST_F(InputTest, ComplainsOfAMissingFile) {
  EXPECT_TRUE(FindPages({(folder_ / "no").string()}, complaints_).empty());

  EXPECT_EQ(Complaint(),
            "/no: No such file or directory, expected an HTML page or a folder "
            "of them");
}

TEST_F(InputTest, ComplainsOfADevice) {
  EXPECT_TRUE(FindPages({"/dev/zero"}, complaints_).empty());

  EXPECT_EQ(complaints_.lines().at(0),
            "/dev/zero: neither a file nor a folder, expected an HTML page or "
            "a folder of them");
}

TEST_F(InputTest, ReadsAListOfAnyNames) {
  const std::string path =
      Write("list", std::string_view("a.html\0b\nc\0\0last", 16));

  EXPECT_EQ(ReadList(path, complaints_),
            (std::vector<std::string>{"a.html", "b\nc", "", "last"}));
  EXPECT_TRUE(ReadList(Write("none", ""), complaints_).empty());

  EXPECT_EQ(Complaint(), "");
}

TEST_F(InputTest, ComplainsOfAListThatCannotBeRead) {
  EXPECT_TRUE(ReadList((folder_ / "no").string(), complaints_).empty());

  EXPECT_EQ(Complaint(),
            "/no: No such file or directory, expected a list of pages");
}

TEST_F(InputTest, ReadsAPage) {
  const std::string html(100'000, 'x');

  EXPECT_EQ(ReadPage(Write("a.html", html), complaints_), html);

  EXPECT_EQ(Complaint(), "");
}

TEST_F(InputTest, ComplainsOfAnEmptyPage) {
  EXPECT_FALSE(ReadPage(Write("a.html", ""), complaints_));

  EXPECT_EQ(Complaint(), "/a.html: 0 bytes, expected an HTML page");
}

TEST_F(InputTest, ComplainsOfBytesThatAreNoText) {
  EXPECT_FALSE(
      ReadPage(Write("a.html", std::string_view("<p>\0", 4)), complaints_));

  EXPECT_EQ(Complaint(), "/a.html: a NUL byte at offset 3, expected text");
}

TEST_F(InputTest, ComplainsOfAFileThatIsTooLarge) {
  const std::string path = Write("a.html", "");
  fs::resize_file(path, kPageBytesMax + 1);  // takes no room on the disk

  EXPECT_FALSE(ReadPage(path, complaints_));

  EXPECT_EQ(Complaint(),
            "/a.html: 536870913 bytes, expected at most 536870912");
}

TEST_F(InputTest, ComplainsOfAFileThatCannotBeRead) {
  // Opens, and then gives an error for its first byte, to root as well.
  EXPECT_FALSE(ReadPage("/proc/self/mem", complaints_));

  EXPECT_EQ(complaints_.lines().at(0),
            "/proc/self/mem: Input/output error, expected a readable page");
}

TEST(FindBinaryTest, AllowsOldEncodingsAndFewControlCharacters) {
  EXPECT_FALSE(FindBinary("caf\xe9 \xff\xfe\t\r\n\f"));
  EXPECT_FALSE(FindBinary(std::string(200, 'x') + "\x01\x02"));
}

TEST(FindBinaryTest, RefusesManyControlCharacters) {
  EXPECT_EQ(FindBinary("\x7f"
                       "ELF\x01\x02"),
            "3 control characters in 6 bytes");
}

}  // namespace
}  // namespace dom
