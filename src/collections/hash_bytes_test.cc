// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hash of bytes: it depends on the seed, and neither its low nor its
// high bits tell consecutive numbers from random words.

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/hash_traits.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

uint64_t HashText(std::string_view text, uint64_t seed) {
  return HashBytes(text.data(), text.size(), seed);
}

TEST(HashBytesTest, DependsOnTheBytesAndTheSeedAlone) {
  const std::string text = "a key";
  const std::string same = text;

  EXPECT_EQ(HashText(text, 1), HashText(same, 1));
  EXPECT_NE(HashText(text, 1), HashText(text, 2));
  EXPECT_NE(HashText(text, 1), HashText("a kez", 1));
  EXPECT_NE(HashText(std::string(1, '\0'), 1), HashText("", 1));
}

// The fullest of 2^16 buckets that hold 2^16 keys: 8 or 9 for random hashes,
// and more than 12 once in ten thousand runs.
int FullestBucket(int shift, uint64_t seed) {
  std::vector<int> buckets(size_t{1} << 16);
  int most = 0;
  for (int i = 0; i < 1 << 16; ++i) {
    const uint64_t hash = HashText(std::to_string(i), seed);
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

// Every bit of the hash changes for about half of the keys when a bit of the
// key does; 40 % to 60 % of 1,000 keys: six standard deviations.
TEST(HashBytesTest, EachBitDependsOnTheBitsOfShortKeys) {
  for (size_t count = 1; count <= 20; ++count) {
    for (size_t bit = count % 3; bit < 8 * count; bit += 3) {
      constexpr int kKeys = 1000;
      int changed[64] = {};
      for (int i = 0; i < kKeys; ++i) {
        std::string key(count, '\0');
        for (size_t at = 0; at < count; ++at) {
          key[at] = static_cast<char>(HashNumber(at, static_cast<uint64_t>(i)));
        }
        const uint64_t seed = HashNumber(static_cast<uint64_t>(i), 43);
        const uint64_t before = HashText(key, seed);
        key[bit / 8] = static_cast<char>(key[bit / 8] ^ 1 << bit % 8);
        const uint64_t difference = before ^ HashText(key, seed);
        for (int j = 0; j < 64; ++j) {
          if ((difference >> j & 1) != 0) ++changed[j];
        }
      }
      const auto [least, most] = std::ranges::minmax(changed);
      ASSERT_GT(least, kKeys * 2 / 5) << count << " bytes, bit " << bit;
      ASSERT_LT(most, kKeys * 3 / 5) << count << " bytes, bit " << bit;
    }
  }
}

TEST(HashBytesTest, KeysOfOneByteRepeatedDifferByTheirCount) {
  for (const char byte : {'\0', 'a', '\xff'}) {
    std::set<uint64_t> hashes;
    for (size_t count = 0; count <= 100; ++count) {
      hashes.insert(HashText(std::string(count, byte), 42));
    }
    EXPECT_EQ(hashes.size(), 101u);
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
