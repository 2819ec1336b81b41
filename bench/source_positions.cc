// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "source_positions": lines and columns of a million positions in one
// source of 50 MB, as a snapshot asks for them. A group is a source: one line,
// or a million lines; ASCII, or with characters of two to four bytes ("wide").
// Rows, for each:
//
//   SOURCE_first     find the line ends, then the positions in ascending order
//   SOURCE_again     the same in the next snapshot: line ends are kept
//   SOURCE_dropped   the same with line ends dropped after each snapshot
//   SOURCE_random    the positions in random order; line ends are kept
//   SOURCE_uncached  32 positions, and line ends are dropped after each one:
//                    what a walk costs that may not keep them
//
// cache_bytes is what line ends take.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/measure.h"
#include "halfword/source_table.h"

namespace bench {
namespace {

using halfword::SourceId;
using halfword::SourceTable;

constexpr uint64_t kTextBytes = 50'000'000;
constexpr uint64_t kPositionCount = 1'000'000;
// So that a million of them are the text.
constexpr uint64_t kLineBytes = 50;
constexpr uint64_t kUncachedCount = 32;

enum class Width { kAscii, kWide };
enum class Shape { kOneLine, kLines };

std::string MakeText(uint64_t text_bytes, Width width, Shape shape) {
  static constexpr std::string_view kWide[] = {"\u00e4", "\u20ac",
                                               "\U0001f600"};
  Random random(0x9e3779b97f4a7c15);
  std::string text;
  text.reserve(text_bytes + kLineBytes);
  uint64_t line_end = kLineBytes;
  while (text.size() < text_bytes) {
    if (shape == Shape::kLines && text.size() >= line_end - 1) {
      text += '\n';
      line_end = text.size() + kLineBytes;
    } else if (width == Width::kWide && random.Below(16) == 0) {
      text += kWide[random.Below(3)];
    } else {
      text += static_cast<char>('a' + random.Below(26));
    }
  }
  return text;
}

// Adds up the places, so that all rows of one order must find the same ones.
uint64_t FindAll(SourceTable& sources, SourceId source,
                 const std::vector<uint32_t>& offsets) {
  uint64_t sum = 0;
  for (const uint32_t offset : offsets) {
    const auto place = sources.Find({source, offset});
    sum += place->line * uint64_t{31} + place->column;
  }
  return sum;
}

struct Case {
  const char* name;
  SourceTable& sources;
  SourceId source;
};

void MeasureRow(const Case& of, const char* kind,
                const std::vector<uint32_t>& offsets) {
  const std::string name = std::string(of.name) + "_" + kind;
  Row row("source_positions", name.c_str());
  of.sources.Prepare();
  const uint64_t sum = FindAll(of.sources, of.source, offsets);
  row.Stop();
  row.Operations(offsets.size());
  row.Add("cache_bytes", static_cast<double>(of.sources.cache_bytes()));
  row.Checksum(sum);
  row.Print();
}

void MeasureUncached(const Case& of, const std::vector<uint32_t>& offsets) {
  const std::string name = std::string(of.name) + "_uncached";
  Row row("source_positions", name.c_str());
  uint64_t sum = 0;
  for (uint64_t i = 0; i < kUncachedCount; ++i) {
    of.sources.DropLineEnds();
    const uint64_t index = i * offsets.size() / kUncachedCount;
    sum += of.sources.Find({of.source, offsets[index]})->line;
  }
  row.Stop();
  row.Operations(kUncachedCount);
  row.Checksum(sum);
  row.Print();
}

void Run(const Scale& scale, const char* name, Width width, Shape shape) {
  const std::string text = MakeText(scale(kTextBytes), width, shape);
  SourceTable sources;
  const Case of = {name, sources, sources.Add(name, text)};
  std::vector<uint32_t> offsets;
  const uint64_t count = scale(kPositionCount);
  for (uint64_t i = 0; i < count; ++i) {
    offsets.push_back(static_cast<uint32_t>(i * text.size() / count));
  }
  MeasureRow(of, "first", offsets);
  MeasureRow(of, "again", offsets);
  sources.DropLineEnds();
  MeasureRow(of, "dropped", offsets);
  MeasureUncached(of, offsets);
  sources.Prepare();
  Random random(1);
  for (uint32_t i = 0; i < offsets.size(); ++i) {
    std::swap(offsets[i], offsets[random.Below(i + 1)]);
  }
  MeasureRow(of, "random", offsets);
}

constexpr Group kGroups[] = {
    {"one_line",
     [](const Scale& scale) {
       Run(scale, "one_line", Width::kAscii, Shape::kOneLine);
     }},
    {"lines",
     [](const Scale& scale) {
       Run(scale, "lines", Width::kAscii, Shape::kLines);
     }},
    {"wide_one_line",
     [](const Scale& scale) {
       Run(scale, "wide_one_line", Width::kWide, Shape::kOneLine);
     }},
    {"wide_lines",
     [](const Scale& scale) {
       Run(scale, "wide_lines", Width::kWide, Shape::kLines);
     }},
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
