// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Both ways of claiming against one object after the other, on random batches
// with repetitions; and that of several threads only one claims an object.

#include "gc/marking/mark_claims.h"

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kBitmapWords = 4;
constexpr size_t kGranuleCount = kBitmapWords * 64;

Word ReferenceTo(size_t granule) {
#if HALFWORD_REFERENCES == 32
  return static_cast<Word>(granule) | kReferenceBit;
#else
  return granule << kVirtualBits;
#endif
}

// The last first; what is repeated once.
std::vector<Word> OneAfterTheOther(const std::vector<Word>& words,
                                   std::vector<uint64_t>& marked) {
  std::vector<Word> claimed;
  for (size_t i = words.size(); i-- != 0;) {
    if (TestAndSet(marked.data(), WindowGranule(words[i]))) {
      claimed.push_back(words[i]);
    }
  }
  return claimed;
}

using Claim = size_t (*)(const Word*, size_t, Word*, uint64_t*);

size_t CallClaimPlainly(const Word* words, size_t count, Word* claimed,
                        uint64_t* marked) {
  return ClaimPlainly(words, count, claimed, marked);
}

class MarkClaimsTest : public testing::TestWithParam<Claim> {};
INSTANTIATE_TEST_SUITE_P(Both, MarkClaimsTest,
                         testing::Values(&CallClaimPlainly, &ClaimAtomically));

TEST_P(MarkClaimsTest, ClaimsWhatOneAfterTheOtherDoes) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  for (int round = 0; round < 20'000; ++round) {
    std::vector<uint64_t> marked(kBitmapWords);
    for (uint64_t& bits : marked) {
      bits = random();
      bits &= random();
    }
    // Of few objects, so that neighbours and repetitions are frequent.
    const size_t range = 1 + random() % kGranuleCount;
    std::vector<Word> words(random() % 40);
    for (Word& word : words) word = ReferenceTo(random() % range);

    std::vector<uint64_t> expected_marked = marked;
    const std::vector<Word> expected = OneAfterTheOther(words, expected_marked);
    std::vector<Word> claimed(words.size());
    const size_t count =
        GetParam()(words.data(), words.size(), claimed.data(), marked.data());

    ASSERT_LE(count, words.size());
    claimed.resize(count);
    ASSERT_EQ(claimed, expected);
    ASSERT_EQ(marked, expected_marked);
  }
}

TEST(MarkClaimsThreadsTest, OneThreadClaimsAnObject) {
  constexpr int kRounds = 300;
  std::vector<Word> words;
  for (size_t i = 0; i < kGranuleCount; ++i) words.push_back(ReferenceTo(i));
  std::mt19937_64 random(TestSeed().value());
  for (int round = 0; round < kRounds; ++round) {
    std::vector<uint64_t> marked(kBitmapWords);
    std::vector<Word> of_thread[2];
    std::atomic<int> ready_count = 0;
    std::vector<std::thread> threads;
    for (std::vector<Word>& claimed : of_thread) {
      std::shuffle(words.begin(), words.end(), random);
      threads.emplace_back([&, own = words] {
        claimed.resize(own.size());
        ready_count.fetch_add(1);
        while (ready_count != 2) std::this_thread::yield();
        claimed.resize(ClaimAtomically(own.data(), own.size(), claimed.data(),
                                       marked.data()));
      });
    }
    for (std::thread& thread : threads) thread.join();

    std::vector<Word> all = of_thread[0];
    all.insert(all.end(), of_thread[1].begin(), of_thread[1].end());
    std::sort(all.begin(), all.end());
    std::sort(words.begin(), words.end());
    ASSERT_EQ(all, words);
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
