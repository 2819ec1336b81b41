// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The columns G and H: what a map of a million strings costs, and an array of
// its keys, as Perl's `keys %map`. Strings that share their bytes must do so
// here: a copy ends the run.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "bench/measure.h"
#include "bench/strings/rows.h"
#include "bench/strings/text.h"

namespace bench {
namespace {

// The finds are in another order than the inserts. Odd and no multiple of five,
// so that every number below a million, or a part of it, comes once.
constexpr uint64_t kStride = 618'049;

void Insert(Map& map, uint64_t count, std::string_view prefix) {
  NumberedBytes numbered(prefix);
  for (uint64_t i = 1; i <= count; ++i) {
    map.At(FromBytes(numbered(i))) = static_cast<uint32_t>(i);
  }
}

void CheckSharing(const Map& map, Texts& keys) {
  uint64_t i = 0;
  uint64_t copied = 0;
  map.ForEach([&](const auto& key, uint32_t) {
    if (!SharesBytes(keys[i++], key)) ++copied;
  });
  if (copied == 0) return;
  std::fprintf(stderr, "%llu keys were copied that should share their bytes\n",
               static_cast<unsigned long long>(copied));
  std::exit(1);
}

}  // namespace

void RunKeys(const Scale& scale, const char* name, std::string_view prefix) {
  TextRuntime runtime;
  const uint64_t count = scale(kCount);
  Map map(runtime);
  // Else the array would take memory that the map has outgrown, and the mark
  // bits of the keys would be counted as the array's.
  map.Reserve(count);
  Insert(map, count, prefix);
  runtime.Collect();
  const uint64_t before = AnonymousBytes();
  Row row("strings", name);
  Texts keys(runtime, count);
  uint64_t next = 0;
  map.ForEach([&](const auto& key, uint32_t) { keys[next++] = key; });
  row.Stop();
  row.Operations(count);
  AddBytesPerString(row, before, count);
  if (kSharesKeys) CheckSharing(map, keys);
  uint64_t sum = next;
  for (uint64_t i = 0; i < next; ++i) {
    const std::string_view bytes = BytesOf(keys[i]);
    sum += bytes.size() + static_cast<unsigned char>(bytes.back());
  }
  row.Checksum(sum);
  row.Print();
}

void RunMap(const Scale& scale, const char* name, std::string_view prefix) {
  TextRuntime runtime;
  const uint64_t count = scale(kCount);
  const uint64_t before = AnonymousBytes();
  Row row("strings", name);
  Map map(runtime);
  Insert(map, count, prefix);
  NumberedBytes numbered(prefix);
  uint64_t sum = map.size();
  for (uint64_t i = 1; i <= count; ++i) {
    sum += map.Find(FromBytes(numbered(i * kStride % count + 1)));
  }
  row.Stop();
  row.Operations(count);
  AddBytesPerString(row, before, count);
  row.Checksum(sum);
  row.Print();
}

}  // namespace bench
