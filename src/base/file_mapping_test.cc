// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a private mapping shows, and which of its pages are its own.

#include "base/file_mapping.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kPages = 70;

class FileMappingTest : public testing::Test {
 protected:
  FileMappingTest()
      : file_(std::tmpfile()),
        memory_(
            static_cast<char*>(Reserve(kPages * kOsPageBytes, kOsPageBytes))) {
    EXPECT_TRUE(Commit(memory_, kPages * kOsPageBytes));
    const std::vector<char> page(kOsPageBytes, 'f');
    for (size_t i = 0; i < kPages; ++i) {
      EXPECT_EQ(std::fwrite(page.data(), 1, page.size(), file_), page.size());
    }
    std::fflush(file_);
  }
  ~FileMappingTest() override {
    Release(memory_, kPages * kOsPageBytes);
    std::fclose(file_);
  }

  int descriptor() const { return fileno(file_); }
  char* memory() const { return memory_; }
  char* page(size_t i) const { return memory_ + i * kOsPageBytes; }
  bool MapAll() const {
    return MapFilePrivately(memory_, kPages * kOsPageBytes, descriptor(), 0);
  }
  std::vector<size_t> Private() const {
    std::vector<uint64_t> bitmap((kPages + 63) / 64);
    EXPECT_TRUE(
        FindPrivatePages(memory_, kPages * kOsPageBytes, bitmap.data()));
    std::vector<size_t> found;
    for (size_t i = 0; i < kPages; ++i) {
      if ((bitmap[i / 64] >> (i % 64)) & 1) found.push_back(i);
    }
    return found;
  }

 private:
  FILE* const file_;
  char* const memory_;
};

TEST_F(FileMappingTest, ReadsAsTheFileAndKeepsWhatIsWritten) {
  ASSERT_TRUE(MapAll());
  EXPECT_EQ(page(3)[5], 'f');
  page(3)[5] = 'm';
  char in_file = 0;
  ASSERT_EQ(pread(descriptor(), &in_file, 1, 3 * kOsPageBytes + 5), 1);
  EXPECT_EQ(in_file, 'f');
  EXPECT_EQ(page(3)[5], 'm');
}

TEST_F(FileMappingTest, PagesThatWereWrittenToAreFound) {
  ASSERT_TRUE(MapAll());
  EXPECT_EQ(Private(), std::vector<size_t>());
  volatile char seen = page(1)[0];
  static_cast<void>(seen);
  EXPECT_EQ(Private(), std::vector<size_t>());
  page(0)[0] = 'm';
  page(63)[9] = 'm';
  page(69)[4095] = 'f';  // as it was
  EXPECT_EQ(Private(), (std::vector<size_t>{0, 63, 69}));
}

TEST_F(FileMappingTest, PagesOfNoFileAreFound) {
  std::memset(page(2), 1, kOsPageBytes);
  ASSERT_TRUE(MapFilePrivately(page(4), 2 * kOsPageBytes, descriptor(), 0));
  EXPECT_EQ(page(4)[0], 'f');
  EXPECT_EQ(Private(), std::vector<size_t>{2});
}

TEST_F(FileMappingTest, PagesAreMadePrivateAsTheyAre) {
  ASSERT_TRUE(MapAll());
  MakePagesPrivate(page(3), 2 * kOsPageBytes);
  EXPECT_EQ(page(3)[0], 'f');
  const std::vector<size_t> found = Private();
  // An old system does not.
  if (!found.empty()) {
    EXPECT_EQ(found, (std::vector<size_t>{3, 4}));
  }
}

TEST_F(FileMappingTest, ZerosTakeThePlaceOfAFile) {
  ASSERT_TRUE(MapAll());
  ASSERT_TRUE(MapZeros(page(2), 3 * kOsPageBytes));
  EXPECT_EQ(page(1)[0], 'f');
  EXPECT_EQ(page(2)[0], 0);
  EXPECT_EQ(page(4)[4095], 0);
  EXPECT_EQ(page(5)[0], 'f');
  page(3)[0] = 'm';
  EXPECT_EQ(page(3)[0], 'm');
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
