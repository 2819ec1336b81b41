// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the fuzzer does, with every compiler: the files of its corpus, which the
// environment's API_FUZZ_CORPUS names, and strings of random bytes.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "tests/stress/byte_run.h"

namespace halfword::inline HALFWORD_ABI::stress {
namespace {

using internal::TestSeed;

using Bytes = std::vector<uint8_t>;

Bytes ReadBytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

TEST(ApiFuzzTest, TheCorpusCollectsResizesFreesAndFindsNothing) {
  const char* const folder = std::getenv("API_FUZZ_CORPUS");
  ASSERT_NE(folder, nullptr) << "it names the folder api_fuzz_corpus";
  MutatorCounts sum;
  size_t file_count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path());
    const MutatorCounts counts = RunBytes(ReadBytes(entry.path()));
    sum.collected += counts.collected;
    sum.resized += counts.resized;
    sum.freed += counts.freed;
    ++file_count;
  }

  EXPECT_GE(file_count, 8u);
  EXPECT_GE(sum.collected, 8u);
  EXPECT_GE(sum.resized, 8u);
  EXPECT_GE(sum.freed, 8u);
}

TEST(ApiFuzzTest, RandomBytesFindNothing) {
  const TestSeed seed;
  std::mt19937 random(seed.value());

  for (int run = 0; run < 50 && !HasFailure(); ++run) {
    Bytes bytes(random() % 4096);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    RunBytes(bytes);
  }
}

TEST(ApiFuzzTest, NoBytesAreAnEmptyRun) {
  const MutatorCounts counts = RunBytes({});

  EXPECT_EQ(counts.collected + counts.resized + counts.freed, 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::stress
