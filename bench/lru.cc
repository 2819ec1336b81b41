// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "lru": a cache of half a million entries that forgets the one used
// longest ago (lru_cache.h). Four million look-ups of random keys, of which
// about half are found once it is full; each that is not makes an entry and
// drops another.

#include <cstdint>

#include "bench/lru_cache.h"
#include "bench/measure.h"
#include "bench/runtime.h"

namespace bench {
namespace {

void RunChurn(const Scale& scale) {
  uint64_t operation_count = scale(4'000'000);
  uint32_t capacity = static_cast<uint32_t>(scale(1 << 19));
  Runtime runtime;
  Cache cache(runtime, capacity);
  Random random(0x9e3779b97f4a7c15);
  uint64_t sum = 0;
  Row row("lru", "churn");
  for (uint64_t i = 0; i < operation_count; ++i) {
    sum += cache.LookUp(random.Below(2 * capacity));
  }
  row.Stop();
  row.Operations(operation_count);
  row.Add("collections", static_cast<double>(runtime.collection_count()));
  row.Checksum(sum + cache.hit_count() + cache.oldest()->key);
  row.Print();
}

constexpr Group kGroups[] = {{"churn", RunChurn}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
