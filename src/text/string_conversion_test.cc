// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From MutableString to String and back: bytes stay, lengths are right, and
// neither sees what becomes of the other.

#include <string>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/mutable_string.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

std::string Letters(size_t count) {
  std::string text(count, ' ');
  for (size_t i = 0; i < count; ++i) {
    text[i] = static_cast<char>('a' + i % 26);
  }
  return text;
}

class Pair : public GarbageCollected<Pair> {
 public:
  String string_;
  MutableString text_;
  HALFWORD_FIELDS(Pair, string_, text_)
};

class StringConversionTest : public ::testing::Test {
 protected:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  const Persistent<Pair> pair_ =
      MakeGarbageCollected<Pair>(heap_->GetAllocationHandle());
};

TEST_F(StringConversionTest, AnyLengthThereAndBack) {
  for (size_t length = 0; length < 400; ++length) {
    const std::string expected = Letters(length);
    ScopedMutableString string = expected;

    pair_->string_ = string.ToString();
    pair_->text_ = pair_->string_;
    string += '!';
    pair_->text_ += '?';

    ASSERT_EQ(pair_->string_, expected);
    ASSERT_EQ(string, expected + '!');
    ASSERT_EQ(pair_->text_, expected + '?');
    pair_->string_ = string.Freeze();
    ASSERT_EQ(pair_->string_, expected + '!');
    ASSERT_TRUE(string.empty());
  }
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(StringConversionTest, PartsOfSharedStringsBecomeSlices) {
  ScopedMutableString string = Letters(300);
  const String whole = string.ToString();
  string.RemovePrefix(10);
  string.RemoveSuffix(10);

  const String part = string.ToString();
  const String slice = part.substr(5, 250);
  const ScopedMutableString thawed = slice;

  EXPECT_EQ(part.data(), whole.data() + 10);
  EXPECT_EQ(part, Letters(300).substr(10, 280));
  EXPECT_EQ(thawed.data(), whole.data() + 15);
  EXPECT_EQ(thawed, Letters(300).substr(15, 250));
  EXPECT_EQ(whole, Letters(300));
  string += "more";
  EXPECT_EQ(whole, Letters(300));
}

TEST_F(StringConversionTest, ConcatenationsAreReadFirst) {
  String sum = String(Letters(300)) + String(Letters(300));
  sum += Letters(50);

  pair_->text_ = sum;
  sum += Letters(50);
  sum += Letters(900);
  pair_->string_ = sum;
  pair_->text_ += '!';

  EXPECT_EQ(pair_->text_, Letters(300) + Letters(300) + Letters(50) + '!');
  EXPECT_EQ(sum.size(), 1600u);
  EXPECT_TRUE(pair_->string_.ends_with(Letters(900)));
}

TEST_F(StringConversionTest, LiteralsAndForeignBytesFreeze) {
  static constexpr char kLiteral[] =
      "a literal that is long enough to be shared instead of being copied";
  static const std::string foreign = Letters(500);

  pair_->string_ = ScopedMutableString::FromLiteral(kLiteral).ToString();
  EXPECT_EQ(pair_->string_, kLiteral);
  auto string = ScopedMutableString::FromForeign(foreign, nullptr);
  pair_->string_ = string.ToString();
  EXPECT_EQ(pair_->string_.data(), foreign.data());
  pair_->string_ = pair_->string_.substr(100, 300);
  pair_->text_ = pair_->string_;
  string.clear();
  CollectPrecisely(*heap_);

  EXPECT_EQ(pair_->string_, foreign.substr(100, 300));
  EXPECT_EQ(pair_->text_.data(), foreign.data() + 100);
  EXPECT_EQ(pair_->string_ + Letters(300),
            foreign.substr(100, 300) + Letters(300));
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(StringConversionTest, ABufferIsWrittenAgainWhenItsStringIsGone) {
  pair_->text_ = Letters(100);
  const char* const data = pair_->text_.data();
  pair_->string_ = pair_->text_.ToString();
  CollectPrecisely(*heap_);
  EXPECT_FALSE(pair_->text_.IsWritable());

  pair_->string_ = String();
  CollectPrecisely(*heap_);
  pair_->text_ += '!';

  EXPECT_EQ(pair_->text_.data(), data);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
