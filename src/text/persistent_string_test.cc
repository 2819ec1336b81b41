// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings that the program holds outside of the heap, and strings in formats.

// The library fmt without linking it.
#define FMT_HEADER_ONLY

#include "halfword/persistent_string.h"

#include <memory>
#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/fmt.h"
#include "halfword/format.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(PersistentStringTest, KeepsItsBytesAlive) {
  const auto heap = Heap::Create();
  std::vector<PersistentString> strings;
  CallAndScrub([&] {
    for (size_t i = 0; i < 1000; ++i) {
      strings.emplace_back(String(std::string(i, 'x')));
    }
    strings[5] = String("another one");
  });

  CollectPrecisely(*heap);
  for (int i = 0; i < 1000; ++i) String(std::string(100, 'y'));

  EXPECT_EQ(strings[5].view(), "another one");
  EXPECT_EQ(strings[2].view(), "xx");
  EXPECT_EQ(strings[999].Get(), std::string(999, 'x'));
}

TEST(PersistentStringTest, CopiesAreIndependent) {
  const auto heap = Heap::Create();
  PersistentString first(String("the first of two"));
  const PersistentString second = first;

  first = String();

  EXPECT_EQ(first.view(), "");
  EXPECT_EQ(second.view(), "the first of two");
  EXPECT_NE(first, second);
}

TEST(PersistentStringTest, OutlivesItsHeapAsAnEmptyString) {
  PersistentString string;
  PersistentString of_three_bytes;
  {
    const auto heap = Heap::Create();
    string = String("in the heap");
    of_three_bytes = String("abc");
  }

  EXPECT_EQ(string.view(), "");
  EXPECT_EQ(of_three_bytes.view(), "abc");
}

TEST(FormatTest, StringsAreFormattedAsTheirBytes) {
  const auto heap = Heap::Create();
  const String string = "in the heap";
  const PersistentString kept(string);

  EXPECT_EQ(fmt::format("<{}> <{:>5}> <{:.2}>", string, Atom("abc"), kept),
            "<in the heap> <  abc> <in>");
#ifdef __cpp_lib_format
  EXPECT_EQ(std::format("<{}> <{:>5}> <{:.2}>", string, Atom("abc"), kept),
            "<in the heap> <  abc> <in>");
#endif
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
