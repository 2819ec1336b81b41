// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who shares bytes with whom, who finds out that nobody does any more, and
// when.

#include "text/string_sharing.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/internal/backing.h"
#include "halfword/mutable_string.h"
#include "text/shared_cell.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Line : public GarbageCollected<Line> {
 public:
  MutableString text_;
  Member<Line> next_;
  HALFWORD_FIELDS(Line, text_, next_)
};

const std::string kLong(100, 'l');

class StringSharingTest : public ::testing::Test {
 protected:
  Line* MakeLine() {
    return MakeGarbageCollected<Line>(heap_->GetAllocationHandle());
  }

  const std::unique_ptr<Heap> heap_ = Heap::Create();
  const size_t cells_before_ = SharedCellCount();
};

TEST_F(StringSharingTest, TwoScopedStringsKnowEachOther) {
  ScopedMutableString first = kLong;
  const char* const data = first.data();
  {
    const ScopedMutableString second = first;
    EXPECT_EQ(second.data(), data);
    EXPECT_FALSE(first.IsWritable());
    EXPECT_FALSE(second.IsWritable());
    EXPECT_EQ(SharedCellCount(), cells_before_);
  }

  EXPECT_TRUE(first.IsWritable());
  first.mutable_data()[0] = 'L';
  EXPECT_EQ(first.data(), data);
}

TEST_F(StringSharingTest, WhoWritesOfTwoLeavesTheOtherAlone) {
  ScopedMutableString first = kLong;
  ScopedMutableString second = first;
  const char* const data = first.data();

  second += '!';

  EXPECT_EQ(second, kLong + '!');
  EXPECT_EQ(first, kLong);
  EXPECT_TRUE(first.IsWritable());
  EXPECT_TRUE(second.IsWritable());
  first.mutable_data();
  EXPECT_EQ(first.data(), data);
}

TEST_F(StringSharingTest, AThirdTakesACellAndTheLastGivesItBack) {
  ScopedMutableString first = kLong;
  {
    const ScopedMutableString second = first;
    EXPECT_EQ(SharedCellCount(), cells_before_);
    {
      const ScopedMutableString third = second;
      EXPECT_EQ(SharedCellCount(), cells_before_ + 1);
      EXPECT_EQ(third.data(), first.data());
    }
    EXPECT_FALSE(first.IsWritable());
    EXPECT_FALSE(second.IsWritable());
  }

  EXPECT_EQ(SharedCellCount(), cells_before_);
  EXPECT_TRUE(first.IsWritable());
}

TEST_F(StringSharingTest, ManyAreReleasedInAnyOrder) {
  for (const size_t count : {2u, 3u, 255u, 256u, 1000u}) {
    std::mt19937 random(static_cast<unsigned>(count));
    std::vector<std::unique_ptr<ScopedMutableString>> owners;
    owners.push_back(std::make_unique<ScopedMutableString>(kLong));
    const char* const data = owners[0]->data();
    while (owners.size() < count) {
      owners.push_back(std::make_unique<ScopedMutableString>(
          *owners[random() % owners.size()]));
    }
    std::shuffle(owners.begin(), owners.end(), random);

    while (owners.size() > 1) {
      ASSERT_FALSE(owners.front()->IsWritable());
      owners.pop_back();
    }

    EXPECT_TRUE(owners[0]->IsWritable());
    EXPECT_EQ(owners[0]->data(), data);
    EXPECT_EQ(*owners[0], kLong);
    EXPECT_EQ(SharedCellCount(), cells_before_);
  }
}

TEST_F(StringSharingTest, MovingAnOwnerTellsTheOthers) {
  for (const size_t count : {1u, 2u, 3u, 4u}) {
    std::vector<ScopedMutableString> owners;
    owners.reserve(count);
    owners.emplace_back(kLong);
    while (owners.size() < count) owners.push_back(owners[0]);
    const char* const data = owners[0].data();

    std::vector<ScopedMutableString> moved;
    for (ScopedMutableString& owner : owners) moved.push_back(std::move(owner));
    owners.clear();
    while (moved.size() > 1) moved.erase(moved.begin());

    EXPECT_TRUE(moved[0].IsWritable());
    EXPECT_EQ(moved[0].data(), data);
  }
  EXPECT_EQ(SharedCellCount(), cells_before_);
}

TEST_F(StringSharingTest, TheArenaGivesItsChunksBack) {
  {
    std::deque<ScopedMutableString> owners;
    for (int i = 0; i < 2000; ++i) {
      owners.emplace_back(kLong);
      owners.push_back(owners.back());
      owners.push_back(owners.back());
    }
    EXPECT_EQ(SharedCellCount(), cells_before_ + 2000);
    EXPECT_GE(SharedCellArenaBytes(), 2000 * sizeof(SharedCell));
  }

  EXPECT_EQ(SharedCellCount(), cells_before_);
  EXPECT_LE(SharedCellArenaBytes(), 4096u);
}

TEST_F(StringSharingTest, AScopedStringHoldsItsBytesWithoutTheStack) {
  auto string = std::make_unique<ScopedMutableString>(kLong);
  auto large = std::make_unique<ScopedMutableString>(100000, 'x');

  CollectPrecisely(*heap_);
  std::vector<ScopedMutableString> others(1000, ScopedMutableString(70, 'o'));
  for (ScopedMutableString& other : others) other += '!';
  CollectPrecisely(*heap_);

  EXPECT_EQ(*string, kLong);
  EXPECT_EQ(*large, std::string(100000, 'x'));
  EXPECT_EQ(others[500], std::string(70, 'o') + '!');
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(StringSharingTest, TheLastScopedStringFreesManyBytesAtOnce) {
  ScopedMutableString first(1000, 'f');
  const char* const data = first.data();
  first = ScopedMutableString("short");

  const ScopedMutableString second(1000, 's');

  EXPECT_EQ(second.data(), data);
}

TEST_F(StringSharingTest, CopiesOfOneFieldAreTwoThatMayBeShared) {
  const Persistent<Line> first = MakeLine();
  const Persistent<Line> second = MakeLine();
  first->text_ = kLong;
  EXPECT_TRUE(first->text_.IsWritable());

  second->text_ = first->text_;
  EXPECT_EQ(second->text_.data(), first->text_.data());
  CollectPrecisely(*heap_);
  EXPECT_FALSE(first->text_.IsWritable());
  EXPECT_FALSE(second->text_.IsWritable());

  second->text_ += '!';
  EXPECT_EQ(first->text_, kLong);
  EXPECT_EQ(second->text_, kLong + '!');
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(StringSharingTest, ACollectionTellsTheLastFieldThatItIsAlone) {
  const Persistent<Line> first = MakeLine();
  first->text_ = kLong;
  const char* const data = first->text_.data();
  const size_t capacity = first->text_.capacity();
  Persistent<Line> second = MakeLine();
  second->text_ = first->text_;

  second.Clear();
  EXPECT_FALSE(first->text_.IsWritable());
  CollectPrecisely(*heap_);

  EXPECT_TRUE(first->text_.IsWritable());
  EXPECT_EQ(first->text_.capacity(), capacity);
  first->text_ += '!';
  EXPECT_EQ(first->text_.data(), data);
}

TEST_F(StringSharingTest, ACollectionCountsEveryKindOfReference) {
  const Persistent<Line> line = MakeLine();
  const auto survives = [&] {
    CollectPrecisely(*heap_);
    return line->text_.IsWritable();
  };

  line->text_ = kLong;
  {
    const ScopedMutableString scoped = line->text_;
    EXPECT_FALSE(survives());
  }
  EXPECT_TRUE(survives());
  {
    class Name : public GarbageCollected<Name> {
     public:
      String string_;
      HALFWORD_FIELDS(Name, string_)
    };
    Persistent<Name> name =
        MakeGarbageCollected<Name>(heap_->GetAllocationHandle());
    name->string_ = line->text_.ToString();
    EXPECT_EQ(name->string_.data(), line->text_.data());
    EXPECT_FALSE(survives());
    EXPECT_EQ(name->string_, kLong);
  }
  EXPECT_TRUE(survives());
}

TEST_F(StringSharingTest, AScopedStringThatSharedWithAFieldCopiesOnce) {
  ScopedMutableString scoped = kLong;
  const Persistent<Line> line = MakeLine();
  line->text_ = scoped;
  EXPECT_EQ(line->text_.data(), scoped.data());
  ScopedMutableString third = scoped;

  third += '3';
  scoped += '1';
  EXPECT_TRUE(scoped.IsWritable());
  CollectPrecisely(*heap_);

  EXPECT_EQ(line->text_, kLong);
  EXPECT_TRUE(line->text_.IsWritable());
  EXPECT_EQ(scoped, kLong + '1');
  EXPECT_EQ(third, kLong + '3');
}

TEST_F(StringSharingTest, ScopedCopiesOfAFieldDoNotKnowEachOther) {
  const Persistent<Line> line = MakeLine();
  const std::string longer(200, 'l');
  line->text_ = longer;
  std::vector<ScopedMutableString> copies;
  for (int i = 0; i < 5; ++i) copies.emplace_back(line->text_);
  for (const ScopedMutableString& copy : copies) {
    EXPECT_EQ(copy.data(), line->text_.data());
  }

  copies.erase(copies.begin(), copies.begin() + 2);
  line->text_ = "other";
  CollectPrecisely(*heap_);
  copies.push_back(copies[1]);
  copies[0] += '!';
  CollectPrecisely(*heap_);

  EXPECT_EQ(copies[0], longer + '!');
  EXPECT_EQ(copies[1], longer);
  EXPECT_EQ(copies.back(), longer);
  // A short one is copied rather than referred to by one more body.
  line->text_ = kLong;
  const ScopedMutableString first = line->text_;
  const ScopedMutableString second = line->text_;
  EXPECT_EQ(first.data(), line->text_.data());
  EXPECT_TRUE(second.IsWritable());
  EXPECT_EQ(second, kLong);
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(StringSharingTest, OwnersOfAllKindsMoveIntoEachOther) {
  ScopedMutableString scoped = kLong;
  const char* const data = scoped.data();
  const Persistent<Line> line = MakeLine();

  line->text_ = std::move(scoped);
  EXPECT_EQ(line->text_.data(), data);
  EXPECT_TRUE(line->text_.IsWritable());
  ScopedMutableString again = std::move(line->text_);
  EXPECT_EQ(again.data(), data);
  EXPECT_TRUE(again.IsWritable());
  CollectPrecisely(*heap_);

  EXPECT_EQ(again, kLong);
  EXPECT_TRUE(line->text_.empty());
  EXPECT_TRUE(scoped.empty());  // NOLINT: what was moved from is empty
}

TEST_F(StringSharingTest, BytesAreCopiedBetweenHeaps) {
  ScopedMutableString here = kLong;
  const auto other = Heap::Create();
  const Persistent<Line> line =
      MakeGarbageCollected<Line>(other->GetAllocationHandle());

  line->text_ = here;
  EXPECT_NE(line->text_.data(), here.data());
  EXPECT_TRUE(here.IsWritable());
  line->text_ += '!';
  here = line->text_;

  EXPECT_TRUE(line->text_.IsWritable());
  EXPECT_EQ(here, kLong + '!');
  EXPECT_EQ(Findings(*heap_) + Findings(*other), "");
}

TEST_F(StringSharingTest, ALongerBufferIsTrimmedOnceAndThenShared) {
  for (const size_t length : {100u, 20000u}) {
    ScopedMutableString string(length, 't');
    string.reserve(10 * length);
    const ScopedMutableString first = string;
    const char* const data = string.data();
    const ScopedMutableString second = string;
    const ScopedMutableString third = first;

    EXPECT_EQ(first.data(), data);
    EXPECT_EQ(second.data(), data);
    EXPECT_EQ(third.data(), data);
    EXPECT_EQ(third, std::string(length, 't'));
    EXPECT_LE(UsableBytesOf(data - FlatBody::kDataOffset), 2 * length);
  }
}

TEST_F(StringSharingTest, ATrimmedBufferMayBeFilledToItsEnd) {
  for (const size_t length : {100u, 20000u}) {
    ScopedMutableString string(length + 13, 't');
    string.reserve(10 * length);
    string.RemovePrefix(13);
    {
      const ScopedMutableString other = string;
    }
    ASSERT_TRUE(string.IsWritable());
    EXPECT_LE(string.capacity(), 2 * length);
    const char* const data = string.data();

    string.resize(string.capacity(), 'f');

    EXPECT_EQ(string.data(), data);
    EXPECT_EQ(Findings(*heap_), "");
  }
}

TEST_F(StringSharingTest, AKeyOfAnEphemeronMayBeHeldByAStringAlone) {
  class Table : public GarbageCollected<Table> {
   public:
    EphemeronPair<StringBody, Line> pair_{nullptr, nullptr};
    HALFWORD_FIELDS(Table, pair_)
  };
  const Persistent<Line> line = MakeLine();
  line->text_ = kLong;
  const Persistent<Table> table =
      MakeGarbageCollected<Table>(heap_->GetAllocationHandle());
  {
    MutableString copy = line->text_;
    auto* const body = reinterpret_cast<StringBody*>(
        const_cast<char*>(copy.data()) - FlatBody::kDataOffset);
    table->pair_.key = body;
    table->pair_.value = MakeLine();
    table->pair_.value->text_ = copy;
  }

  CollectPrecisely(*heap_);

  EXPECT_NE(table->pair_.value, nullptr);
  EXPECT_EQ(table->pair_.value->text_, kLong);
  EXPECT_FALSE(line->text_.IsWritable());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
