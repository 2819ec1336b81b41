// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the fuzzer does, with every compiler: the files of its corpus, which the
// environment's STRING_CORPUS names, and random bytes.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "text/string_machine.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Bytes = std::vector<uint8_t>;

TEST(StringStressTest, RandomBytesFindNothing) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  size_t collections = 0;
  size_t comparisons = 0;

  for (int run = 0; run < 60 && !HasFailure(); ++run) {
    SCOPED_TRACE(run);
    Bytes bytes(random() % 20000);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    StringMachine machine(bytes);
    machine.Run();
    collections += machine.collection_count();
    comparisons += machine.comparison_count();
  }

  EXPECT_GE(collections, 100u);
  EXPECT_GE(comparisons, 1000u);
}

TEST(StringStressTest, TheCorpusFindsNothing) {
  const char* const folder = std::getenv("STRING_CORPUS");
  ASSERT_NE(folder, nullptr) << "it names string_fuzz_corpus";
  size_t file_count = 0;
  size_t step_count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path());
    std::ifstream file(entry.path(), std::ios::binary);
    const Bytes bytes(std::istreambuf_iterator<char>(file), {});
    StringMachine machine(bytes);
    machine.Run();
    step_count += machine.step_count();
    ++file_count;
  }

  EXPECT_GE(file_count, 4u);
  EXPECT_GE(step_count, 100u);
}

TEST(StringStressTest, NoBytesAreAnEmptyRun) {
  StringMachine machine({});
  machine.Run();

  EXPECT_EQ(machine.step_count(), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
