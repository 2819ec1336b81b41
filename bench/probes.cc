// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "probes": consecutive numbers as strings go into a table of strings,
// then words, then words are looked for that are not there. A hash that keeps
// the order of numbers fills a range of the table without a gap, and whatever
// is hashed into the range has to go through it.
//
//   million   a million numbers: half of the places of the tables "v8-..."
//   full      as many as these have before they grow, which is 80 %
//
// The header that HALFWORD_BENCH_PROBES names has the table:
//
//   ProbeTable table(keys, capacity);   keys: all that it is asked for, by
//   index table.Insert(i), table.Contains(i) table.ProbesTo(i) places that a
//   search for it looks at

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "bench/measure.h"
#include HALFWORD_BENCH_PROBES

namespace bench {
namespace {

constexpr const char* kSuite = "probes";
// A search through the largest cluster takes a tenth of a millisecond.
constexpr uint64_t kWordCount = 4'000;

std::string RandomWord(Random& random) {
  std::string word(8, ' ');
  for (char& c : word) c = static_cast<char>('a' + random.Below(26));
  return word;
}

// Numbers, words that are inserted, words that are not: all different.
std::vector<std::string> MakeKeys(uint64_t number_count, uint64_t word_count) {
  std::vector<std::string> keys;
  keys.reserve(number_count + 2 * word_count);
  for (uint64_t i = 1; i <= number_count; ++i) {
    keys.push_back(std::to_string(i));
  }
  Random random(1);
  std::unordered_set<std::string> words;
  while (words.size() < 2 * word_count) {
    std::string word = RandomWord(random);
    if (words.insert(word).second) keys.push_back(std::move(word));
  }
  return keys;
}

void InsertAll(ProbeTable& table, const std::string& name, uint64_t begin,
               uint64_t end) {
  Row row(kSuite, name.c_str());
  for (uint64_t i = begin; i < end; ++i) table.Insert(i);
  row.Stop();
  row.Operations(end - begin);
  row.CompareBy("ns_per_op");
  row.Checksum(end);
  row.Print();
}

void PrintProbes(const ProbeTable& table, const std::string& name,
                 uint64_t begin, uint64_t end) {
  double sum = 0;
  size_t worst = 0;
  Row average(kSuite, (name + "_average").c_str());
  for (uint64_t i = begin; i < end; ++i) {
    const size_t probes = table.ProbesTo(i);
    sum += static_cast<double>(probes);
    worst = std::max(worst, probes);
  }
  average.Stop();
  average.Add("probes", sum / static_cast<double>(end - begin));
  average.CompareBy("probes");
  average.Print();
  Row largest(kSuite, (name + "_worst").c_str());
  largest.Stop();
  largest.Add("probes", static_cast<double>(worst));
  largest.CompareBy("probes");
  largest.Print();
}

void RunWith(const std::string& name, uint64_t number_count,
             uint64_t word_count, uint64_t capacity) {
  const std::vector<std::string> keys = MakeKeys(number_count, word_count);
  const uint64_t words_end = number_count + word_count;
  ProbeTable table(keys, capacity);
  InsertAll(table, name + "_numbers_insert", 0, number_count);
  InsertAll(table, name + "_words_insert", number_count, words_end);

  Row missing(kSuite, (name + "_words_miss").c_str());
  uint64_t found = 0;
  for (uint64_t i = words_end; i < keys.size(); ++i) found += table.Contains(i);
  missing.Stop();
  missing.Operations(word_count);
  missing.CompareBy("ns_per_op");
  missing.Checksum(found);
  missing.Print();

  PrintProbes(table, name + "_numbers_probes", 0, number_count);
  PrintProbes(table, name + "_words_probes", number_count, words_end);
}

void RunMillion(const Scale& scale) {
  RunWith("million", scale(1'000'000), scale(kWordCount), scale(1 << 21));
}

void RunFull(const Scale& scale) {
  const uint64_t capacity = scale(1 << 21);
  const uint64_t word_count = scale(kWordCount);
  RunWith("full", capacity * 4 / 5 - word_count, word_count, capacity);
}

constexpr Group kGroups[] = {{"million", RunMillion}, {"full", RunFull}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
