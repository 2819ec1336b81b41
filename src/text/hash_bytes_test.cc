// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hash of strings: it depends on the seed, and neither its low nor its
// high bits tell consecutive numbers from random words.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/string.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(HashBytesTest, DependsOnTheBytesAndTheSeedAlone) {
  const std::string text = "a key";
  const std::string same = text;

  EXPECT_EQ(HashBytes(text, 1), HashBytes(same, 1));
  EXPECT_NE(HashBytes(text, 1), HashBytes(text, 2));
  EXPECT_NE(HashBytes(text, 1), HashBytes("a kez", 1));
  EXPECT_NE(HashBytes(std::string(1, '\0'), 1), HashBytes("", 1));
}

// The fullest of 2^16 buckets that hold 2^16 keys: 8 or 9 for random hashes,
// and more than 12 once in ten thousand runs.
int FullestBucket(int shift, uint64_t seed) {
  std::vector<int> buckets(size_t{1} << 16);
  int most = 0;
  for (int i = 0; i < 1 << 16; ++i) {
    const uint64_t hash = HashBytes(std::to_string(i), seed);
    const int count = ++buckets[(hash >> shift) & 0xffff];
    most = std::max(most, count);
  }
  return most;
}

TEST(HashBytesTest, ConsecutiveNumbersDoNotCluster) {
  for (const int shift : {0, 16, 32, 48}) {
    EXPECT_LE(FullestBucket(shift, 42), 12) << "bits from " << shift;
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
