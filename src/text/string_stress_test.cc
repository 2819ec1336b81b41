// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the fuzzers of strings do, with every compiler: the files of their
// corpora, which stand in the folder that the environment's STRING_CORPORA
// names, and random bytes.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "text/mutable_string_machine.h"
#include "text/string_machine.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Bytes = std::vector<uint8_t>;

// Where its corpus is, and how often a machine did what it is there for.
struct Immutable {
  using Machine = StringMachine;
  static constexpr char kCorpus[] = "string_fuzz_corpus";
  static size_t Count(const Machine& machine) {
    return machine.comparison_count();
  }
};
struct Mutable {
  using Machine = MutableStringMachine;
  static constexpr char kCorpus[] = "mutable_string_fuzz_corpus";
  static size_t Count(const Machine& machine) { return machine.shared_count(); }
};

template <typename Kind>
class StringStressTest : public testing::Test {};
using Kinds = testing::Types<Immutable, Mutable>;
TYPED_TEST_SUITE(StringStressTest, Kinds);

TYPED_TEST(StringStressTest, RandomBytesFindNothing) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  size_t collection_count = 0;
  size_t count = 0;

  for (int run = 0; run < 60 && !this->HasFailure(); ++run) {
    SCOPED_TRACE(run);
    Bytes bytes(random() % 20000);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    typename TypeParam::Machine machine(bytes);
    machine.Run();
    collection_count += machine.collection_count();
    count += TypeParam::Count(machine);
  }

  EXPECT_GE(collection_count, 100u);
  EXPECT_GE(count, 1000u);
}

TYPED_TEST(StringStressTest, TheCorpusFindsNothing) {
  const char* const corpora = std::getenv("STRING_CORPORA");
  ASSERT_NE(corpora, nullptr) << "it names the folder of the corpora";
  size_t file_count = 0;
  size_t step_count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(corpora) / TypeParam::kCorpus)) {
    SCOPED_TRACE(entry.path());
    std::ifstream file(entry.path(), std::ios::binary);
    const Bytes bytes(std::istreambuf_iterator<char>(file), {});
    typename TypeParam::Machine machine(bytes);
    machine.Run();
    step_count += machine.step_count();
    ++file_count;
  }

  EXPECT_GE(file_count, 4u);
  EXPECT_GE(step_count, 100u);
}

TYPED_TEST(StringStressTest, NoBytesAreAnEmptyRun) {
  typename TypeParam::Machine machine({});
  machine.Run();

  EXPECT_EQ(machine.step_count(), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
