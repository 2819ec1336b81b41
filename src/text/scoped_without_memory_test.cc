// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A scoped string holds its body for the collector. Where there is no memory to
// note that, it is as it was, and so is the string that it was to be made from.

#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/failing_new_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI {
namespace {

using halfword_testing::NoMemory;

class Texts : public GarbageCollected<Texts> {
 public:
  MutableString first_;
  MutableString second_;
  HALFWORD_FIELDS(Texts, first_, second_)
};

class ScopedWithoutMemoryTest : public ::testing::Test {
 protected:
  static constexpr size_t kLength = 100;

  Texts* Make() {
    return MakeGarbageCollected<Texts>(heap_->GetAllocationHandle());
  }
  // Others get the memory of what died.
  void CollectAndFill() {
    heap_->Collect(
        {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kAtomic});
    for (int i = 0; i < 64; ++i) {
      others_.emplace_back(Make());
      others_.back()->first_ = std::string(kLength, 'x');
    }
    EXPECT_EQ(heap_->Verify().findings, std::vector<std::string>());
  }

  std::unique_ptr<Heap> heap_ = Heap::Create();
  const Persistent<Texts> texts_ = Make();
  std::vector<Persistent<Texts>> others_;
};

TEST_F(ScopedWithoutMemoryTest, TheNextStringInThePageIsHeld) {
  texts_->first_ = std::string(kLength, 'a');
  texts_->second_ = std::string(kLength, 'b');
  {
    const NoMemory none;
    EXPECT_THROW(ScopedMutableString(texts_->first_), std::bad_alloc);
  }
  EXPECT_EQ(texts_->first_, std::string(kLength, 'a'));
  const ScopedMutableString held(texts_->second_);
  texts_->second_ = "";
  CollectAndFill();
  EXPECT_EQ(held, std::string(kLength, 'b'));
  EXPECT_EQ(texts_->first_, std::string(kLength, 'a'));
}

TEST_F(ScopedWithoutMemoryTest, AStringThatCannotBeMovedStays) {
  texts_->first_ = std::string(kLength, 'a');
  {
    const NoMemory none;
    EXPECT_THROW(ScopedMutableString(std::move(texts_->first_)),
                 std::bad_alloc);
  }
  EXPECT_EQ(texts_->first_, std::string(kLength, 'a'));
  CollectAndFill();
  EXPECT_EQ(texts_->first_, std::string(kLength, 'a'));
}

TEST_F(ScopedWithoutMemoryTest, AStringThatCannotBeAssignedIsAsBefore) {
  ScopedMutableString text = std::string("short");
  const std::string other(kLength, 'a');
  {
    const NoMemory none;
    EXPECT_THROW(text = other, std::bad_alloc);
    EXPECT_THROW(text += other, std::bad_alloc);
  }
  EXPECT_EQ(text, "short");
  text = other;
  CollectAndFill();
  EXPECT_EQ(text, other);
}

// Who hears of it still has the bytes, and is not told of their end.
TEST_F(ScopedWithoutMemoryTest, BytesThatCannotBeTakenStayTheCallers) {
  static constexpr char kBytes[kLength] = {'a'};
  int released_count = 0;
  const auto make = [&] {
    return ScopedMutableString::FromForeign(
        std::string_view(kBytes, kLength),
        [](std::string_view, void* count) { ++*static_cast<int*>(count); },
        &released_count);
  };
  // The page of such bodies is there, and not listed.
  int other_count = 0;
  texts_->first_ = MutableString::FromForeign(
      std::string_view(kBytes, kLength),
      [](std::string_view, void* count) { ++*static_cast<int*>(count); },
      &other_count);
  // Others are, so that there is no room for one more.
  const ScopedMutableString held = std::string(kLength, 'b');
  const ScopedMutableString other = std::string(40 * kLength, 'c');
  {
    const NoMemory none;
    EXPECT_THROW(make(), std::bad_alloc);
  }
  CollectAndFill();
  EXPECT_EQ(released_count, 0);
  EXPECT_EQ(other_count, 0);
  texts_->first_.clear();
  CollectAndFill();
  EXPECT_EQ(other_count, 1);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI
