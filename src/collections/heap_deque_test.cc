// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapDeque: what std::deque does, at every position of the ring, and what the
// collector sees of it.

#include "halfword/heap_deque.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Leaf : public GarbageCollected<Leaf> {
 public:
  explicit Leaf(int value = 0) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Leaf, value_)
};

// Has constructors of its own, and is moved by them.
struct Pair {
  Pair() = default;
  Pair(Leaf* leaf, int number) : first(leaf), second(number) {}
  Member<Leaf> first;
  int32_t second = 0;
  HALFWORD_FIELDS(Pair, first, second)
};

using Leaves = HeapDeque<Member<Leaf>>;
using Numbers = HeapDeque<int>;

class Holder : public GarbageCollected<Holder> {
 public:
  Leaves leaves_;
  HeapDeque<Pair> pairs_;
  HeapDeque<WeakMember<Leaf>> weak_;
  HeapDeque<HeapVector<Member<Leaf>>> rows_;
  HALFWORD_FIELDS(Holder, leaves_, pairs_, weak_, rows_)
};

static_assert(sizeof(Leaves) == (kCompressed ? 12 : 16));
static_assert(std::is_trivially_destructible_v<Leaves>);
static_assert(std::ranges::random_access_range<Leaves>);
static_assert(std::ranges::sized_range<const Leaves>);
static_assert(std::random_access_iterator<Leaves::const_iterator>);
static_assert(std::is_convertible_v<Leaves::iterator, Leaves::const_iterator>);
static_assert(!std::is_convertible_v<Leaves::const_iterator, Leaves::iterator>);

std::vector<int> ValuesOf(const Leaves& leaves) {
  std::vector<int> values;
  for (const Member<Leaf>& leaf : leaves) {
    values.push_back(leaf ? leaf->value_ : -1);
  }
  return values;
}

using Values = std::vector<int>;

using HeapDequeTest = HeapTest;
HALFWORD_INSTANTIATE_FOR_PAGES(HeapDequeTest);

TEST_P(HeapDequeTest, TakesNoMemoryWhileItIsEmpty) {
  const size_t before = collector().live_bytes_estimate();
  Leaves empty;

  EXPECT_TRUE(empty.empty());
  EXPECT_EQ(empty.begin(), empty.end());
  empty.clear();
  empty.resize(0);
  empty.shrink_to_fit();
  EXPECT_EQ(empty.erase(empty.begin(), empty.end()), empty.end());
  Leaves copy = empty;
  Leaves moved = std::move(copy);
  swap(moved, empty);
  EXPECT_EQ(collector().live_bytes_estimate(), before);
}

TEST_P(HeapDequeTest, IsAQueueThatStaysSmall) {
  const Persistent<Holder> holder = Make<Holder>();
  Leaves& queue = holder->leaves_;
  for (int i = 0; i < 100; ++i) queue.push_back(Make<Leaf>(i));
  const size_t capacity = queue.capacity();
  for (int i = 100; i < 10'000; ++i) {
    ASSERT_EQ(queue.front()->value_, i - 100);
    queue.pop_front();
    queue.push_back(Make<Leaf>(i));
    if (i % 1'000 == 0) CollectPrecisely(heap());
  }

  EXPECT_EQ(queue.capacity(), capacity);
  EXPECT_EQ(queue.back()->value_, 9'999);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapDequeTest, GrowsAtBothEnds) {
  const Persistent<Holder> holder = Make<Holder>();
  Leaves& leaves = holder->leaves_;
  for (int i = 0; i < 5'000; ++i) {
    leaves.push_front(Make<Leaf>(-i - 1));
    leaves.emplace_back(Make<Leaf>(i));
  }

  CollectPrecisely(heap());

  ASSERT_EQ(leaves.size(), 10'000u);
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_EQ(leaves[static_cast<size_t>(i)]->value_, i - 5'000);
  }
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapDequeTest, ReleasesWhatIsTakenOut) {
  const Persistent<Holder> holder = Make<Holder>();
  Leaves& leaves = holder->leaves_;
  std::vector<WeakPersistent<Leaf>> watched;
  for (int i = 0; i < 10; ++i) {
    Leaf* const leaf = Make<Leaf>(i);
    watched.emplace_back(leaf);
    leaves.push_back(leaf);
  }

  leaves.pop_back();
  leaves.pop_front();
  leaves.erase(leaves.begin() + 1);
  leaves.erase(leaves.end() - 2);
  CollectPrecisely(heap());

  EXPECT_EQ(ValuesOf(leaves), (Values{1, 3, 4, 5, 6, 8}));
  for (size_t i = 0; i < 10; ++i) {
    const bool is_kept = i == 1 || (i >= 3 && i <= 6) || i == 8;
    EXPECT_EQ(static_cast<bool>(watched[i]), is_kept) << i;
  }
}

// Each position of the ring, gaps of several widths, both sides.
TEST_P(HeapDequeTest, InsertsAndErasesAnywhere) {
  for (size_t turn = 0; turn < 20; ++turn) {
    for (size_t index = 0; index <= 12; ++index) {
      for (size_t count = 0; count <= 5; ++count) {
        Numbers deque;
        deque.reserve(20);
        for (size_t i = 0; i < turn; ++i) deque.push_back(0);
        for (size_t i = 0; i < turn; ++i) deque.pop_front();
        std::deque<int> model;
        for (int i = 0; i < 12; ++i) {
          deque.push_back(i);
          model.push_back(i);
        }
        const auto offset = static_cast<ptrdiff_t>(index);

        deque.insert(deque.begin() + offset, count, 77);
        model.insert(model.begin() + offset, count, 77);
        ASSERT_TRUE(std::ranges::equal(deque, model)) << turn << ' ' << index;
        const auto end =
            static_cast<ptrdiff_t>(std::min(index + count + 2, model.size()));
        const auto next =
            deque.erase(deque.begin() + offset, deque.begin() + end);
        model.erase(model.begin() + offset, model.begin() + end);
        ASSERT_TRUE(std::ranges::equal(deque, model)) << turn << ' ' << index;
        ASSERT_EQ(next.index(), index);
      }
    }
  }
}

TEST_P(HeapDequeTest, TakesArgumentsThatAreItsElements) {
  Leaves leaves = {Make<Leaf>(7)};
  for (int i = 0; i < 100; ++i) {
    leaves.push_front(leaves.back());
    leaves.push_back(leaves.front());
    leaves.insert(leaves.begin() + 1, leaves[1]);
    leaves.insert(leaves.begin() + 1, 2, leaves[1]);
    leaves.resize(leaves.size() + 1, leaves[2]);
  }
  EXPECT_EQ(leaves.size(), 601u);
  EXPECT_EQ(std::ranges::count(leaves, leaves[0]), 601);
  leaves.assign(3, leaves[600]);
  leaves = std::as_const(leaves);
  EXPECT_EQ(ValuesOf(leaves), (Values{7, 7, 7}));
}

TEST_P(HeapDequeTest, HoldsEveryKindOfElement) {
  const Persistent<Holder> holder = Make<Holder>();
  for (int i = 0; i < 100; ++i) {
    holder->pairs_.emplace_front(Make<Leaf>(i), i);
    holder->weak_.emplace_back(Make<Leaf>(i));
    holder->rows_.emplace_front().push_back(Make<Leaf>(i));
  }
  holder->pairs_.erase(holder->pairs_.begin() + 10);
  holder->rows_.erase(holder->rows_.begin() + 80);

  CollectPrecisely(heap());

  EXPECT_EQ(holder->pairs_[20].first->value_, 78);
  EXPECT_EQ(holder->pairs_[20].second, 78);
  EXPECT_EQ(holder->rows_[98][0]->value_, 0);
  EXPECT_EQ(erase(holder->weak_, nullptr), 100u);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapDequeTest, CopiesMovesAndCompares) {
  Leaves leaves = {Make<Leaf>(1), nullptr, Make<Leaf>(3)};
  leaves.pop_front();
  leaves.push_back(Make<Leaf>(4));
  Leaves copy = leaves;
  EXPECT_EQ(copy, leaves);
  copy.front() = leaves.back();
  EXPECT_EQ(ValuesOf(copy), (Values{4, 3, 4}));
  EXPECT_EQ(ValuesOf(leaves), (Values{-1, 3, 4}));

  Leaves moved = std::move(leaves);
  EXPECT_TRUE(leaves.empty());  // NOLINT(bugprone-use-after-move)
  leaves = std::move(moved);
  leaves.swap(copy);
  EXPECT_EQ(ValuesOf(copy), (Values{-1, 3, 4}));
  EXPECT_LT((Numbers{1, 2}), (Numbers{1, 3}));
}

// A tree by value, through an incomplete class.
struct Branch {
  int32_t number = 0;
  HeapDeque<Branch> branches;
  HALFWORD_FIELDS(Branch, number, branches)
};

TEST_P(HeapDequeTest, IsReplacedByAPartOfItself) {
  HeapDeque<Branch> branches;
  branches.push_back({1, {}});
  branches[0].branches.push_back({2, {}});
  branches[0].branches.push_front({3, {}});

  branches = std::move(branches[0].branches);

  ASSERT_EQ(branches.size(), 2u);
  EXPECT_EQ(branches[0].number, 3);
  EXPECT_EQ(branches[1].number, 2);
}

TEST_P(HeapDequeTest, IsMadeOfAnyRange) {
  const std::array<int, 3> array = {1, 2, 3};
  std::istringstream text("4 5 6");
  Numbers numbers(array);
  numbers.insert(numbers.begin() + 1, std::istream_iterator<int>(text),
                 std::istream_iterator<int>());
  numbers.append_range(std::views::iota(7, 9));
  numbers.prepend_range(std::views::iota(-1, 1));
  EXPECT_EQ(numbers, (Numbers{-1, 0, 1, 4, 5, 6, 2, 3, 7, 8}));
  std::ranges::sort(numbers);
  EXPECT_EQ(erase_if(numbers, [](int n) { return n % 2 == 0; }), 5u);
  EXPECT_EQ(numbers, (Numbers{-1, 1, 3, 5, 7}));
  EXPECT_EQ(*(numbers.rbegin() + 1), 5);
  EXPECT_EQ(HeapDeque(array.begin(), array.end()), Numbers(array));
  numbers.assign_range(array);
  numbers.resize(5);
  EXPECT_EQ(numbers, (Numbers{1, 2, 3, 0, 0}));
  numbers.shrink_to_fit();
  EXPECT_EQ(numbers, (Numbers{1, 2, 3, 0, 0}));
}

TEST_P(HeapDequeTest, RefusesWhatItDoesNotHaveOrCannotHold) {
  Numbers numbers = {1, 2};
  EXPECT_EQ(numbers.at(1), 2);
  EXPECT_THROW(static_cast<void>(numbers.at(2)), std::out_of_range);
  EXPECT_THROW(numbers.reserve(numbers.max_size() + 1), std::length_error);
  EXPECT_THROW(numbers.resize(SIZE_MAX), std::length_error);
  EXPECT_EQ(numbers, (Numbers{1, 2}));
}

#if HALFWORD_DCHECK_ENABLED && !HALFWORD_HAS_ASAN

using HeapDequeDeathTest = HeapDequeTest;
HALFWORD_INSTANTIATE_FOR_PAGES(HeapDequeDeathTest);

TEST_P(HeapDequeDeathTest, NamesWhatDebugBuildsCheck) {
  Numbers numbers = {1, 2};
  Numbers others = {1, 2};
  EXPECT_DEATH(static_cast<void>(numbers[2]), "has no such element");
  EXPECT_DEATH(numbers.erase(others.begin()), "this iterator is none of this");
  numbers.clear();
  EXPECT_DEATH(numbers.pop_front(), "pop_front\\(\\) of an empty HeapDeque");
  EXPECT_DEATH(numbers.pop_back(), "pop_back\\(\\) of an empty HeapDeque");
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
