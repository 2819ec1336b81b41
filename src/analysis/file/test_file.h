// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TestFile: bytes that can be opened like a file. Only tests and fuzzers
// include this file.

#ifndef HALFWORD_ANALYSIS_FILE_TEST_FILE_H_
#define HALFWORD_ANALYSIS_FILE_TEST_FILE_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace halfword::analysis {

// In memory, and gone with this object.
class TestFile {
 public:
  explicit TestFile(std::string_view content)
      : file_(memfd_create("snapshot", MFD_CLOEXEC)) {
    EXPECT_GE(file_, 0);
    while (!content.empty()) {
      const ssize_t count = write(file_, content.data(), content.size());
      if (count <= 0) {
        ADD_FAILURE() << "no memory for a file";
        return;
      }
      content.remove_prefix(static_cast<size_t>(count));
    }
  }
  ~TestFile() { close(file_); }
  TestFile(const TestFile&) = delete;
  TestFile& operator=(const TestFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  const int file_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_TEST_FILE_H_
