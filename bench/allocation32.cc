// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "allocation32": objects of 32 bytes that live as short as can be
// (all_die), and objects of which every tenth takes a place in a ring of a
// million slots until the ring has gone round (survive_10). The first row is
// malloc's best case: it gets the block back at once that it has just freed.
// The second spreads survivors evenly over the heap, a collector's hard case.
// In the third (fragmented), all die again, in the gaps between a million
// survivors of an earlier time.

#include <cstdint>

#include "bench/measure.h"
#include "bench/runtime.h"
#include "bench/table.h"

namespace bench {
namespace {

// 32 bytes however wide a reference is: numbers fill what the link leaves.
struct Cell : Object<Cell> {
  explicit Cell(uint32_t value) : number(value) {}

  Link<Cell> link = nullptr;
  uint32_t number;
  uint32_t rest[(32 - sizeof(Link<Cell>) - sizeof(uint32_t)) / 4] = {};
  HALFWORD_BENCH_FIELDS(Cell, link, number, rest)
};
static_assert(sizeof(Cell) == 32);

void RunAllDie(const Scale& scale) {
  uint64_t count = scale(50'000'000);
  Runtime runtime;
  uint64_t sum = 0;
  Row row("allocation32", "all_die");
  for (uint64_t i = 0; i < count; ++i) {
    Local<Cell> cell = runtime.Make<Cell>(static_cast<uint32_t>(i));
    sum += Get(cell)->number;
  }
  row.Stop();
  row.Operations(count);
  row.Add("collections", static_cast<double>(runtime.collection_count()));
  row.Checksum(sum);
  row.Print();
}

void RunSurvive10(const Scale& scale) {
  uint64_t count = scale(20'000'000);
  uint64_t ring_count = scale(1 << 20);
  Runtime runtime;
  Root<Table<Owner<Cell>>> ring(Table<Owner<Cell>>::Make(runtime, ring_count));
  Row row("allocation32", "survive_10");
  uint64_t place = 0;
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) {
    Local<Cell> cell = runtime.Make<Cell>(static_cast<uint32_t>(i));
    sum += Get(cell)->number;
    if (i % 10 == 0) {
      Get(ring)->slots()[place] = std::move(cell);
      place = place + 1 == ring_count ? 0 : place + 1;
    }
  }
  row.Stop();
  row.Operations(count);
  row.Add("collections", static_cast<double>(runtime.collection_count()));
  for (Owner<Cell>& slot : Get(ring)->slots()) {
    sum += Get(slot)->number;
  }
  row.Checksum(sum);
  row.Print();
}

void RunFragmented(const Scale& scale) {
  uint64_t count = scale(20'000'000);
  uint64_t survivor_count = scale(1'000'000);
  Runtime runtime;
  Root<Table<Owner<Cell>>> survivors(
      Table<Owner<Cell>>::Make(runtime, survivor_count));
  uint64_t sum = 0;
  for (uint64_t i = 0; i < 10 * survivor_count; ++i) {
    Local<Cell> cell = runtime.Make<Cell>(static_cast<uint32_t>(i));
    sum += Get(cell)->number;
    if (i % 10 == 0) Get(survivors)->slots()[i / 10] = std::move(cell);
  }
  runtime.Collect();
  uint64_t collection_count = runtime.collection_count();
  Row row("allocation32", "fragmented");
  for (uint64_t i = 0; i < count; ++i) {
    Local<Cell> cell = runtime.Make<Cell>(static_cast<uint32_t>(i));
    sum += Get(cell)->number;
  }
  row.Stop();
  row.Operations(count);
  row.Add("collections",
          static_cast<double>(runtime.collection_count() - collection_count));
  for (Owner<Cell>& slot : Get(survivors)->slots()) sum += Get(slot)->number;
  row.Checksum(sum);
  row.Print();
}

constexpr Group kGroups[] = {{"all_die", RunAllDie},
                             {"survive_10", RunSurvive10},
                             {"fragmented", RunFragmented}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
