// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Pairs by the pages of their keys: those are looked at in whose pages more has
// been marked since, and only those.

#include "gc/weak/waiting_keys.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/marking/mark_bits.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Item : public GarbageCollected<Item> {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(Item, number_)
};

class Row : public GarbageCollected<Row> {
 public:
  HALFWORD_FIELDS(Row)
  using Element = EphemeronPair<Item, Item>;
  HALFWORD_TRAILING(Row, Element)
  Word* key(size_t i) {
    return reinterpret_cast<Word*>(&TrailingArray(this)[i].key);
  }
};

size_t PageOf(const Word* key) { return WindowGranule(*key) / kPageGranules; }
void Mark(const Word* key) {
  TestAndSet(side_tables.marked, WindowGranule(*key));
}

class WaitingKeysTest : public ::testing::Test {
 protected:
  static constexpr size_t kCount = 10'000;

  WaitingKeysTest() {
    AllocationHandle& handle = heap_->GetAllocationHandle();
    row_ = MakeGarbageCollected<Row>(handle, TrailingBytes<Row>(kCount));
    for (size_t i = 0; i < kCount; ++i) {
      TrailingArray(row_)[i].key = MakeGarbageCollected<Item>(handle);
      items_.push_back(TrailingArray(row_)[i].key.Get());
    }
  }
  ~WaitingKeysTest() override {
    for (Item* item : items_) CollectorOf(*heap_).Unmark(item);
  }

  void AddAll() {
    for (size_t i = 0; i < kCount; ++i) keys_.Add(row_->key(i));
  }
  std::set<const Word*> KeysInPage(size_t page) {
    std::set<const Word*> found;
    for (size_t i = 0; i < kCount; ++i) {
      if (PageOf(row_->key(i)) == page) found.insert(row_->key(i));
    }
    return found;
  }
  // What is looked at, all of which goes on waiting.
  std::set<const Word*> LookAgain(bool at_all = false) {
    std::set<const Word*> found;
    size_t count = SIZE_MAX;
    EXPECT_TRUE(keys_.LookAgain(&count, at_all, [&](const SlotPair& pair) {
      EXPECT_EQ(pair.value, pair.key + 1);
      EXPECT_TRUE(found.insert(pair.key).second);
      return PairState::kWaiting;
    }));
    passed_ = SIZE_MAX - count;
    return found;
  }

  // Its objects are held by plain pointers.
  const std::unique_ptr<Heap> heap_ =
      Heap::Create({.growth_bytes_min = SIZE_MAX});
  Row* row_;
  std::vector<Item*> items_;
  WaitingKeys keys_;
  size_t passed_ = 0;  // pages and pairs, by the last LookAgain()
};

TEST_F(WaitingKeysTest, LooksWhereMoreIsMarked) {
  EXPECT_TRUE(keys_.empty());
  EXPECT_EQ(keys_.bytes(), 0u);
  AddAll();
  EXPECT_FALSE(keys_.empty());
  EXPECT_GT(keys_.bytes(), kCount * 4);
  EXPECT_LT(keys_.bytes(), kCount * 20);
  ASSERT_NE(PageOf(row_->key(0)), PageOf(row_->key(kCount - 1)));

  EXPECT_TRUE(LookAgain().empty());
  const size_t page_count = passed_;

  // One mark, whichever it is, makes a difference to its page.
  std::set<const Word*> marked;
  for (const size_t i : {size_t{0}, kCount / 2, kCount - 1, size_t{1}}) {
    Mark(row_->key(i));
    marked.insert(row_->key(i));
    const auto in_page = KeysInPage(PageOf(row_->key(i)));
    std::set<const Word*> expected;
    std::ranges::set_intersection(in_page, marked,
                                  std::inserter(expected, expected.end()));
    EXPECT_EQ(LookAgain(), expected) << i;
    EXPECT_EQ(passed_, page_count + in_page.size()) << i;

    EXPECT_TRUE(LookAgain().empty());
    EXPECT_EQ(passed_, page_count);
  }
  for (size_t i = 2; i < 500; ++i) {
    Mark(row_->key(i));
    EXPECT_EQ(LookAgain().count(row_->key(i)), 1u) << i;
  }
}

TEST_F(WaitingKeysTest, LooksAtAllIfAsked) {
  AddAll();

  EXPECT_EQ(LookAgain(true).size(), kCount);
  EXPECT_EQ(LookAgain(true).size(), kCount);
}

// A helper is faster than whoever notes the pair, or comes a moment later.
TEST_F(WaitingKeysTest, AKeyThatIsMarkedAsItIsNotedIsLookedAt) {
  Mark(row_->key(0));
  keys_.Add(row_->key(0));
  EXPECT_EQ(LookAgain(), (std::set<const Word*>{row_->key(0)}));
  EXPECT_TRUE(LookAgain().empty());

  Mark(row_->key(1));
  keys_.Add(row_->key(1));
  ASSERT_EQ(PageOf(row_->key(0)), PageOf(row_->key(1)));
  EXPECT_EQ(LookAgain(), (std::set<const Word*>{row_->key(0), row_->key(1)}));
}

TEST_F(WaitingKeysTest, ForgetsThoseThatDoNotWait) {
  AddAll();
  const auto even_wait = [this](const SlotPair& pair) {
    return (pair.key - row_->key(0)) / 2 % 2 == 0 ? PairState::kWaiting
                                                  : PairState::kTraced;
  };
  size_t count = SIZE_MAX;
  EXPECT_TRUE(keys_.LookAgain(&count, true, even_wait));
  EXPECT_EQ(LookAgain(true).size(), kCount / 2);

  // There is room for others in their blocks.
  const size_t bytes = keys_.bytes();
  for (size_t i = 1; i < 20; i += 2) keys_.Add(row_->key(i));
  EXPECT_EQ(keys_.bytes(), bytes);
  EXPECT_EQ(LookAgain(true).size(), kCount / 2 + 10);

  count = SIZE_MAX;
  EXPECT_TRUE(keys_.LookAgain(
      &count, true, [](const SlotPair&) { return PairState::kSettled; }));
  EXPECT_TRUE(LookAgain(true).empty());
}

TEST_F(WaitingKeysTest, GoesOnWhereItStopped) {
  AddAll();
  std::set<const Word*> found;
  const auto look = [&](const SlotPair& pair) {
    EXPECT_TRUE(found.insert(pair.key).second);
    return PairState::kWaiting;
  };
  size_t calls = 0;
  for (size_t count = 100; !keys_.LookAgain(&count, true, look); count = 100) {
    EXPECT_EQ(count, 0u);
    ++calls;
  }
  EXPECT_GT(calls, 3u);
  EXPECT_EQ(found.size(), kCount);

  found.clear();
  size_t count = 1;
  EXPECT_FALSE(keys_.LookAgain(&count, true, look));
  keys_.RestartLookAgain();
  found.clear();
  count = SIZE_MAX;
  EXPECT_TRUE(keys_.LookAgain(&count, true, look));
  EXPECT_EQ(found.size(), kCount);
}

// What is left of a page is not forgotten where a look begins anew inside it.
TEST_F(WaitingKeysTest, BeginsAPageAnew) {
  AddAll();
  for (size_t i = 0; i < kCount; ++i) Mark(row_->key(i));
  size_t looked_at = 0;
  const auto look = [&](const SlotPair&) {
    ++looked_at;
    return PairState::kWaiting;
  };
  size_t count = 2;
  EXPECT_FALSE(keys_.LookAgain(&count, false, look));
  EXPECT_LT(looked_at, KeysInPage(PageOf(row_->key(0))).size());
  keys_.RestartLookAgain();

  EXPECT_EQ(LookAgain().size(), kCount);
}

TEST_F(WaitingKeysTest, GivesItsMemoryBackInPieces) {
  for (int i = 0; i < 200; ++i) AddAll();
  size_t left_bytes = keys_.bytes();
  EXPECT_GT(left_bytes, 8 * kMiB);
  int count = 1;
  for (; !keys_.ReleaseSome(); ++count) {
    EXPECT_LT(keys_.bytes(), left_bytes);
    EXPECT_GT(keys_.bytes() + sizeof(Word) * kMiB, left_bytes);
    left_bytes = keys_.bytes();
  }
  EXPECT_GT(count, 3);
  EXPECT_LT(keys_.bytes(), kMiB);
}

TEST_F(WaitingKeysTest, PassesOverNull) {
  const Word null = 0;
  keys_.Add(&null);

  EXPECT_TRUE(keys_.empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
