// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapVector: what std::vector does, with every kind of element, and what the
// collector sees of it. What a marker of another thread may see is in
// tests/stress/container_reader_test.cc.

#include "halfword/heap_vector.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Leaf : public GarbageCollected<Leaf> {
 public:
  explicit Leaf(int value = 0) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Leaf, value_)
};

// An aggregate, moved by its words.
struct Entry {
  Member<Leaf> leaf;
  int32_t number = 0;
  double weight = 0;
  HALFWORD_FIELDS(Entry, leaf, number, weight)
};

// Has constructors of its own, and is moved by them.
struct Pair {
  Pair() = default;
  Pair(Leaf* leaf, int number) : first(leaf), second(number) {}
  Member<Leaf> first;
  int32_t second = 0;
  HALFWORD_FIELDS(Pair, first, second)
};

using Leaves = HeapVector<Member<Leaf>>;

class Holder : public GarbageCollected<Holder> {
 public:
  Leaves leaves_;
  HeapVector<WeakMember<Leaf>> weak_;
  HeapVector<Tagged<Leaf>> tagged_;
  HeapVector<Entry> entries_;
  HeapVector<Pair> pairs_;
  HeapVector<Leaves> rows_;
  HeapVector<int> numbers_;
  HALFWORD_FIELDS(Holder, leaves_, weak_, tagged_, entries_, pairs_, rows_,
                  numbers_)
};

class TracedHolder : public GarbageCollected<TracedHolder> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(leaves_); }
  Leaves leaves_;
};

// A tree by value, through an incomplete class.
struct Branch {
  int32_t number = 0;
  HeapVector<Branch> branches;
  HALFWORD_FIELDS(Branch, number, branches)
};

static_assert(sizeof(Leaves) == 2 * sizeof(Word));
static_assert(std::is_trivially_destructible_v<Leaves>);
static_assert(std::ranges::contiguous_range<Leaves>);
static_assert(std::ranges::sized_range<const Leaves>);
static_assert(std::is_nothrow_move_constructible_v<Leaves>);
static_assert(MovesByBytes<Entry>() && !MovesByBytes<Pair>());
static_assert(MovesByBytes<Leaves>() && HoldsReferences<Leaves>());
static_assert(!HoldsReferences<int>());

using HeapVectorTest = HeapTest;
HALFWORD_INSTANTIATE_FOR_PAGES(HeapVectorTest);

std::vector<int> ValuesOf(const Leaves& leaves) {
  std::vector<int> values;
  for (const Member<Leaf>& leaf : leaves) {
    values.push_back(leaf ? leaf->value_ : -1);
  }
  return values;
}

using Values = std::vector<int>;

TEST_P(HeapVectorTest, TakesNoMemoryWhileItIsEmpty) {
  const size_t before = collector().live_bytes_estimate();
  Leaves empty;
  const Leaves& same = empty;

  EXPECT_TRUE(empty.empty());
  EXPECT_EQ(empty.capacity(), 0u);
  EXPECT_EQ(empty.begin(), empty.end());
  EXPECT_EQ(same.rbegin(), same.rend());
  EXPECT_EQ(std::span<Member<Leaf>>(empty).size(), 0u);
  empty.clear();
  empty.shrink_to_fit();
  empty.resize(0);
  EXPECT_EQ(empty.erase(empty.begin(), empty.end()), empty.end());
  Leaves copy = empty;
  Leaves moved = std::move(copy);
  swap(moved, empty);
  EXPECT_EQ(collector().live_bytes_estimate(), before);
}

TEST_P(HeapVectorTest, HoldsWhatItIsGiven) {
  const Persistent<Holder> holder = Make<Holder>();
  Leaves& leaves = holder->leaves_;
  PreparePages<Leaf>();
  for (int i = 0; i < 10'000; ++i) leaves.push_back(Make<Leaf>(i));

  CollectPrecisely(heap());

  ASSERT_EQ(leaves.size(), 10'000u);
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_EQ(leaves[static_cast<size_t>(i)]->value_, i);
  }
  EXPECT_EQ(leaves.front()->value_, 0);
  EXPECT_EQ(leaves.back()->value_, 9'999);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapVectorTest, TakesWhateverRefersToAnElement) {
  const Persistent<Leaf> handle = Make<Leaf>(1);
  const WeakMember<Leaf> weak = handle.Get();
  Leaves leaves;
  leaves.push_back(handle);
  leaves.push_back(weak);
  leaves.push_back(handle.Get());
  leaves.push_back(*handle);
  leaves.push_back({});
  leaves.push_back(nullptr);
  leaves.push_back(kSentinelPointer);

  EXPECT_EQ(std::count(leaves.begin(), leaves.end(), handle.Get()), 4);
  EXPECT_EQ(std::ranges::count(leaves, nullptr), 2);
  EXPECT_EQ(leaves.back(), kSentinelPointer);
}

TEST_P(HeapVectorTest, OnTheStackIsFoundByTheScan) {
  Leaves leaves;
  for (int i = 0; i < 1'000; ++i) leaves.push_back(Make<Leaf>(i));

  CollectConservatively(heap());

  EXPECT_EQ(leaves[999]->value_, 999);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapVectorTest, IsHeldByAHandWrittenTrace) {
  const Persistent<TracedHolder> holder = Make<TracedHolder>();
  holder->leaves_ = {Make<Leaf>(1), Make<Leaf>(2)};

  CollectPrecisely(heap());

  EXPECT_EQ(ValuesOf(holder->leaves_), (Values{1, 2}));
}

TEST_P(HeapVectorTest, ReleasesWhatIsTakenOut) {
  const Persistent<Holder> holder = Make<Holder>();
  Leaves& leaves = holder->leaves_;
  std::vector<WeakPersistent<Leaf>> watched;
  for (int i = 0; i < 10; ++i) {
    Leaf* const leaf = Make<Leaf>(i);
    watched.emplace_back(leaf);
    leaves.push_back(leaf);
  }

  leaves.pop_back();
  leaves.erase(leaves.begin() + 2);
  leaves.erase(leaves.begin(), leaves.begin() + 2);
  leaves.resize(4);
  CollectPrecisely(heap());
  EXPECT_EQ(ValuesOf(leaves), (Values{3, 4, 5, 6}));
  for (size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(static_cast<bool>(watched[i]), i >= 3 && i < 7) << i;
  }

  leaves.clear();
  CollectPrecisely(heap());
  EXPECT_FALSE(watched[3]);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapVectorTest, ClearsWeakElementsWhoseTargetsDie) {
  const Persistent<Holder> holder = Make<Holder>();
  const Persistent<Leaf> kept = Make<Leaf>(1);
  for (int i = 0; i < 100; ++i) {
    holder->weak_.push_back(i == 50 ? kept.Get() : Make<Leaf>(0));
  }

  CollectPrecisely(heap());

  EXPECT_EQ(std::ranges::count(holder->weak_, nullptr), 99);
  EXPECT_EQ(holder->weak_[50], kept);
  EXPECT_EQ(erase(holder->weak_, nullptr), 99u);
  EXPECT_EQ(holder->weak_.size(), 1u);
}

TEST_P(HeapVectorTest, HoldsTaggedIntegersAndObjects) {
  const Persistent<Holder> holder = Make<Holder>();
  HeapVector<Tagged<Leaf>>& tagged = holder->tagged_;
  for (int i = 0; i < 100; ++i) {
    tagged.emplace_back(-i);
    tagged.emplace_back(Make<Leaf>(i));
  }
  tagged.emplace_back();
  tagged.insert(tagged.begin(), 2, tagged[3]);

  CollectPrecisely(heap());

  EXPECT_EQ(tagged.size(), 203u);
  EXPECT_EQ(tagged[1].object()->value_, 1);
  EXPECT_EQ(tagged[200].integer(), -99);
  EXPECT_EQ(tagged[201].object()->value_, 99);
  EXPECT_EQ(tagged[202].integer(), 0);
}

TEST_P(HeapVectorTest, HoldsStructsWithReferences) {
  const Persistent<Holder> holder = Make<Holder>();
  for (int i = 0; i < 100; ++i) {
    holder->entries_.push_back({Make<Leaf>(i), i, i / 2.0});
    holder->pairs_.emplace_back(Make<Leaf>(i), i);
  }
  holder->entries_.erase(holder->entries_.begin() + 10,
                         holder->entries_.begin() + 20);
  holder->pairs_.erase(holder->pairs_.begin() + 10,
                       holder->pairs_.begin() + 20);
  holder->entries_.insert(holder->entries_.begin(), Entry{nullptr, -1, 0.5});
  holder->pairs_.insert(holder->pairs_.begin(), holder->pairs_[89]);

  CollectPrecisely(heap());

  EXPECT_EQ(holder->entries_.size(), 91u);
  EXPECT_EQ(holder->entries_[0].number, -1);
  EXPECT_EQ(holder->entries_[11].leaf->value_, 20);
  EXPECT_EQ(holder->entries_[11].number, 20);
  EXPECT_EQ(holder->entries_[11].weight, 10.0);
  EXPECT_EQ(holder->pairs_[0].first->value_, 99);
  EXPECT_EQ(holder->pairs_[11].first->value_, 20);
  EXPECT_EQ(holder->pairs_[11].second, 20);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapVectorTest, HoldsVectors) {
  const Persistent<Holder> holder = Make<Holder>();
  HeapVector<Leaves>& rows = holder->rows_;
  for (int i = 0; i < 50; ++i) {
    rows.emplace_back();
    for (int j = 0; j < i; ++j) rows.back().push_back(Make<Leaf>(i * j));
  }
  rows.insert(rows.begin(), Leaves{Make<Leaf>(-5)});
  rows.push_back(rows[10]);
  rows.back()[0] = nullptr;

  CollectPrecisely(heap());

  EXPECT_EQ(ValuesOf(rows[0]), Values{-5});
  EXPECT_EQ(rows[40].size(), 39u);
  EXPECT_EQ(rows[40][20]->value_, 39 * 20);
  EXPECT_EQ(ValuesOf(rows[10])[0], 0) << "a copy is one of the elements, too";
  EXPECT_FALSE(rows.back()[0]);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapVectorTest, HoldsItsOwnKindByValue) {
  HeapVector<Branch> branches;
  branches.push_back({1, {}});
  branches[0].branches.push_back({2, {}});
  branches.push_back(branches[0]);
  branches[0].branches[0].number = 3;

  CollectConservatively(heap());

  EXPECT_EQ(branches[0].branches[0].number, 3);
  EXPECT_EQ(branches[1].branches[0].number, 2);
  branches = std::move(branches[1].branches);
  ASSERT_EQ(branches.size(), 1u);
  EXPECT_EQ(branches[0].number, 2);
}

TEST_P(HeapVectorTest, TakesArgumentsThatAreItsElements) {
  const Persistent<Holder> holder = Make<Holder>();
  Leaves& leaves = holder->leaves_;
  leaves.push_back(Make<Leaf>(7));
  // Of each call, some grow the vector and some do not.
  for (int i = 0; i < 100; ++i) {
    leaves.push_back(leaves[0]);
    leaves.emplace_back(leaves.front());
    leaves.insert(leaves.begin(), leaves.back());
    leaves.insert(leaves.begin() + 1, 2, leaves.back());
    leaves.resize(leaves.size() + 1, leaves[2]);
  }
  EXPECT_EQ(leaves.size(), 601u);
  EXPECT_EQ(std::ranges::count(leaves, leaves[0]), 601);

  leaves.assign(3, leaves[600]);
  leaves = std::as_const(leaves);
  EXPECT_EQ(ValuesOf(leaves), (Values{7, 7, 7}));
}

TEST_P(HeapVectorTest, CopiesElementsAndMovesBackings) {
  const Persistent<Holder> holder = Make<Holder>();
  Leaves& leaves = holder->leaves_;
  leaves = {Make<Leaf>(1), nullptr, Make<Leaf>(3)};
  const Member<Leaf>* const place = leaves.data();

  Leaves copy = leaves;
  copy[0] = nullptr;
  EXPECT_EQ(ValuesOf(leaves), (Values{1, -1, 3}));
  EXPECT_EQ(ValuesOf(copy), (Values{-1, -1, 3}));

  Leaves moved = std::move(leaves);
  EXPECT_EQ(moved.data(), place);
  EXPECT_TRUE(leaves.empty());  // NOLINT(bugprone-use-after-move)
  leaves = std::move(moved);
  EXPECT_EQ(leaves.data(), place);
  leaves.swap(copy);
  EXPECT_EQ(copy.data(), place);
  EXPECT_EQ(ValuesOf(leaves), (Values{-1, -1, 3}));
}

TEST_P(HeapVectorTest, IsMadeOfAnyRange) {
  const std::array<int, 3> array = {1, 2, 3};
  std::istringstream text("4 5 6");
  HeapVector<int> numbers(array);
  numbers.insert(numbers.begin() + 1, std::istream_iterator<int>(text),
                 std::istream_iterator<int>());
  EXPECT_EQ(numbers, (HeapVector<int>{1, 4, 5, 6, 2, 3}));

  numbers.append_range(std::views::iota(7, 9));
  numbers.insert_range(numbers.begin(), std::forward_list<int>{0});
  EXPECT_EQ(numbers, (HeapVector<int>{0, 1, 4, 5, 6, 2, 3, 7, 8}));
  numbers.assign_range(numbers | std::views::take(0));
  EXPECT_TRUE(numbers.empty());
  numbers.assign(array.begin(), array.end());
  EXPECT_EQ(numbers, HeapVector<int>(array));
  EXPECT_EQ(HeapVector<int>(2, 9), (HeapVector<int>{9, 9}));
  EXPECT_EQ(HeapVector<int>(2), (HeapVector<int>{0, 0}));
  EXPECT_EQ(HeapVector(array.begin(), array.end()), numbers);
}

TEST_P(HeapVectorTest, WorksWithTheAlgorithmsOfTheLibrary) {
  Leaves leaves;
  for (int i = 0; i < 1'000; ++i) leaves.push_back(Make<Leaf>(i * 7 % 1'000));
  std::ranges::sort(leaves, {},
                    [](const Member<Leaf>& leaf) { return leaf->value_; });
  EXPECT_EQ(leaves[1]->value_, 1);
  std::ranges::reverse(leaves);
  EXPECT_EQ(leaves[1]->value_, 998);
  EXPECT_EQ(erase_if(leaves, [](Leaf* leaf) { return leaf->value_ % 2 == 0; }),
            500u);
  EXPECT_EQ(std::accumulate(leaves.rbegin(), leaves.rend(), 0,
                            [](int sum, const Member<Leaf>& leaf) {
                              return sum + leaf->value_;
                            }),
            250'000);
  EXPECT_EQ(erase(leaves, leaves[0]), 1u);
  EXPECT_EQ(leaves.size(), 499u);
}

TEST_P(HeapVectorTest, Compares) {
  using Numbers = HeapVector<int>;
  EXPECT_LT((Numbers{1, 2}), (Numbers{1, 3}));
  EXPECT_LT((Numbers{1}), (Numbers{1, 0}));
  EXPECT_NE((Numbers{1}), (Numbers{1, 0}));
  EXPECT_TRUE((Numbers{3} <=> Numbers{3}) == std::strong_ordering::equal);
  Leaf* const leaf = Make<Leaf>();
  EXPECT_EQ((Leaves{leaf, nullptr}), (Leaves{leaf, nullptr}));
  EXPECT_GT((Leaves{leaf}), (Leaves{nullptr}));
  EXPECT_EQ((HeapVector<Leaves>{{leaf}}), (HeapVector<Leaves>{{leaf}}));
}

TEST_P(HeapVectorTest, RefusesWhatItDoesNotHaveOrCannotHold) {
  HeapVector<int> numbers = {1, 2};
  EXPECT_EQ(numbers.at(1), 2);
  EXPECT_THROW(static_cast<void>(numbers.at(2)), std::out_of_range);
  EXPECT_THROW(numbers.reserve(numbers.max_size() + 1), std::length_error);
  EXPECT_THROW(numbers.resize(SIZE_MAX), std::length_error);
  EXPECT_EQ(numbers, (HeapVector<int>{1, 2}));
}

// Throws when it is copied the third time.
struct Thrower {
  Thrower() = default;
  Thrower(const Thrower& other) : leaf(other.leaf), copies(other.copies) {
    if (copies != nullptr && ++*copies == 3) throw std::runtime_error("third");
  }
  Thrower(Thrower&& other) noexcept = default;
  Member<Leaf> leaf;
  int* copies = nullptr;
  HALFWORD_FIELDS(Thrower, leaf, copies)
};

TEST_P(HeapVectorTest, IsAsItWasWhenAnElementThrows) {
  int copies = 0;
  Thrower thrower;
  thrower.leaf = Make<Leaf>(5);
  HeapVector<Thrower> vector(3);
  vector[0].leaf = Make<Leaf>(1);
  vector[2].leaf = Make<Leaf>(2);
  vector.reserve(10);
  thrower.copies = &copies;
  std::array<Thrower, 0> none;
  const std::vector<Thrower*> more(3, &thrower);
  const auto throwers =
      more | std::views::transform([](Thrower* one) { return Thrower(*one); });

  EXPECT_THROW(
      vector.insert(vector.begin() + 1, throwers.begin(), throwers.end()),
      std::runtime_error);

  EXPECT_EQ(vector.size(), 3u);
  EXPECT_EQ(vector[0].leaf->value_, 1);
  EXPECT_EQ(vector[2].leaf->value_, 2);
  for (size_t i = 3; i < vector.capacity(); ++i) {
    EXPECT_FALSE(vector.data()[i].leaf) << i;
  }
  vector.insert(vector.begin(), none.begin(), none.end());
  EXPECT_EQ(vector.size(), 3u);
}

TEST_P(HeapVectorTest, GrowsInFewStepsAndUsesItsSlots) {
  // While a cycle marks, nothing shrinks.
  ResetHeap({.growth_bytes_min = 64 * kMiB});
  const Persistent<Holder> holder = Make<Holder>();
  Leaves& leaves = holder->leaves_;
  size_t steps = 0;
  size_t capacity = 0;
  for (size_t i = 0; i < 1'000'000; ++i) {
    leaves.push_back(nullptr);
    if (leaves.capacity() == capacity) continue;
    capacity = leaves.capacity();
    ++steps;
    const size_t bytes = UsableBytesOf(leaves.data());
    EXPECT_LT(bytes - capacity * sizeof(Word), 8 + sizeof(Word)) << capacity;
  }
  EXPECT_LT(steps, 40u);
  EXPECT_LE(capacity, 1'500'000u + 8192);

  leaves.resize(100'000);
  leaves.shrink_to_fit();
  EXPECT_LT(leaves.capacity(), 100'000u + kPageBytes / sizeof(Word));
  leaves.resize(10);
  leaves.shrink_to_fit();
  EXPECT_LT(leaves.capacity(), 14u);
  leaves.clear();
  leaves.shrink_to_fit();
  EXPECT_EQ(leaves.capacity(), 0u);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapVectorTest, GivesOldBackingsBackAtOnce) {
  ResetHeap({.growth_bytes_min = 8 * kMiB});
  for (int i = 0; i < 1'000; ++i) {
    HeapVector<int> numbers;
    for (int j = 0; j < 1'000; ++j) numbers.push_back(j);
    numbers.clear();
    numbers.shrink_to_fit();
  }

  EXPECT_EQ(collector().collection_count(), 0u);
}

TEST_P(HeapVectorTest, HoldersNeedNoDestructorAndAreTracedByOffsets) {
  Make<Holder>();
  const TypeInfo& type = TypeInfoOf<Holder>();
  EXPECT_FALSE(type.has_destructor);
  EXPECT_EQ(type.strong_offset_count, 7);
  EXPECT_TRUE(type.trace_mode == TraceMode::kOffsets ||
              type.trace_mode == TraceMode::kLanes);
  EXPECT_TRUE(type.may_be_in_image);
  EXPECT_EQ(type.fields[0].kind, FieldKind::kStruct);
}

TEST_P(HeapVectorTest, BackingsDescribeThemselves) {
  using Backing = ContainerBacking<HeapVector<Entry>>;
  const TypeInfo& type = TypeInfoOf<Backing>();
  EXPECT_EQ(std::string(type.name), std::string("halfword::HeapVector<") +
                                        kTypeName<Entry> + ">::Backing");
  EXPECT_EQ(std::string(kTypeName<Leaves>),
            std::string("halfword::HeapVector<halfword::Member<") +
                kTypeName<Leaf> + ">>");
  EXPECT_EQ(std::string(type.fields[0].name), "capacity_");
  EXPECT_EQ(type.trailing_offset, Backing::kElementsOffset);
  EXPECT_EQ(type.trailing_element_bytes, sizeof(Entry));
  ASSERT_NE(type.trailing->nested, nullptr);
  EXPECT_EQ(std::string(type.trailing->nested->fields[0].name), "leaf");
  EXPECT_FALSE(type.trailing_is_leaf);
  EXPECT_TRUE(TypeInfoOf<ContainerBacking<HeapVector<int>>>().trailing_is_leaf);
  EXPECT_FALSE(type.has_destructor);
}

TEST_P(HeapVectorTest, StatisticsCountBackings) {
  const Persistent<Holder> holder = Make<Holder>();
  holder->entries_.resize(1'000);
  CollectPrecisely(heap());

  const HeapStatistics statistics =
      heap().CollectStatistics(HeapStatistics::kDetailed);
  const auto found = std::ranges::find_if(
      statistics.type_stats, [](const HeapStatistics::TypeStatistics& type) {
        return type.name ==
               TypeInfoOf<ContainerBacking<HeapVector<Entry>>>().name;
      });
  ASSERT_NE(found, statistics.type_stats.end());
  EXPECT_EQ(found->object_count, 1u);
  EXPECT_GE(found->object_bytes, 1'000 * sizeof(Entry));
}

TEST_P(HeapVectorTest, VerifySeesElements) {
  const Persistent<Holder> holder = Make<Holder>();
  holder->leaves_.push_back(Make<Leaf>(1));
  auto* const word = reinterpret_cast<Word*>(holder->leaves_.data());
  const Word right = *word;

  *word = right + 1;
  EXPECT_NE(Findings(heap()).find("trailing element 0"), std::string::npos)
      << Findings(heap());
  *word = right;
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapVectorTest, BelongsToTheHeapOfItsObject) {
  const std::unique_ptr<Heap> other = Heap::Create();
  const HeapScope scope(*other);
  const Persistent<Holder> holder = Make<Holder>();
  holder->leaves_.push_back(Make<Leaf>(1));
  HeapVector<int> numbers = {1};

  EXPECT_EQ(&HandleOfObject(holder->leaves_.data()),
            &heap().GetAllocationHandle());
  EXPECT_EQ(&HandleOfObject(numbers.data()), &other->GetAllocationHandle());
}

TEST_P(HeapVectorTest, MakesElementsInItsHeap) {
  class Lists : public GarbageCollected<Lists> {
   public:
    HeapVector<String> strings_;
    HeapVector<HeapVector<int>> vectors_;
    HeapVector<HeapHashMap<int, int>> maps_;
    HALFWORD_FIELDS(Lists, strings_, vectors_, maps_)
  };
  const std::unique_ptr<Heap> other = Heap::Create();
  const HeapScope scope(*other);
  const Persistent<Lists> lists = Make<Lists>();
  const HeapVector<int> numbers = {1, 2, 3};
  const HeapHashMap<int, int> map = {{1, 2}};

  for (int i = 0; i < 10; ++i) {
    lists->strings_.push_back("neither short nor static");
    lists->strings_.emplace(lists->strings_.begin(), "of the first, too");
    lists->vectors_.push_back(numbers);
    lists->vectors_.emplace(lists->vectors_.begin(), numbers);
    lists->maps_.push_back(map);
  }

  for (const String& string : lists->strings_) {
    EXPECT_EQ(&HandleOfObject(string.data()), &heap().GetAllocationHandle());
  }
  for (const HeapVector<int>& vector : lists->vectors_) {
    EXPECT_EQ(&HandleOfObject(vector.data()), &heap().GetAllocationHandle());
  }
  EXPECT_EQ(&CurrentAllocationHandle(), &other->GetAllocationHandle());
}

#if HALFWORD_DCHECK_ENABLED && !HALFWORD_HAS_ASAN

using HeapVectorDeathTest = HeapVectorTest;
HALFWORD_INSTANTIATE_FOR_PAGES(HeapVectorDeathTest);

TEST_P(HeapVectorDeathTest, NamesWhatDebugBuildsCheck) {
  HeapVector<int> numbers = {1, 2};
  EXPECT_DEATH(static_cast<void>(numbers[2]), "has no such element");
  EXPECT_DEATH(numbers.erase(numbers.end()), "this iterator is none of this");
  numbers.clear();
  EXPECT_DEATH(numbers.pop_back(), "pop_back\\(\\) of an empty HeapVector");
  EXPECT_DEATH(static_cast<void>(numbers.back()), "has no such element");
}

TEST_P(HeapVectorDeathTest, NamesABackingOfAnotherHeap) {
  const std::unique_ptr<Heap> other = Heap::Create();
  const HeapScope scope(*other);
  const Persistent<Holder> holder = Make<Holder>();
  HeapVector<int> numbers = {1};

  EXPECT_DEATH(holder->numbers_ = std::move(numbers), "must not refer to");
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
