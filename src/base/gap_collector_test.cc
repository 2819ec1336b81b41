// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FreeGaps without mappings: texts as the kernel writes them.

#include "base/gap_collector.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {

bool operator==(const AddressRange& a, const AddressRange& b) {
  return a.begin == b.begin && a.end == b.end;
}

void PrintTo(const AddressRange& range, std::ostream* out) {
  *out << std::hex << range.begin << "-" << range.end << std::dec;
}

namespace {

using Ranges = std::vector<AddressRange>;

Ranges Collect(AddressRange within, const std::string& maps,
               size_t capacity = 64, size_t piece_chars = SIZE_MAX) {
  Ranges gaps(capacity);
  GapCollector collector(within, gaps.data(), capacity);
  for (size_t i = 0; i < maps.size();) {
    const size_t count = std::min(piece_chars, maps.size() - i);
    collector.Feed(std::string_view(maps).substr(i, count));
    i += count;
  }
  gaps.resize(collector.Finish());
  return gaps;
}

constexpr AddressRange kWithin = {0x10000, 0x90000};

TEST(GapCollectorTest, TakesTheWholeRangeWhereNothingIsMapped) {
  EXPECT_EQ(Collect(kWithin, ""), Ranges{kWithin});
  EXPECT_EQ(Collect({5, 5}, ""), Ranges{});
}

TEST(GapCollectorTest, FindsGapsBetweenMappingsOnly) {
  const std::string maps =
      "00010000-00020000 r--p 00000000 fe:01 1234    /usr/bin/a-b 77-88\n"
      "00030000-00040000 rw-p 00000000 00:00 0 \n"
      "00040000-00050000 ---p 00000000 00:00 0\n"
      "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n";

  EXPECT_EQ(Collect(kWithin, maps),
            (Ranges{{0x20000, 0x30000}, {0x50000, 0x90000}}));
}

TEST(GapCollectorTest, CutsAtTheBordersOfTheRange) {
  EXPECT_EQ(Collect(kWithin, "0-18000 r\n88000-f0000 r\n"),
            (Ranges{{0x18000, 0x88000}}));
  EXPECT_EQ(Collect(kWithin, "0-90000 r\n"), Ranges{});
  EXPECT_EQ(Collect(kWithin, "0-8000 r\n98000-a0000 r\n"), Ranges{kWithin});
}

TEST(GapCollectorTest, KeepsTheLargestInAscendingOrder) {
  const std::string maps =
      "20000-21000 r\n28000-30000 r\n50000-51000 r\n53000-54000 r\n";
  // The gaps: 0x10000, 0x7000, 0x20000, 0x2000 and 0x3c000 bytes.

  EXPECT_EQ(
      Collect(kWithin, maps, 3),
      (Ranges{{0x10000, 0x20000}, {0x30000, 0x50000}, {0x54000, 0x90000}}));
  EXPECT_EQ(Collect(kWithin, maps, 1), (Ranges{{0x54000, 0x90000}}));
}

// A line without its newline is not complete: the system may have been cut off
// in the middle of a number.
TEST(GapCollectorTest, DoesNotReadHalfALine) {
  EXPECT_EQ(Collect(kWithin, "10000-20000 r\n30000-40"),
            (Ranges{{0x20000, 0x90000}}));
}

TEST(GapCollectorTest, AgreesWithAModelHoweverTheTextIsCut) {
  const TestSeed seed;
  std::mt19937 random(seed.value());

  for (int round = 0; round < 300; ++round) {
    // Pages 0x10 to 0x8f of the range, and some around it.
    std::vector<bool> mapped(0xa0);
    std::string maps;
    for (uintptr_t page = 0; page < 0xa0;) {
      const uintptr_t begin = page + random() % 12;
      const uintptr_t end = std::min<uintptr_t>(begin + 1 + random() % 9, 0xa0);
      if (begin >= end) break;
      char line[64];
      std::snprintf(line, sizeof(line), "%08zx-%08zx rw-p %x:%x-0 a\n",
                    begin << 12, end << 12, static_cast<unsigned>(random()),
                    static_cast<unsigned>(random()));
      maps += line;
      for (page = begin; page < end; ++page) mapped[page] = true;
    }
    Ranges expected;
    for (uintptr_t page = 0x10; page < 0x90; ++page) {
      if (mapped[page]) continue;
      const bool grows = !expected.empty() && expected.back().end == page << 12;
      if (!grows) expected.push_back({page << 12, page << 12});
      expected.back().end = (page + 1) << 12;
    }

    ASSERT_EQ(Collect(kWithin, maps, 64, 1 + random() % 40), expected) << maps;
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
