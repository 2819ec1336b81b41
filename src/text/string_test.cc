// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings: what they hold, what they share, and that they look like the
// strings of the standard library.

#include "halfword/string.h"

#include <algorithm>
#include <array>
#include <new>
#include <ranges>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

static_assert(std::is_trivially_destructible_v<String>);
static_assert(std::ranges::contiguous_range<String&>);
static_assert(std::is_convertible_v<String&, std::string_view>);
static_assert(!std::is_convertible_v<String, std::string_view>,
              "the bytes of a temporary would be gone");
static_assert(std::is_constructible_v<String, const char*>);
static_assert(!std::is_constructible_v<String, std::nullptr_t>);

class Holder : public GarbageCollected<Holder> {
 public:
  String name_;
  String parts_[3];
  HALFWORD_FIELDS(Holder, name_, parts_)
};

class Tracer : public GarbageCollected<Tracer> {
 public:
  String name_;
  void Trace(Visitor* visitor) const { visitor->Trace(name_); }
};

class Lines : public GarbageCollected<Lines> {
 public:
  HeapVector<String> all_;
  HALFWORD_FIELDS(Lines, all_)
};

class StringTest : public ::testing::Test {
 protected:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  AllocationHandle& handle_ = heap_->GetAllocationHandle();

  size_t LiveBytes() {
    CollectPrecisely(*heap_);
    return heap_->CollectStatistics(HeapStatistics::kBrief).used_size_bytes;
  }
};

// Lengths around every border: of the word, of slots, of slices, of pages.
std::vector<size_t> Lengths() {
  return {0,   1,   2,   3,   4,    5,    11,   12,    127,   128,
          129, 255, 256, 257, 1000, 1019, 1020, 10000, 20000, 300000};
}

std::string Text(size_t length) {
  std::string text(length, ' ');
  for (size_t i = 0; i < length; ++i) {
    text[i] = static_cast<char>(i * 7 + i / 256);
  }
  return text;
}

// With all optimisations g++ knows the array's size, and must not complain of
// what is done with other sizes (a warning is an error here).
[[gnu::noinline]] void FillFromArray(AllocationHandle& handle, Holder* holder,
                                     int number) {
  std::array<char, 16> digits = {};
  char* end = digits.data();
  for (; number != 0; number /= 10) {
    *end++ = static_cast<char>('0' + number % 10);
  }
  holder->name_ = String(
      handle, std::string_view(digits.data(),
                               static_cast<size_t>(end - digits.data())));
}

TEST_F(StringTest, CopiesAnArrayWhoseSizeTheCompilerKnows) {
  const Persistent<Holder> holder = MakeGarbageCollected<Holder>(handle_);
  FillFromArray(handle_, holder.Get(), 123'456'789);
  EXPECT_EQ(holder->name_, "987654321");
}

TEST_F(StringTest, HoldsBytesOfAnyLengthNulIncluded) {
  for (const size_t length : Lengths()) {
    const std::string text = Text(length);
    const String string = text;

    EXPECT_EQ(string.size(), length);
    EXPECT_EQ(string.empty(), length == 0);
    EXPECT_EQ(string.view(), text);
    EXPECT_EQ(string.IsInline(), length <= 3);
  }
}

TEST_F(StringTest, ThreeBytesTakeNoMemory) {
  const size_t before = LiveBytes();
  String strings[] = {"", "a", "ab", "abc", std::string_view("\0\0\0", 3)};

  EXPECT_EQ(LiveBytes(), before);
  EXPECT_EQ(strings[4].view(), std::string_view("\0\0\0", 3));
  EXPECT_NE(strings[4], strings[0]);
}

TEST_F(StringTest, ZeroedMemoryIsAnEmptyString) {
  const auto* const holder = MakeGarbageCollected<Holder>(handle_);

  EXPECT_TRUE(holder->name_.empty());
  EXPECT_EQ(holder->parts_[2], "");
}

TEST_F(StringTest, FieldsHoldStringsAcrossCollections) {
  const Persistent<Holder> holder = MakeGarbageCollected<Holder>(handle_);
  const Persistent<Tracer> tracer = MakeGarbageCollected<Tracer>(handle_);
  CallAndScrub([&] {
    holder->name_ = Text(1000);
    holder->parts_[1] = Text(30);
    tracer->name_ = String(Text(300)) + Text(300);
  });

  CollectPrecisely(*heap_);
  for (int i = 0; i < 1000; ++i) String(Text(30));

  EXPECT_EQ(holder->name_, Text(1000));
  EXPECT_EQ(holder->parts_[1], Text(30));
  EXPECT_EQ(tracer->name_, Text(300) + Text(300));
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(StringTest, WhatNothingRefersToIsFreed) {
  const size_t before = LiveBytes();

  CallAndScrub([] { String(Text(100000)) + "more"; });

  EXPECT_EQ(LiveBytes(), before);
}

TEST_F(StringTest, AStringInAnObjectIsInItsHeapWhateverHeapIsCurrent) {
  const auto other = Heap::Create();
  auto* const holder =
      MakeGarbageCollected<Holder>(other->GetAllocationHandle());

  holder->name_ = std::string_view("made where the object is");
  const String* const filled = ::new (&holder->parts_[0]) String(20, 'x');

  EXPECT_EQ(&HandleOfObject(StringAccess::BodyOf(holder->name_)),
            &other->GetAllocationHandle());
  EXPECT_EQ(&HandleOfObject(StringAccess::BodyOf(*filled)),
            &other->GetAllocationHandle());
  EXPECT_EQ(Findings(*other), "");
}

TEST_F(StringTest, ComparesAsBytesDo) {
  const std::vector<std::string> texts = {
      "",     "a",    "ab",      "abc",
      "abcd", "abd",  "b",       std::string(1, '\0'),
      "xyz",  "\xff", Text(300), Text(301),
      Text(1)};
  for (const std::string& a : texts) {
    for (const std::string& b : texts) {
      const String left = a;
      const String right = b;
      EXPECT_EQ(left == right, a == b);
      EXPECT_EQ(left <=> right, a <=> b);
      EXPECT_EQ(left == b, a == b);
      EXPECT_EQ(left < std::string_view(b), a < b);
    }
  }
}

TEST_F(StringTest, EqualStringsHaveEqualHashes) {
  const String flat = Text(600);
  const String joined =
      String(Text(600).substr(0, 300)) + String(Text(600).substr(300));
  std::unordered_set<String> set = {flat};

  EXPECT_TRUE(set.contains(joined));
  EXPECT_FALSE(set.contains("other"));
}

TEST_F(StringTest, SlicesHaveTheirBytes) {
  for (const size_t length : Lengths()) {
    const std::string text = Text(length);
    const String string = text;
    for (const size_t begin : {size_t{0}, length / 3, length / 2, length}) {
      for (const size_t count : {size_t{0}, size_t{3}, length / 2, length}) {
        const String part = string.substr(begin, count);
        EXPECT_EQ(part, text.substr(begin, count));
      }
    }
  }
  EXPECT_THROW(String("abc").substr(4), std::out_of_range);
}

TEST_F(StringTest, ALargeSliceSharesAndASmallOneDoesNot) {
  const String string = Text(100000);
  const char* const bytes = string.data();

  const String large = string.substr(1000);
  const String of_slice = large.substr(500);
  const String small = string.substr(1000, 10000);

  EXPECT_EQ(large.data(), bytes + 1000);
  EXPECT_EQ(of_slice.data(), bytes + 1500);
  EXPECT_FALSE(small.data() >= bytes && small.data() < bytes + 100000)
      << "ten bytes must not keep a hundred alive";
}

TEST_F(StringTest, TakingBytesOffTheFrontIsLinear) {
  String string = Text(200000);
  while (string.size() > 1) string = string.substr(1);

  EXPECT_EQ(string, Text(200000).substr(199999));
  EXPECT_LT(CollectorOf(*heap_).collection_count(), 5u)
      << "copying would have allocated 20 GB";
}

TEST_F(StringTest, ConcatenationsHaveTheBytesOfBoth) {
  for (const size_t left : Lengths()) {
    for (const size_t right : Lengths()) {
      const std::string a = Text(left);
      const std::string b = Text(right);
      EXPECT_EQ(String(a) + String(b), a + b);
      EXPECT_EQ(String(a) + std::string_view(b), a + b);
      EXPECT_EQ(std::string_view(a) + String(b), a + b);
    }
  }
}

TEST_F(StringTest, AddingAtTheEndAndReadingIsLinear) {
  String string;
  std::string model;
  size_t read = 0;
  for (int i = 0; i < 100000; ++i) {
    string += "0123456789";
    model += "0123456789";
    read += static_cast<size_t>(string.view().back());
  }

  EXPECT_EQ(string, model);
  EXPECT_EQ(read, 100000u * '9');
  EXPECT_LT(CollectorOf(*heap_).collection_count(), 10u)
      << "copying would have allocated 50 GB";
}

TEST_F(StringTest, WhatIsAddedToOneStringIsNotSeenInOthers) {
  String string = Text(1000);
  string += "abc";
  ASSERT_EQ(string.view().size(), 1003u);
  string += "def";
  const String before = string;
  const String part = string.substr(500);

  const String first = string + "first";
  const String second = string + "second";
  const String third = part + "third";

  EXPECT_EQ(before, Text(1000) + "abcdef");
  EXPECT_EQ(first, Text(1000) + "abcdeffirst");
  EXPECT_EQ(second, Text(1000) + "abcdefsecond");
  EXPECT_EQ(third, (Text(1000) + "abcdef").substr(500) + "third");
}

TEST_F(StringTest, ADeepConcatenationIsReadWithoutRecursion) {
  String left;
  String right;
  const String part = Text(300);
  for (int i = 0; i < 100000; ++i) {
    left = left + part;
    right = part + right;
  }
  CollectConservatively(*heap_);

  EXPECT_EQ(left, right);
  EXPECT_EQ(left.size(), 30000000u);
}

TEST_F(StringTest, MakeLetsTheCallerWriteTheBytes) {
  for (const size_t length : Lengths()) {
    const std::string text = Text(length);
    const String string = String::Make(length, [&](char* target) {
      std::copy(text.begin(), text.end(), target);
    });
    EXPECT_EQ(string, text);
  }
}

TEST_F(StringTest, JoinPutsTheSeparatorBetween) {
  const std::vector<std::string_view> words = {"one", "two", "three"};

  EXPECT_EQ(String::Join(words, ", "), "one, two, three");
  EXPECT_EQ(String::Join(std::vector<String>(), ", "), "");
  EXPECT_EQ(String::Join(std::vector<String>{"one"}, ", "), "one");
}

TEST_F(StringTest, WorksWithStreamsRangesAndStandardStrings) {
  const String string = "a string in the heap";
  std::ostringstream stream;
  stream << string;

  EXPECT_EQ(stream.str(), string);
  EXPECT_EQ(std::string(string), stream.str());
  EXPECT_EQ(std::ranges::count(string, ' '), 4);
  EXPECT_EQ(String(5, 'x'), "xxxxx");
  EXPECT_EQ("<" + String("tag") + ">", "<tag>");
}

TEST_F(StringTest, ACopyInAnotherHeapIsItsOwn) {
  const auto other = Heap::Create();
  const String string = Text(100);

  const String copy = string.Copy(other->GetAllocationHandle());

  EXPECT_EQ(copy, string);
  EXPECT_NE(copy.data(), string.data());
}

TEST_F(StringTest, VectorsHoldStrings) {
  const Persistent<Lines> lines = MakeGarbageCollected<Lines>(handle_);
  CallAndScrub([&] {
    for (size_t i = 0; i < 1000; ++i) lines->all_.emplace_back(Text(i));
    lines->all_.erase(lines->all_.begin());
    std::ranges::reverse(lines->all_);
  });
  CollectPrecisely(*heap_);

  for (size_t i = 0; i < 999; ++i) {
    EXPECT_EQ(lines->all_[i], Text(999 - i));
  }
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(StringTest, AFlatBodyTakesItsBytesAndFiveMore) {
  constexpr size_t kCount = 10000;
  const size_t before = LiveBytes();
  const Persistent<Holder> holder = MakeGarbageCollected<Holder>(handle_);
  std::vector<Persistent<StringBody>> bodies;
  for (size_t i = 0; i < kCount; ++i) {
    bodies.emplace_back(StringAccess::BodyOf(String(Text(11))));
  }

  EXPECT_LE(LiveBytes() - before, kCount * (16 + kCanaryBytes) + 20000);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
