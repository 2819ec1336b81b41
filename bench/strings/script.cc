// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The column E: what a script does that reads text. The documents and public
// headers of this repository, as they were when the build was configured, are
// split into lines; lines are matched and changed, words are put into lower
// case and counted, and what was found is sorted and joined. perl/script.pl is
// the same program.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "bench/measure.h"
#include "bench/strings/bytes.h"
#include "bench/strings/rows.h"
#include "bench/strings/text.h"

namespace bench {
namespace {

constexpr uint64_t kPasses = 16;

// A size and a sum of the bytes, which Perl has too.
uint64_t SumOf(std::string_view bytes) {
  uint64_t sum = bytes.size();
  for (const char byte : bytes) sum += static_cast<unsigned char>(byte);
  return sum;
}

std::string ReadSample() {
  std::ifstream file(HALFWORD_BENCH_SAMPLE, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)),
                    std::istreambuf_iterator<char>());
  if (bytes.empty()) {
    std::fprintf(stderr, "%s: cannot be read; configure again\n",
                 HALFWORD_BENCH_SAMPLE);
    std::exit(1);
  }
  return bytes;
}

List SplitLines(const Text& text) {
  List lines;
  size_t begin = 0;
  const std::string_view bytes = BytesOf(text);
  while (begin < bytes.size()) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    lines.push_back(Part(text, begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

void CountWords(const Text& line, Map& counts) {
  const std::string_view bytes = BytesOf(line);
  size_t begin = 0;
  while (begin < bytes.size()) {
    if (!IsLetter(bytes[begin])) {
      ++begin;
      continue;
    }
    size_t end = begin + 1;
    while (end < bytes.size() && IsLetter(bytes[end])) ++end;
    ++counts.At(LowerPart(line, begin, end - begin));
    begin = end;
  }
}

RankedList Rank(const Map& counts) {
  RankedList ranked;
  counts.ForEach([&](const auto& word, uint32_t count) {
    ranked.push_back({Text(word), count});
  });
  std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    if (a.count != b.count) return a.count > b.count;
    return BytesOf(a.text) < BytesOf(b.text);
  });
  return ranked;
}

// What the script found, added up.
uint64_t Pass(TextRuntime& runtime, std::string_view sample) {
  const Text text = FromBytes(sample);
  const List lines = SplitLines(text);
  Map counts(runtime);
  List titles;
  List quoted;
  uint64_t sum = 0;
  for (const Text& line : lines) {
    const std::string_view bytes = BytesOf(line);
    if (bytes.empty()) continue;
    if (bytes.find("](") != std::string_view::npos) ++sum;
    if (bytes.starts_with("## ")) {
      const Text title = LowerPart(line, 3, bytes.size() - 3);
      titles.push_back(Replace(title, " ", "-"));
    }
    if (bytes.find("::") != std::string_view::npos) {
      quoted.push_back(Replace(line, "::", "."));
    }
    CountWords(line, counts);
  }
  Text report;
  for (const Ranked& ranked : Rank(counts)) {
    if (ranked.count < 2) break;
    Append(report, BytesOf(ranked.text));
    Append(report, "\n");
  }
  const Text anchors = Join(titles, ", ");
  const Text changed = Join(quoted, "\n");
  return sum + static_cast<uint64_t>(lines.size()) + SumOf(BytesOf(report)) +
         SumOf(BytesOf(anchors)) + SumOf(BytesOf(changed));
}

}  // namespace

void RunScript(const Scale& scale) {
  const std::string sample = ReadSample();
  TextRuntime runtime;
  const uint64_t passes = scale(kPasses);
  uint64_t sum = 0;
  Row row("strings", "E_script");
  for (uint64_t i = 0; i < passes; ++i) sum += Pass(runtime, sample);
  row.Stop();
  const auto lines = std::count(sample.begin(), sample.end(), '\n');
  row.Operations(passes * static_cast<uint64_t>(lines));
  row.Add("lines", static_cast<double>(lines));
  row.Checksum(sum);
  row.Print();
}

}  // namespace bench
