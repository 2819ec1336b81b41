// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "strings": the columns of the table that Perl's short strings were
// proposed with, for strings of any kind.
//
//   A, B   a million times: 'a' x n, a part of it, and that with "xyz" added;
//          n is 12 and 24, and nothing is kept
//   C, D   a million strings are made and kept, of 9 and 28 bytes: a prefix
//          and a number
//   F      those of C and of D are copied

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "bench/measure.h"
#include "bench/text.h"

namespace bench {
namespace {

constexpr uint64_t kCount = 1'000'000;
constexpr std::string_view kShortPrefix = "aaa";
constexpr std::string_view kMediumPrefix = "aaaaaaaaaaaaaaaaaaaaaa";

void RunTemporary(const Scale& scale, const char* name, size_t length) {
  [[maybe_unused]] const TextRuntime runtime;  // whose heap is current now
  const uint64_t count = scale(kCount) * 10;
  uint64_t bytes = 0;
  Row row("strings", name);
  for (uint64_t i = 0; i < count; ++i) {
    const Text whole = Repeat('a', length);
    const Text part = Part(whole, 3, length - 5);
    const Text sum = Add(part, "xyz");
    bytes += sum.size();
  }
  row.Stop();
  row.Operations(count);
  row.Checksum(bytes);
  row.Print();
}

uint64_t Fill(Texts& texts, uint64_t count, std::string_view prefix) {
  char bytes[64];
  std::memcpy(bytes, prefix.data(), prefix.size());
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const char* const end =
        std::to_chars(bytes + prefix.size(), bytes + sizeof(bytes), i + 1).ptr;
    texts[i] = FromBytes({bytes, static_cast<size_t>(end - bytes)});
    sum += texts[i].size();
  }
  return sum;
}

void AddBytes(Row& row, uint64_t before, uint64_t count) {
  row.Add("bytes_per_string", static_cast<double>(AnonymousBytes() - before) /
                                  static_cast<double>(count));
}

void RunKept(const Scale& scale, const char* make, const char* copy,
             std::string_view prefix) {
  TextRuntime runtime;
  const uint64_t count = scale(kCount);
  const uint64_t before = AnonymousBytes();
  Row made("strings", make);
  Texts texts(runtime, count);
  const uint64_t bytes = Fill(texts, count, prefix);
  made.Stop();
  made.Operations(count);
  AddBytes(made, before, count);
  made.Checksum(bytes);
  made.Print();

  const uint64_t before_copy = AnonymousBytes();
  Row copied("strings", copy);
  Texts copies(runtime, count);
  for (uint64_t i = 0; i < count; ++i) copies[i] = texts[i];
  copied.Stop();
  copied.Operations(count);
  AddBytes(copied, before_copy, count);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) {
    sum += static_cast<unsigned char>(BytesOf(copies[i]).back());
  }
  copied.Checksum(sum);
  copied.Print();
}

void RunA(const Scale& scale) { RunTemporary(scale, "A_temporary_12", 12); }
void RunB(const Scale& scale) { RunTemporary(scale, "B_temporary_24", 24); }
void RunC(const Scale& scale) {
  RunKept(scale, "C_kept_9", "F_copy_9", kShortPrefix);
}
void RunD(const Scale& scale) {
  RunKept(scale, "D_kept_28", "F_copy_28", kMediumPrefix);
}

constexpr Group kGroups[] = {
    {"A", RunA}, {"B", RunB}, {"C", RunC}, {"D", RunD}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
