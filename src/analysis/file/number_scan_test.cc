// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Scans by words: where they stop, and what they leave.

#include "analysis/file/number_scan.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

using Numbers = std::vector<uint32_t>;

struct Scanned {
  Numbers numbers;
  size_t bytes;
  bool has_ended;

  bool operator==(const Scanned&) const = default;
};

Scanned Scan(const std::string& text, bool is_last, size_t count_max = 100) {
  const std::string bytes = text + std::string(NumberScan::kReadableBytes, 0);
  Numbers numbers(count_max);
  NumberScan scan = {.at = bytes.data(),
                     .end = bytes.data() + text.size(),
                     .is_last = is_last,
                     .numbers = numbers.data(),
                     .count_max = count_max};
  ScanByWords(&scan);
  numbers.resize(scan.count);
  return {numbers, static_cast<size_t>(scan.at - bytes.data()), scan.has_ended};
}

TEST(NumberScanTest, ReadsUpToTheBracket) {
  EXPECT_EQ(Scan("1,23,456]7", true), (Scanned{{1, 23, 456}, 9, true}));
  EXPECT_EQ(Scan("]", true), (Scanned{{}, 1, true}));
}

TEST(NumberScanTest, ReadsTheLastBytesToTheirEnd) {
  EXPECT_EQ(Scan("1,23", true), (Scanned{{1, 23}, 4, false}));
  EXPECT_EQ(Scan("123456789", true), (Scanned{{123456789}, 9, false}));
}

TEST(NumberScanTest, LeavesLessThanABlockThatIsNotTheLast) {
  EXPECT_EQ(Scan("1,23", false), (Scanned{{}, 0, false}));
  const std::string blanks(NumberScan::kBlockBytes, ' ');
  EXPECT_EQ(Scan("1,23" + blanks, false), (Scanned{{1, 23}, 5, false}));
}

TEST(NumberScanTest, StandsStillAtANumberThatTheEndMayCut) {
  const std::string number(100, '1');
  EXPECT_EQ(Scan(number, false), (Scanned{{}, 0, false}));
  EXPECT_EQ(Scan("7," + number, false), (Scanned{{7}, 2, false}));
  EXPECT_EQ(Scan(number, true).bytes, 100);
}

TEST(NumberScanTest, StopsWhereThereIsNoRoom) {
  EXPECT_EQ(Scan("1,2,3,4]", true, 2), (Scanned{{1, 2}, 4, false}));
}

TEST(NumberScanTest, PrefersVectors) {
  const ScanNumbers vectors = FindVectorScan();
  EXPECT_EQ(FindScan(), vectors != nullptr ? vectors : ScanByWords);
}

}  // namespace

}  // namespace halfword::analysis
