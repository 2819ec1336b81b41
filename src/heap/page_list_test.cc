// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Lists of pages against a model of plain lists. The records are those of pages
// that no heap has, so nothing else looks at them.

#include "heap/page_list.h"

#include <algorithm>
#include <list>
#include <random>
#include <vector>

#include "base/test_seed.h"
#include "cage/cage.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Pages of its own: those of others hold objects.
class PageListTest : public ::testing::Test {
 protected:
  ~PageListTest() override {
    for (PageIndex i = 0; i < kPageCount; ++i) RecordAt(Page(i)) = {};
    Cage::Get().FreeChunks(chunks_, kPageCount / kChunkPages);
  }

  static constexpr PageIndex kPageCount = 64;

  PageIndex Page(PageIndex number) const { return first_page_ + number; }

 private:
  const uintptr_t chunks_ =
      Cage::Get().AllocateChunks(kPageCount / kChunkPages);
  const PageIndex first_page_ = PageIndexOf(chunks_);
};

std::vector<PageIndex> PagesOf(const PageList& list) {
  std::vector<PageIndex> pages;
  list.ForEach([&](PageIndex page) { pages.push_back(page); });
  return pages;
}

TEST_F(PageListTest, GivesNothingWhereItIsEmpty) {
  PageList list;

  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.first(), kNoPage);
  EXPECT_EQ(list.PopFront(), kNoPage);
  EXPECT_TRUE(PagesOf(list).empty());
}

TEST_F(PageListTest, LinksBothWays) {
  PageList list;

  for (PageIndex i = 0; i < 3; ++i) list.PushFront(Page(i));

  EXPECT_EQ(PagesOf(list), (std::vector{Page(2), Page(1), Page(0)}));
  EXPECT_EQ(RecordAt(Page(0)).previous, Page(1));
  EXPECT_EQ(RecordAt(Page(2)).previous, kNoPage);
  EXPECT_EQ(RecordAt(Page(0)).next, kNoPage);
}

TEST_F(PageListTest, ForgetsTheLinksOfWhatIsTakenOut) {
  PageList list;
  for (PageIndex i = 0; i < 3; ++i) list.PushFront(Page(i));

  list.Remove(Page(1));
  const PageIndex popped = list.PopFront();

  EXPECT_EQ(popped, Page(2));
  for (PageIndex i = 1; i < 3; ++i) {
    EXPECT_EQ(RecordAt(Page(i)).next, kNoPage);
    EXPECT_EQ(RecordAt(Page(i)).previous, kNoPage);
  }
  EXPECT_EQ(PagesOf(list), std::vector{Page(0)});
}

TEST_F(PageListTest, LetsItsVisitorTakeOutThePageItIsAt) {
  PageList list;
  for (PageIndex i = 0; i < 8; ++i) list.PushFront(Page(i));

  list.ForEach([&](PageIndex page) {
    if (page % 2 == 0) list.Remove(page);
  });

  EXPECT_EQ(PagesOf(list).size(), 4u);
}

// Puts pages in and takes them out of three lists as the model does.
TEST_F(PageListTest, AgreesWithPlainListsOverRandomSteps) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  constexpr size_t kListCount = 3;
  PageList lists[kListCount];
  std::list<PageIndex> models[kListCount];
  std::vector<size_t> list_of(kPageCount, kListCount);

  for (int step = 0; step < 20000; ++step) {
    const auto number = static_cast<PageIndex>(random() % kPageCount);
    const size_t to = random() % kListCount;
    const size_t from = list_of[number];
    if (random() % 50 == 0) {
      const size_t other = (to + 1) % kListCount;
      lists[to].Append(lists[other]);
      models[to].splice(models[to].end(), models[other]);
      std::replace(list_of.begin(), list_of.end(), other, to);
    } else if (from < kListCount) {
      lists[from].Remove(Page(number));
      models[from].remove(Page(number));
      list_of[number] = kListCount;
    } else if (random() % 2 == 0) {
      lists[to].PushFront(Page(number));
      models[to].push_front(Page(number));
      list_of[number] = to;
    } else {
      lists[to].PushBack(Page(number));
      models[to].push_back(Page(number));
      list_of[number] = to;
    }
    for (size_t i = 0; i < kListCount; ++i) {
      ASSERT_EQ(lists[i].empty(), models[i].empty());
      ASSERT_EQ(lists[i].count(), models[i].size());
    }
  }

  for (size_t i = 0; i < kListCount; ++i) {
    EXPECT_EQ(PagesOf(lists[i]),
              std::vector(models[i].begin(), models[i].end()));
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
