// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MutableString as a string: what its operations do to the bytes, in the string
// itself, in a buffer, and on bytes that are shared.

#include "halfword/mutable_string.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

static_assert(std::is_nothrow_move_constructible_v<ScopedMutableString>);
static_assert(std::ranges::contiguous_range<const MutableString&>);
static_assert(std::is_convertible_v<const MutableString&, std::string_view>);
static_assert(!std::is_constructible_v<MutableString, std::nullptr_t>);
static_assert(!std::is_assignable_v<decltype(*MutableString().begin()), char>,
              "iterators do not write, so that reading unshares nothing");

std::string Letters(size_t count) {
  std::string text(count, ' ');
  for (size_t i = 0; i < count; ++i) {
    text[i] = static_cast<char>('a' + i % 26);
  }
  return text;
}

// Around what is inline, what is shared, size classes, and pages.
constexpr size_t kLengths[] = {
    0,  1,   2,   14,   15,   16,   23,   31,   32,    63,    64,
    65, 127, 128, 1019, 1020, 4096, 8187, 8188, 16379, 16380, 100000};

template <typename String>
class MutableStringTest : public ::testing::Test {
 protected:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
};
using Kinds = ::testing::Types<MutableString, ScopedMutableString>;
TYPED_TEST_SUITE(MutableStringTest, Kinds);

TYPED_TEST(MutableStringTest, HoldsBytesOfAnyLengthAndANul) {
  for (const size_t length : kLengths) {
    const std::string expected = Letters(length);

    const TypeParam string = expected;

    EXPECT_EQ(string.size(), length);
    EXPECT_EQ(string, expected);
    EXPECT_EQ(string.data()[length], '\0');
    EXPECT_EQ(string.IsInline(), length <= 15);
  }
}

TYPED_TEST(MutableStringTest, IsMadeFromWhatAStringIsMadeFrom) {
  const std::string text = "the quick brown fox jumps";

  EXPECT_EQ(TypeParam(), "");
  EXPECT_EQ(TypeParam("short"), "short");
  EXPECT_EQ(TypeParam(text.c_str()), text);
  EXPECT_EQ(TypeParam(std::string_view(text)), text);
  EXPECT_EQ(TypeParam(20, 'x'), std::string(20, 'x'));
  EXPECT_EQ(TypeParam(text.begin(), text.end()), text);
  EXPECT_EQ(TypeParam({'a', 'b'}), "ab");
  EXPECT_EQ(TypeParam(String(text)), text);
  EXPECT_EQ(TypeParam::FromLiteral("a literal of some length"),
            "a literal of some length");
}

TYPED_TEST(MutableStringTest, SumsHaveTheBytesOfBoth) {
  for (const size_t length : {0u, 5u, 7u, 8u, 15u, 16u, 40u, 300u}) {
    const std::string left(length, 'l');
    const TypeParam a(left);
    const TypeParam b("right and more");

    EXPECT_EQ(a + b, left + "right and more");
    EXPECT_EQ(a + "", left);
    EXPECT_EQ(a + std::string("xyz"), left + "xyz");
    EXPECT_EQ("xyz" + a, "xyz" + left);
    EXPECT_EQ(TypeParam(left) + b, left + "right and more");
    EXPECT_EQ(a + a + a, left + left + left);
    EXPECT_EQ(a, left);
    EXPECT_EQ((a + "xyz").data()[length + 3], '\0');
  }
}

TYPED_TEST(MutableStringTest, ASumAddsToTheBufferOfATemporary) {
  TypeParam string;
  string.reserve(100);
  string = "a string of more bytes than are inline";
  const char* const data = string.data();

  const TypeParam sum = std::move(string) + " and what is added";

  EXPECT_EQ(sum, "a string of more bytes than are inline and what is added");
  EXPECT_EQ(sum.data(), data);
}

TYPED_TEST(MutableStringTest, GrowsByBytesAndKeepsThem) {
  TypeParam string;
  std::string expected;
  size_t moves = 0;
  for (size_t i = 0; i < 100000; ++i) {
    const char* const before = string.data();
    string.push_back(static_cast<char>('a' + i % 26));
    expected.push_back(static_cast<char>('a' + i % 26));
    moves += string.data() != before ? 1 : 0;
    if (i < 300) {
      ASSERT_EQ(string, expected);
    }
    ASSERT_EQ(string.data()[i + 1], '\0');
  }

  EXPECT_EQ(string, expected);
  EXPECT_LT(moves, 30u);
}

TYPED_TEST(MutableStringTest, ReplacesAnyPartByAnyOther) {
  for (const size_t length : {0u, 10u, 15u, 16u, 40u, 70u, 200u}) {
    for (const size_t piece : {0u, 1u, 7u, 50u, 300u}) {
      for (size_t position = 0; position <= length; position += 5) {
        for (const size_t count : {0u, 1u, 9u, 1000u}) {
          std::string expected = Letters(length);
          TypeParam string = expected;

          expected.replace(position, count, std::string(piece, '#'));
          string.replace(position, count, std::string(piece, '#'));

          ASSERT_EQ(string, expected);
          ASSERT_STREQ(string.c_str(), expected.c_str());
        }
      }
    }
  }
}

TYPED_TEST(MutableStringTest, TakesPartsOfItselfAsArguments) {
  for (const size_t length : {8u, 15u, 30u, 100u, 3000u}) {
    std::string expected = Letters(length);
    TypeParam string = expected;
    for (int i = 0; i < 4; ++i) {
      expected += expected.substr(1, length / 2);
      string += string.view().substr(1, length / 2);
      expected.insert(2, expected.substr(1, 5));
      string.insert(2, string.view().substr(1, 5));
      expected.replace(1, 4, expected.substr(3, 2));
      string.replace(1, 4, string.view().substr(3, 2));
      ASSERT_EQ(string, expected);
    }
    expected = expected.substr(3);
    string = string.view().substr(3);
    EXPECT_EQ(string, expected);
    string = static_cast<const TypeParam&>(string);
    EXPECT_EQ(string, expected);
  }
}

TYPED_TEST(MutableStringTest, CutsOffBothEndsWithoutMovingTheRest) {
  TypeParam string = Letters(200);
  const char* const data = string.data();

  string.RemovePrefix(50);
  string.RemoveSuffix(20);
  string.erase(0, 10);

  EXPECT_EQ(string, Letters(200).substr(60, 120));
  EXPECT_EQ(string.data(), data + 60);
  EXPECT_STREQ(string.c_str(), Letters(200).substr(60, 120).c_str());
  TypeParam small = "inline bytes";
  small.RemovePrefix(7);
  EXPECT_STREQ(small.c_str(), "bytes");
  EXPECT_THROW(small.RemovePrefix(6), std::out_of_range);
  EXPECT_THROW(small.RemoveSuffix(6), std::out_of_range);
}

TYPED_TEST(MutableStringTest, AQueueOfBytesStaysSmall) {
  TypeParam queue;
  std::string expected;
  for (size_t i = 0; i < 20000; ++i) {
    queue.append("0123456789");
    expected.append("0123456789");
    if (expected.size() > 300) {
      queue.RemovePrefix(10);
      expected.erase(0, 10);
    }
  }

  EXPECT_EQ(queue, expected);
  EXPECT_LT(queue.capacity(), 2000u);
}

TYPED_TEST(MutableStringTest, ResizesReservesAndShrinks) {
  TypeParam string = "0123456789";
  string.reserve(1000);
  const char* const data = string.data();
  EXPECT_GE(string.capacity(), 1000u);
  string.resize(900, 'x');
  EXPECT_EQ(string, "0123456789" + std::string(890, 'x'));
  string.resize(20);
  EXPECT_EQ(string.data(), data);

  string.shrink_to_fit();
  EXPECT_LT(string.capacity(), 40u);
  EXPECT_EQ(string, "0123456789" + std::string(10, 'x'));
  string.resize(15);
  string.shrink_to_fit();
  EXPECT_TRUE(string.IsInline());
  EXPECT_EQ(string, "0123456789xxxxx");
  string.clear();
  EXPECT_TRUE(string.empty());
  EXPECT_STREQ(string.c_str(), "");
}

TYPED_TEST(MutableStringTest, MayHoldNuls) {
  const std::string expected("a\0b\0\0c", 6);
  TypeParam string = expected;
  EXPECT_EQ(string, expected);

  string.append(std::string(20, '\0'));

  EXPECT_EQ(string, expected + std::string(20, '\0'));
  EXPECT_EQ(string.find('\0', 2), 3u);
}

TYPED_TEST(MutableStringTest, ThrowsWhereStandardStringsDo) {
  TypeParam string = "0123456789";
  EXPECT_THROW(string.at(10), std::out_of_range);
  EXPECT_THROW(string.insert(11, "x"), std::out_of_range);
  EXPECT_THROW(string.erase(11), std::out_of_range);
  EXPECT_THROW(string.replace(11, 0, "x"), std::out_of_range);
  EXPECT_THROW(string.substr(11), std::out_of_range);
  EXPECT_EQ(string.at(9), '9');
  EXPECT_EQ(string.substr(10), "");
}

TYPED_TEST(MutableStringTest, IsFoundComparedHashedAndPrinted) {
  const TypeParam string = "the quick brown fox";
  const String same = "the quick brown fox";
  EXPECT_EQ(string.find("quick"), 4u);
  EXPECT_EQ(string.rfind('o'), 17u);
  EXPECT_TRUE(string.starts_with("the"));
  EXPECT_TRUE(string.ends_with("fox"));
  EXPECT_TRUE(string.contains("brown"));
  EXPECT_EQ(string.find_first_of("xyz"), 18u);
  EXPECT_EQ(string.compare("the"), 16);
  EXPECT_LT(string, TypeParam("the quicker"));
  EXPECT_GT(string, "the");
  EXPECT_EQ(string, MutableString(string));
  EXPECT_EQ(string, ScopedMutableString(string));
  EXPECT_EQ(std::hash<TypeParam>()(string), std::hash<String>()(same));
  std::ostringstream stream;
  stream << string;
  EXPECT_EQ(stream.str(), string);
}

TYPED_TEST(MutableStringTest, ReadsEachFieldOfATwentyFourByteString) {
  const TypeParam string = "front to back";
  EXPECT_EQ(string.front(), 'f');
  EXPECT_EQ(string.back(), 'k');
  EXPECT_EQ(std::string(string.begin(), string.end()), "front to back");
  EXPECT_EQ(sizeof(string), kCompressed ? 24u : 32u);
}

TYPED_TEST(MutableStringTest, WritesThroughWritable) {
  TypeParam string = Letters(100);
  const TypeParam copy = string;

  std::ranges::fill(string.writable().first(3), '!');
  string.mutable_data()[3] = '?';

  EXPECT_EQ(string.view().substr(0, 5), "!!!?e");
  EXPECT_EQ(copy, Letters(100));
}

TYPED_TEST(MutableStringTest, MovesAndSwapsWithoutCopyingBytes) {
  TypeParam first = Letters(100);
  TypeParam second = "short";
  const char* const data = first.data();

  swap(first, second);
  TypeParam third = std::move(second);

  EXPECT_EQ(first, "short");
  EXPECT_TRUE(second.empty());  // NOLINT: what was moved from is empty
  EXPECT_EQ(third.data(), data);
  EXPECT_EQ(third, Letters(100));
}

// The allocation of a buffer collects, and calls somebody who has the string.
TEST(CalledStringTest, ACallbackMayChangeWhatGrows) {
  class Log : public GarbageCollected<Log> {
   public:
    MutableString text_;
    HALFWORD_FIELDS(Log, text_)
  };
  const std::string before(15, 'b');
  const std::string added(200, 'a');
  const std::string called(150, 'c');
  for (const bool clears : {false, true}) {
    MutableString* text = nullptr;
    const auto heap =
        Heap::Create({.cycle_callback = [&](Heap&, const CycleRecord&) {
          auto* const changed = std::exchange(text, nullptr);
          if (changed == nullptr) return;
          if (clears) {
            changed->clear();
          } else {
            changed->append(called);
          }
        }});
    const Persistent<Log> log =
        MakeGarbageCollected<Log>(heap->GetAllocationHandle());
    const auto next_allocation_calls = [&] {
      log->text_ = MutableString();
      log->text_ = before;
      text = &log->text_;
      MakeGarbageCollected<Log>(heap->GetAllocationHandle());
      CollectorOf(*heap).CloseRuns();
      CollectorOf(*heap).set_budget_bytes(1);
    };
    const std::string rest = clears ? "" : before + called;

    next_allocation_calls();
    log->text_.append(added);
    EXPECT_EQ(log->text_, rest + added);
    next_allocation_calls();
    log->text_.insert(size_t{3}, added);
    EXPECT_EQ(log->text_.size(), rest.size() + added.size());
    next_allocation_calls();
    log->text_ = added;
    EXPECT_EQ(log->text_, added);
    next_allocation_calls();
    log->text_.reserve(1000);
    EXPECT_EQ(log->text_, rest);
    EXPECT_GE(log->text_.capacity(), 1000u);
    EXPECT_EQ(text, nullptr);
    EXPECT_EQ(Findings(*heap), "");
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
