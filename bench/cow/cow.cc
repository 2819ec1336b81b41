// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "cow": what each part of MutableString is worth, beside prototypes that
// lack it (texts.h).
//
//   A, B       'a' x n, a part of it, and that with "xyz" added; n is 12 and 24
//   C, D       a million strings of 9 and of 28 bytes are made and kept
//   F          those are copied
//   release_N  N owners of one buffer of 100 bytes give it up, in the order in
//              which they got it

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "bench/cow/texts.h"
#include "bench/measure.h"

namespace bench {
namespace {

constexpr uint64_t kCount = 1'000'000;

void RunTemporary(const Scale& scale, const char* name, size_t length) {
  [[maybe_unused]] const TextRuntime runtime;
  const uint64_t count = scale(5 * kCount);
  uint64_t bytes = 0;
  Row row("cow", name);
  for (uint64_t i = 0; i < count; ++i) {
    const Text whole(length, 'a');
    const Text part = whole.substr(3, length - 5);
    Text sum = part;
    sum += "xyz";
    bytes += sum.size();
  }
  row.Stop();
  row.Operations(count);
  row.CompareBy("ns_per_op");
  row.Checksum(bytes);
  row.Print();
}

void PrintBytes(const char* name, uint64_t before, uint64_t count) {
  Row row("cow", name);
  row.Stop();
  row.Add("bytes_per_string", static_cast<double>(AnonymousBytes() - before) /
                                  static_cast<double>(count));
  row.CompareBy("bytes_per_string");
  row.Print();
}

void RunKept(const Scale& scale, const std::string& letter,
             const std::string& prefix, const std::string& suffix) {
  [[maybe_unused]] const TextRuntime runtime;
  const uint64_t count = scale(kCount);
  uint64_t before = AnonymousBytes();
  uint64_t sum = 0;
  char bytes[64];
  prefix.copy(bytes, sizeof(bytes));
  Row made("cow", (letter + "_kept" + suffix).c_str());
  Texts texts(count);
  for (uint64_t i = 0; i < count; ++i) {
    const char* const end =
        std::to_chars(bytes + prefix.size(), bytes + sizeof(bytes), i + 1).ptr;
    texts[i] = Text(std::string_view(bytes, static_cast<size_t>(end - bytes)));
    sum += texts[i].size();
  }
  made.Stop();
  made.Operations(count);
  made.CompareBy("ns_per_op");
  made.Checksum(sum);
  made.Print();
  PrintBytes((letter + "_kept" + suffix + "_bytes").c_str(), before, count);

  before = AnonymousBytes();
  Row copied("cow", ("F_copy" + suffix).c_str());
  Texts copies(count);
  for (uint64_t i = 0; i < count; ++i) copies[i] = texts[i];
  copied.Stop();
  copied.Operations(count);
  copied.CompareBy("ns_per_op");
  copied.Checksum(copies[count / 2].size());
  copied.Print();
  PrintBytes(("F_copy" + suffix + "_bytes").c_str(), before, count);
}

void RunReleases(const Scale& scale) {
  [[maybe_unused]] const TextRuntime runtime;
  for (const uint64_t owners : {1'000u, 4'000u, 16'000u}) {
    const uint64_t count = scale(owners);
    const Text original(100, 'x');
    Texts texts(count);
    for (uint64_t i = 0; i < count; ++i) texts[i] = original;
    Row row("cow", ("release_" + std::to_string(owners)).c_str());
    for (uint64_t i = 0; i < count; ++i) texts[i] = Text();
    row.Stop();
    row.Operations(count);
    row.CompareBy("ns_per_op");
    row.Checksum(texts[count - 1].size());
    row.Print();
  }
}

void RunA(const Scale& scale) { RunTemporary(scale, "A_temporary_12", 12); }
void RunB(const Scale& scale) { RunTemporary(scale, "B_temporary_24", 24); }
void RunC(const Scale& scale) { RunKept(scale, "C", "aaa", "_9"); }
void RunD(const Scale& scale) {
  RunKept(scale, "D", "aaaaaaaaaaaaaaaaaaaaaa", "_28");
}

constexpr Group kGroups[] = {{"A", RunA},
                             {"B", RunB},
                             {"C", RunC},
                             {"D", RunD},
                             {"release", RunReleases}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
