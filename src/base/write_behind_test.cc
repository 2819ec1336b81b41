// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is sent and dropped when, and that the file has all that was written.

#include "base/write_behind.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint64_t kWindow = WriteBehind::kWindowBytes;

class WriteBehindTest : public ::testing::Test {
 protected:
  WriteBehindTest() : file_(open(path_.c_str(), O_RDWR | O_CREAT, 0600)) {
    unlink(path_.c_str());
  }
  ~WriteBehindTest() override { close(file_); }

  // A word of its own every eight bytes.
  bool Write(uint64_t bytes) {
    std::vector<uint64_t> words(bytes / sizeof(uint64_t));
    for (uint64_t& word : words) word = next_word_++;
    const auto written = write(file_, words.data(), bytes);
    return written == static_cast<ssize_t>(bytes) &&
           behind_.Advance(file_, bytes);
  }

  const std::string path_ =
      testing::TempDir() + "halfword_write_behind_" + std::to_string(getpid());
  const int file_;
  WriteBehind behind_;
  uint64_t next_word_ = 0;
};

TEST_F(WriteBehindTest, SendsWholeWindowsOnly) {
  ASSERT_TRUE(Write(kWindow - 8));
  EXPECT_EQ(behind_.sent_bytes(), 0u);

  ASSERT_TRUE(Write(16));
  EXPECT_EQ(behind_.sent_bytes(), kWindow);

  ASSERT_TRUE(Write(3 * kWindow));
  EXPECT_EQ(behind_.sent_bytes(), 4 * kWindow);
}

TEST_F(WriteBehindTest, LeavesAShortFileInTheCache) {
  while (next_word_ * 8 < WriteBehind::kCachedBytes) {
    ASSERT_TRUE(Write(kWindow / 2));
  }

  EXPECT_EQ(behind_.sent_bytes(), WriteBehind::kCachedBytes);
  EXPECT_EQ(behind_.dropped_bytes(), 0u);
}

TEST_F(WriteBehindTest, DropsAllButTheLastWindowOfTheRest) {
  constexpr uint64_t kRest = 6 * kWindow;
  while (next_word_ * 8 < WriteBehind::kCachedBytes + kRest) {
    ASSERT_TRUE(Write(kWindow / 2));
  }

  EXPECT_EQ(behind_.dropped_bytes(), kRest - kWindow);
}

TEST_F(WriteBehindTest, TheFileHasAllThatWasWritten) {
  while (next_word_ * 8 < WriteBehind::kCachedBytes + 3 * kWindow) {
    ASSERT_TRUE(Write(kWindow / 4 + 8));
  }

  std::vector<uint64_t> words(next_word_);
  const auto bytes = static_cast<ssize_t>(words.size() * sizeof(uint64_t));
  ASSERT_EQ(pread(file_, words.data(), static_cast<size_t>(bytes), 0), bytes);
  for (uint64_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], i);
}

TEST_F(WriteBehindTest, LeavesWhatIsNoFileAlone) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);

  EXPECT_TRUE(behind_.Advance(ends[1], 8 * kWindow));
  EXPECT_EQ(behind_.dropped_bytes(), 0u);
  EXPECT_TRUE(behind_.Advance(ends[1], WriteBehind::kCachedBytes));
  EXPECT_EQ(behind_.dropped_bytes(), 0u);

  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
