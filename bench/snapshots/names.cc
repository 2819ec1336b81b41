// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table of a snapshot's names, with its own hash or, where
// HALFWORD_BENCH_SHIFT is defined, with V8's: a million numbers go in, then
// words, as many as the slow one can bear. Words and numbers share a table in
// every snapshot: keys of objects beside names of classes.

#include <cstdint>
#include <string>

#include "bench/measure.h"
#include "bench/snapshots/groups.h"
#include "snapshot/name_table.h"
#ifdef HALFWORD_BENCH_SHIFT
#include "bench/v8_hash.h"
#endif

namespace bench {
namespace {

using halfword::internal::NameTable;

// A search through a million filled places takes a millisecond.
constexpr uint64_t kWordCount = 4'000;

NameTable::Hash HashOfNames() {
#ifdef HALFWORD_BENCH_SHIFT
  return &V8Hash;
#else
  return nullptr;
#endif
}

template <typename MakeText>
void MeasureAdding(NameTable& names, const char* name, uint64_t count,
                   const MakeText& make_text) {
  Row row("snapshots", name);
  for (uint64_t i = 0; i < count; ++i) names.Add(make_text(i));
  row.Stop();
  row.Operations(count);
  row.CompareBy("ns_per_op");
  row.Checksum(names.count());
  row.Print();
}

}  // namespace

void RunNames(const Scale& scale) {
  NameTable names(HashOfNames());
  MeasureAdding(names, "names_numbers", scale(1'000'000),
                [](uint64_t i) { return std::to_string(i); });
  Random random(1);
  MeasureAdding(names, "names_words", scale(kWordCount), [&](uint64_t) {
    std::string word(12, ' ');
    for (char& c : word) c = static_cast<char>('a' + random.Below(26));
    return word;
  });
}

}  // namespace bench
