// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The program of the random tests: its options, and main().

#include "tests/stress/stress_run.h"

#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string_view>
#include <system_error>

namespace halfword::inline HALFWORD_ABI::stress {

namespace {

constexpr size_t kStepsByDefault = 60'000;

struct ProgramOptions {
  const char* program = "";
  uint64_t seed = 0;  // 0: a new one for each test
  size_t step_count = kStepsByDefault;
};

ProgramOptions program_options;

uint64_t ChooseSeed() {
  if (program_options.seed != 0) return program_options.seed;
  return 1 + std::random_device()() % 1'000'000'000;
}

// The number that a text is, whole and in decimal digits. Anything else ends
// the program with a line that names where the text came from.
uint64_t ParseNumber(const char* name, std::string_view text) {
  uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && number != 0) return number;
  std::fprintf(stderr, "%s needs a number from 1 to %" PRIu64 "\n", name,
               UINT64_MAX);
  std::exit(2);
}

// Whether an argument is the option. Then it is parsed.
bool TakeNumber(std::string_view argument, const char* name, uint64_t* number) {
  if (!argument.starts_with(name)) return false;
  argument.remove_prefix(std::strlen(name));
  if (!argument.empty() && !argument.starts_with('=')) return false;
  *number = ParseNumber(name, argument.substr(argument.empty() ? 0 : 1));
  return true;
}

void TakeOptions(int* count, char** arguments) {
  constexpr char kSeedVariable[] = "HALFWORD_STRESS_SEED";
  program_options.program = arguments[0];
  const char* const from_environment = std::getenv(kSeedVariable);
  if (from_environment != nullptr) {
    program_options.seed = ParseNumber(kSeedVariable, from_environment);
  }
  uint64_t step_count = kStepsByDefault;
  int kept_count = 1;
  for (int i = 1; i < *count; ++i) {
    if (TakeNumber(arguments[i], "--seed", &program_options.seed)) continue;
    if (TakeNumber(arguments[i], "--steps", &step_count)) continue;
    arguments[kept_count++] = arguments[i];
  }
  program_options.step_count = step_count;
  *count = kept_count;
}

}  // namespace

StressRun::StressRun()
    : seed_(ChooseSeed()),
      step_count_(program_options.step_count),
      trace_(__FILE__, __LINE__, "repeat with " + Command()) {
  std::printf("repeat with %s\n", Command().c_str());
  std::fflush(stdout);
}

std::string StressRun::Command() const {
  const ::testing::TestInfo* const test =
      ::testing::UnitTest::GetInstance()->current_test_info();
  return std::string(program_options.program) +
         " --gtest_filter=" + test->test_suite_name() + "." + test->name() +
         " --seed=" + std::to_string(seed_) +
         " --steps=" + std::to_string(step_count_);
}

}  // namespace halfword::inline HALFWORD_ABI::stress

int main(int argc, char** argv) {
  halfword::stress::TakeOptions(&argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
