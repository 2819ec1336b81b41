// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Vectors of chars that take over the buffers of strings, and what they cannot
// take over.

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "halfword/internal/backing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Message : public GarbageCollected<Message> {
 public:
  MutableString text_;
  HeapVector<char> bytes_;
  String frozen_;
  HALFWORD_FIELDS(Message, text_, bytes_, frozen_)
};

std::string Text(const HeapVector<char>& vector) {
  return std::string(vector.begin(), vector.end());
}

class StringToVectorTest : public ::testing::Test {
 protected:
  Persistent<Message> Make() {
    return MakeGarbageCollected<Message>(heap_->GetAllocationHandle());
  }

  const std::unique_ptr<Heap> heap_ = Heap::Create();
};

TEST_F(StringToVectorTest, TakesOverTheBufferOfAString) {
  for (const size_t length : {16u, 100u, 5000u, 100000u}) {
    const Persistent<Message> message = Make();
    message->text_ = std::string(length, 'x');
    const char* const data = message->text_.data();

    message->bytes_ = ToVector(std::move(message->text_));

    EXPECT_TRUE(message->text_.empty());  // NOLINT: what was moved from
    EXPECT_EQ(message->bytes_.data(), data);
    EXPECT_EQ(Text(message->bytes_), std::string(length, 'x'));
    EXPECT_GE(message->bytes_.capacity(), length);
    CollectPrecisely(*heap_);
    EXPECT_EQ(Findings(*heap_), "");
    EXPECT_EQ(Text(message->bytes_), std::string(length, 'x'));
  }
}

TEST_F(StringToVectorTest, TheVectorGrowsAndShrinksAsAnyOther) {
  const Persistent<Message> message = Make();
  for (const size_t length : {40u, 20000u}) {
    ScopedMutableString text(length, 'x');
    text.reserve(2 * length);
    message->bytes_ = ToVector(std::move(text));
    const char* const data = message->bytes_.data();
    const size_t room = message->bytes_.capacity();
    std::string expected(length, 'x');
    while (message->bytes_.size() < room) {
      message->bytes_.push_back('y');
      expected += 'y';
    }
    EXPECT_EQ(message->bytes_.data(), data);

    message->bytes_.push_back('z');
    expected += 'z';
    EXPECT_EQ(Text(message->bytes_), expected);
    message->bytes_.resize(length);
    message->bytes_.shrink_to_fit();

    EXPECT_EQ(Text(message->bytes_), std::string(length, 'x'));
    EXPECT_LT(message->bytes_.capacity(), room);
    EXPECT_EQ(Findings(*heap_), "");
  }
}

TEST_F(StringToVectorTest, AScopedStringNoLongerHoldsTheBuffer) {
  const HeapScope scope(*heap_);
  CollectPrecisely(*heap_);
  const size_t before = CollectorOf(*heap_).live_bytes_estimate();
  ScopedMutableString text;
  CallAndScrub([&] {
    text = std::string(100000, 'x');
    ToVector(std::move(text));
  });

  CollectPrecisely(*heap_);

  EXPECT_EQ(CollectorOf(*heap_).live_bytes_estimate(), before);
  text = "again";
  EXPECT_EQ(text, "again");
}

TEST_F(StringToVectorTest, CopiesWhatOthersHaveToo) {
  const HeapScope scope(*heap_);
  ScopedMutableString shared(100, 'x');
  ScopedMutableString copy = shared;
  ScopedMutableString literal = ScopedMutableString::FromLiteral(
      "bytes that nobody can take over, since they never go");

  HeapVector<char> vector = ToVector(std::move(copy));
  const HeapVector<char> fixed = ToVector(std::move(literal));
  vector[0] = 'y';

  EXPECT_NE(vector.data(), shared.data());
  EXPECT_EQ(shared, std::string(100, 'x'));
  EXPECT_TRUE(shared.IsWritable());
  EXPECT_TRUE(copy.empty());     // NOLINT: what was moved from
  EXPECT_TRUE(literal.empty());  // NOLINT
  EXPECT_TRUE(Text(fixed).starts_with("bytes that nobody"));
}

TEST_F(StringToVectorTest, CopiesShortStringsAndStrings) {
  const HeapScope scope(*heap_);
  const String frozen = std::string(100, 'x');

  HeapVector<char> small = ToVector(MutableString("short"));
  HeapVector<char> vector = ToVector(frozen);
  vector[0] = 'y';

  EXPECT_EQ(Text(small), "short");
  EXPECT_TRUE(ToVector(MutableString()).empty());
  EXPECT_TRUE(ToVector(String()).empty());
  EXPECT_EQ(Text(ToVector(String("abc"))), "abc");
  EXPECT_EQ(frozen, std::string(100, 'x'));
  EXPECT_EQ(Text(vector), "y" + std::string(99, 'x'));
}

TEST_F(StringToVectorTest, ACutStringMovesToTheBeginningOfItsBuffer) {
  const Persistent<Message> message = Make();
  message->text_ = std::string(50, 'a') + std::string(50, 'b');
  const char* const data = message->text_.data();
  message->text_.RemovePrefix(50);

  message->bytes_ = ToVector(std::move(message->text_));

  EXPECT_EQ(message->bytes_.data(), data);
  EXPECT_EQ(Text(message->bytes_), std::string(50, 'b'));
}

TEST_F(StringToVectorTest, TakesOverWhatAStringHadOnceItIsGone) {
  const Persistent<Message> message = Make();
  message->text_ = std::string(100, 'x');
  const char* const data = message->text_.data();
  CallAndScrub([&] { message->frozen_ = message->text_.Freeze(); });
  CallAndScrub([&] {
    message->text_ = message->frozen_;
    message->frozen_ = String();
  });

  CollectPrecisely(*heap_);
  message->bytes_ = ToVector(std::move(message->text_));

  EXPECT_EQ(message->bytes_.data(), data);
  EXPECT_EQ(Text(message->bytes_), std::string(100, 'x'));
}

TEST_F(StringToVectorTest, TheVectorLiesInTheHeapOfTheString) {
  const auto other = Heap::Create();
  const HeapScope scope(*other);
  const Persistent<Message> message = Make();
  message->text_ = "short";
  message->frozen_ = String(heap_->GetAllocationHandle(), "longer than it");

  message->bytes_ = ToVector(std::move(message->text_));
  EXPECT_EQ(Text(message->bytes_), "short");
  message->bytes_ = ToVector(message->frozen_);

  EXPECT_EQ(Text(message->bytes_), "longer than it");
  EXPECT_EQ(Findings(*heap_) + Findings(*other), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
