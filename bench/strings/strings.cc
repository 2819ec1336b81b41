// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "strings": the columns of the table that Perl's short strings were
// proposed with, and three more, for strings of any kind.
//
//   A, B   ten million times: 'a' x n, a part of it, and that with "xyz" added;
//          n is 12 and 24, and nothing is kept
//   C, D   a million strings are made and kept, of 9 and 28 bytes: a prefix
//          and a number
//   E      a script: documents are split, matched, changed, joined and counted
//          (script.cc)
//   F      those of C and of D are copied
//   G, H   a map of them: its keys as an array; insert and find (maps.cc)
//
// Each is a group, so that it has a process and a peak of memory of its own.
// What is asked of a string is in text.h.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bench/measure.h"
#include "bench/strings/rows.h"
#include "bench/strings/text.h"

namespace bench {

void AddBytesPerString(Row& row, uint64_t before, uint64_t count) {
  row.Add("bytes_per_string", (static_cast<double>(AnonymousBytes()) -
                               static_cast<double>(before)) /
                                  static_cast<double>(count));
}

namespace {

void RunTemporary(const Scale& scale, const char* name, size_t length) {
  [[maybe_unused]] const TextRuntime runtime;  // whose heap is current now
  const uint64_t count = scale(kCount) * 10;
  uint64_t bytes = 0;
  Row row("strings", name);
  for (uint64_t i = 0; i < count; ++i) {
    const Local whole = Repeat('a', length);
    const Local part = Part(whole, 3, length - 5);
    const Local sum = Add(part, "xyz");
    bytes += BytesOf(sum).size();
  }
  row.Stop();
  row.Operations(count);
  row.Checksum(bytes);
  row.Print();
}

uint64_t Fill(Texts& texts, uint64_t count, std::string_view prefix) {
  NumberedBytes numbered(prefix);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const std::string_view bytes = numbered(i + 1);
    texts[i] = FromBytes(bytes);
    sum += BytesOf(texts[i]).size();
  }
  return sum;
}

void RunKept(const Scale& scale, const char* name, std::string_view prefix) {
  TextRuntime runtime;
  const uint64_t count = scale(kCount);
  const uint64_t before = AnonymousBytes();
  Row row("strings", name);
  Texts texts(runtime, count);
  const uint64_t bytes = Fill(texts, count, prefix);
  row.Stop();
  row.Operations(count);
  AddBytesPerString(row, before, count);
  row.Checksum(bytes);
  row.Print();
}

void RunCopy(const Scale& scale, const char* name, std::string_view prefix) {
  TextRuntime runtime;
  const uint64_t count = scale(kCount);
  Texts texts(runtime, count);
  Fill(texts, count, prefix);
  // Else the mark bits of these would be counted as the copies'.
  runtime.Collect();
  const uint64_t before = AnonymousBytes();
  Row row("strings", name);
  Texts copies(runtime, count);
  for (uint64_t i = 0; i < count; ++i) copies[i] = texts[i];
  row.Stop();
  row.Operations(count);
  AddBytesPerString(row, before, count);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) {
    sum += static_cast<unsigned char>(BytesOf(copies[i]).back());
  }
  row.Checksum(sum);
  row.Print();
}

void RunA(const Scale& scale) { RunTemporary(scale, "A_temporary_12", 12); }
void RunB(const Scale& scale) { RunTemporary(scale, "B_temporary_24", 24); }
void RunC(const Scale& scale) { RunKept(scale, "C_kept_9", kShortPrefix); }
void RunD(const Scale& scale) { RunKept(scale, "D_kept_28", kMediumPrefix); }
void RunF9(const Scale& scale) { RunCopy(scale, "F_copy_9", kShortPrefix); }
void RunF28(const Scale& scale) { RunCopy(scale, "F_copy_28", kMediumPrefix); }
void RunG9(const Scale& scale) { RunKeys(scale, "G_keys_9", kShortPrefix); }
void RunG28(const Scale& scale) { RunKeys(scale, "G_keys_28", kMediumPrefix); }
void RunH9(const Scale& scale) { RunMap(scale, "H_map_9", kShortPrefix); }
void RunH28(const Scale& scale) { RunMap(scale, "H_map_28", kMediumPrefix); }

constexpr Group kGroups[] = {{"A", RunA},      {"B", RunB},    {"C", RunC},
                             {"D", RunD},      {"F9", RunF9},  {"F28", RunF28},
                             {"E", RunScript}, {"G9", RunG9},  {"G28", RunG28},
                             {"H9", RunH9},    {"H28", RunH28}};
// From E on they use a map.
constexpr size_t kWithoutMap = 6;

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  constexpr std::span<const bench::Group> kAll = bench::kGroups;
  return bench::Main(
      argc, argv, bench::kOnlyMaps ? kAll.subspan(bench::kWithoutMap) : kAll);
}
