// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Containers that are used by what their own allocation calls: a collection's
// prefinalizers, by which what dies leaves the list that it is in, and its
// callback. And containers that become a part of themselves.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr int kNew = 1'000'000;

class Listed : public GarbageCollected<Listed> {
  HALFWORD_USING_PRE_FINALIZER(Listed, Leave);

 public:
  explicit Listed(int number) : number_(number) {}
  void Leave() {
    std::erase(expected, number_);
    if (vector != nullptr) erase(*vector, number_);
    if (deque != nullptr) erase(*deque, number_);
  }
  static inline std::vector<int> expected;
  static inline HeapVector<int>* vector = nullptr;
  static inline HeapDeque<int>* deque = nullptr;

 private:
  int number_;
  HALFWORD_FIELDS(Listed, number_)
};

class Lists : public GarbageCollected<Lists> {
 public:
  HeapVector<int> vector_;
  HeapDeque<int> deque_;
  HALFWORD_FIELDS(Lists, vector_, deque_)
};

class ReentrantContainersTest : public ::testing::Test {
 protected:
  ~ReentrantContainersTest() override {
    Listed::vector = nullptr;
    Listed::deque = nullptr;
  }

  // Runs what makes a full container grow, in which objects are listed that are
  // dead by then. Returns what it has added, new elements being kNew or 0.
  template <typename Container, typename Operation>
  std::vector<int> Grow(Container* container, Operation operation) {
    Listed::expected.clear();
    container->clear();
    container->reserve(kCount);
    while (container->size() < container->capacity()) List(container);
    CollectorOf(*heap_).set_budget_bytes(1);
    const size_t collections = CollectorOf(*heap_).collection_count();
    operation(container);
    EXPECT_GT(CollectorOf(*heap_).collection_count(), collections);
    EXPECT_LT(Listed::expected.size(), kCount / 2);

    std::vector<int> old;
    std::vector<int> added;
    for (const int number : *container) {
      (number == kNew || number == 0 ? added : old).push_back(number);
    }
    EXPECT_EQ(old, Listed::expected);
    EXPECT_EQ(Findings(*heap_), "");
    return added;
  }

  Lists& lists() { return *lists_; }

 private:
  static constexpr size_t kCount = 1000;

  template <typename Container>
  void List(Container* container) {
    const int number = ++last_number_;
    container->push_back(number);
    Listed::expected.push_back(number);
    MakeGarbageCollected<Listed>(heap_->GetAllocationHandle(), number);
  }

  int last_number_ = 0;
  std::unique_ptr<Heap> heap_ = Heap::Create();
  Persistent<Lists> lists_ =
      MakeGarbageCollected<Lists>(heap_->GetAllocationHandle());
};

const std::vector<int> kOne = {kNew};
const std::vector<int> kThree = {kNew, kNew, kNew};

template <typename Container>
void PushBack(Container* container) {
  container->push_back(kNew);
}
template <typename Container>
void AppendRange(Container* container) {
  container->append_range(kThree);
  EXPECT_EQ(container->back(), kNew);
}
template <typename Container>
void InsertAtTheEnd(Container* container) {
  container->insert(container->end(), 3, kNew);
  EXPECT_EQ(container->back(), kNew);
}
template <typename Container>
void InsertInTheMiddle(Container* container) {
  const auto it =
      container->insert(container->begin() + container->size() / 2, 3, kNew);
  EXPECT_EQ(*it, kNew);
}
template <typename Container>
void EmplaceNearTheEnd(Container* container) {
  EXPECT_EQ(*container->emplace(container->end() - 1, kNew), kNew);
}
template <typename Container>
void InsertWhatIsRead(Container* container) {
  std::istringstream text("1000000 1000000 1000000");
  container->insert(container->end() - 1, std::istream_iterator<int>(text),
                    std::istream_iterator<int>());
}
template <typename Container>
void Resize(Container* container) {
  const size_t size = container->size() + 3;
  container->resize(size);
  EXPECT_EQ(container->size(), size);
}

TEST_F(ReentrantContainersTest, VectorsGrow) {
  HeapVector<int>* const vector = Listed::vector = &lists().vector_;
  using Vector = HeapVector<int>;
  EXPECT_EQ(Grow(vector, PushBack<Vector>), kOne);
  EXPECT_EQ(Grow(vector, AppendRange<Vector>), kThree);
  EXPECT_EQ(Grow(vector, InsertAtTheEnd<Vector>), kThree);
  EXPECT_EQ(Grow(vector, InsertInTheMiddle<Vector>), kThree);
  EXPECT_EQ(Grow(vector, EmplaceNearTheEnd<Vector>), kOne);
  EXPECT_EQ(Grow(vector, InsertWhatIsRead<Vector>), kThree);
  Grow(vector, Resize<Vector>);
}

TEST_F(ReentrantContainersTest, DequesGrow) {
  HeapDeque<int>* const deque = Listed::deque = &lists().deque_;
  using Deque = HeapDeque<int>;
  EXPECT_EQ(Grow(deque, PushBack<Deque>), kOne);
  EXPECT_EQ(Grow(deque, AppendRange<Deque>), kThree);
  EXPECT_EQ(Grow(deque, InsertAtTheEnd<Deque>), kThree);
  EXPECT_EQ(Grow(deque, InsertInTheMiddle<Deque>), kThree);
  EXPECT_EQ(Grow(deque, EmplaceNearTheEnd<Deque>), kOne);
  EXPECT_EQ(Grow(deque, InsertWhatIsRead<Deque>), kThree);
  Grow(deque, Resize<Deque>);
  EXPECT_EQ(Grow(deque, [](Deque* grown) { grown->push_front(kNew); }), kOne);
  EXPECT_EQ(deque->front(), kNew);
}

// A callback that uses what is being grown.
class CalledContainersTest : public ::testing::Test {
 protected:
  template <typename Container, typename Operation>
  void Grow(Container* container, Operation operation,
            std::function<void()> callback) {
    container->clear();
    while (container->size() < container->capacity() || container->empty()) {
      container->push_back(1);
    }
    MakeGarbageCollected<Lists>(heap_->GetAllocationHandle());
    callback_ = std::move(callback);
    CollectorOf(*heap_).CloseRuns();
    CollectorOf(*heap_).set_budget_bytes(1);
    operation(container);
    EXPECT_EQ(callback_, nullptr);
    EXPECT_LE(container->size(), container->capacity());
    EXPECT_EQ(std::ranges::count(*container, 0), 0);
    EXPECT_EQ(Findings(*heap_), "");
  }
  template <typename Container>
  void GrowAnyhow(Container* container) {
    const auto operations = {PushBack<Container>, AppendRange<Container>,
                             InsertAtTheEnd<Container>,
                             EmplaceNearTheEnd<Container>};
    for (auto* const operation : operations) {
      Grow(container, operation, [=] { container->append_range(kMore); });
      EXPECT_EQ(std::ranges::count(*container, 2), std::ssize(kMore));
      EXPECT_NE(std::ranges::count(*container, kNew), 0);
      Grow(container, operation, [=] {
        container->clear();
        container->shrink_to_fit();
      });
      EXPECT_EQ(std::ssize(*container), std::ranges::count(*container, kNew));
      EXPECT_FALSE(container->empty());
    }
  }
  Lists& lists() { return *lists_; }

 private:
  static inline const std::vector<int> kMore = std::vector<int>(100, 2);

  std::function<void()> callback_;
  std::unique_ptr<Heap> heap_ =
      Heap::Create({.cycle_callback = [this](Heap&, const CycleRecord&) {
        if (callback_ != nullptr) std::exchange(callback_, nullptr)();
      }});
  Persistent<Lists> lists_ =
      MakeGarbageCollected<Lists>(heap_->GetAllocationHandle());
};

TEST_F(CalledContainersTest, VectorsGrow) { GrowAnyhow(&lists().vector_); }
TEST_F(CalledContainersTest, DequesGrow) { GrowAnyhow(&lists().deque_); }

TEST_F(CalledContainersTest, WhatIsCopiedMayChange) {
  HeapVector<int>* const vector = &lists().vector_;
  HeapVector<int> vector_copy;
  vector->reserve(1000);
  Grow(
      vector, [&](auto*) { vector_copy = *vector; },
      [=] { *vector = HeapVector<int>{1, 2, 3}; });
  EXPECT_EQ(vector_copy, (HeapVector<int>{1, 2, 3}));

  HeapDeque<int>* const deque = &lists().deque_;
  deque->reserve(1000);
  Grow(
      deque, [=](auto*) { EXPECT_EQ(HeapDeque<int>(*deque).size(), 3u); },
      [=] { *deque = HeapDeque<int>{1, 2, 3}; });
}

// Elements that allocate when they are made.
const std::string kOldText(20, 'o');
const std::string kNewText(475, 'n');
const std::vector<std::string> kNewTexts(3, kNewText);

class Leaf : public GarbageCollected<Leaf> {
 public:
  explicit Leaf(int number) : number_(number) {}
  int number_;
  HALFWORD_FIELDS(Leaf, number_)
};
Leaf* MakeLeaf(int number) {
  return MakeGarbageCollected<Leaf>(CurrentAllocationHandle(), number);
}
struct Branchlet {
  Branchlet() : leaf(MakeLeaf(kNew)) {}
  explicit Branchlet(Leaf* other) : leaf(other) {}
  Member<Leaf> leaf;
  HALFWORD_FIELDS(Branchlet, leaf)
};

template <template <typename> typename Container>
class Made : public GarbageCollected<Made<Container>> {
 public:
  Container<String> strings;
  Container<MutableString> mutable_strings;
  Container<Branchlet> branchlets;
  Container<Member<Leaf>> leaves;
  HALFWORD_FIELDS(Made, strings, mutable_strings, branchlets, leaves)
};

bool IsNew(std::string_view text) { return text == kNewText; }
bool IsNew(const Member<Leaf>& leaf) { return leaf && leaf->number_ == kNew; }
bool IsNew(const Branchlet& branchlet) { return IsNew(branchlet.leaf); }
bool IsOld(std::string_view text) { return text == kOldText; }
bool IsOld(const Member<Leaf>& leaf) { return leaf && leaf->number_ == 0; }
bool IsOld(const Branchlet& branchlet) { return IsOld(branchlet.leaf); }

// The allocation of an element calls what shortens, empties or moves the
// container, which has room enough.
template <typename MadeObject>
class MadeElementsTest : public ::testing::Test {
 protected:
  static constexpr ptrdiff_t kSome = -1;

  // old: what the container has, ten times. added: how many new elements the
  // operation adds, or kSome.
  template <typename Container, typename Old, typename Operation>
  void Check(Container* container, const Old& old, ptrdiff_t added,
             Operation operation) {
    const std::function<void()> callbacks[] = {
        [=] { container->resize(container->size() - container->size() / 2); },
        [=] {
          container->clear();
          container->shrink_to_fit();
        },
        [=] {
          const size_t full = container->capacity();
          while (container->size() <= full) container->emplace_back(old);
        }};
    for (const std::function<void()>& callback : callbacks) {
      container->clear();
      container->reserve(100);
      for (int i = 0; i < 10; ++i) container->emplace_back(old);
      if (prepare_ != nullptr) prepare_();
      CloseRuns();
      callback_ = callback;
      operation(container);
      EXPECT_EQ(callback_, nullptr);
      const auto is_new = [](const auto& element) { return IsNew(element); };
      const auto is_old = [](const auto& element) { return IsOld(element); };
      const ptrdiff_t new_count = std::ranges::count_if(*container, is_new);
      EXPECT_EQ(new_count, added == kSome ? new_count : added);
      EXPECT_EQ(std::ranges::count_if(*container, is_old),
                std::ssize(*container) - new_count);
      EXPECT_EQ(Findings(*heap_), "");
    }
  }
  MadeObject& made() { return *made_; }

  // Called before an operation that is checked.
  std::function<void()> prepare_;

 private:
  // The next allocation collects.
  void CloseRuns() {
    MakeLeaf(0);
    CollectorOf(*heap_).CloseRuns();
    CollectorOf(*heap_).set_budget_bytes(1);
  }

  std::function<void()> callback_;
  std::unique_ptr<Heap> heap_ =
      Heap::Create({.cycle_callback = [this](Heap&, const CycleRecord&) {
        if (callback_ != nullptr) std::exchange(callback_, nullptr)();
      }});
  Persistent<MadeObject> made_ =
      MakeGarbageCollected<MadeObject>(heap_->GetAllocationHandle());
};

using MadeObjects = ::testing::Types<Made<HeapVector>, Made<HeapDeque>>;
TYPED_TEST_SUITE(MadeElementsTest, MadeObjects);

TYPED_TEST(MadeElementsTest, OneIsMadeBeforeItsPlaceIsFound) {
  auto* const strings = &this->made().strings;
  const String old = kOldText;

  this->Check(strings, old, 1, [](auto* grown) {
    grown->push_back(kNewText);
    EXPECT_EQ(grown->back(), kNewText);
  });
  this->Check(strings, old, 1, [](auto* grown) {
    EXPECT_EQ(grown->emplace_back(kNewText), kNewText);
  });
  this->Check(strings, old, 1, [](auto* grown) {
    EXPECT_EQ(*grown->emplace(grown->begin() + 3, kNewText), kNewText);
  });
}

TYPED_TEST(MadeElementsTest, OneIsMadeBeforeItsPlaceInFrontIsFound) {
  if constexpr (std::is_same_v<TypeParam, Made<HeapDeque>>) {
    this->Check(&this->made().strings, String(kOldText), 1, [](auto* grown) {
      grown->push_front(kNewText);
      EXPECT_EQ(grown->front(), kNewText);
    });
  }
}

TYPED_TEST(MadeElementsTest, ManyAreMadeBeforeTheirPlacesAreFound) {
  auto* const strings = &this->made().strings;
  const String old = kOldText;

  this->Check(strings, old, 3, [](auto* grown) {
    grown->append_range(kNewTexts);
    EXPECT_EQ(grown->back(), kNewText);
  });
  this->Check(strings, old, 3, [](auto* grown) {
    const auto it =
        grown->insert(grown->begin() + 3, kNewTexts.begin(), kNewTexts.end());
    EXPECT_EQ(*it, kNewText);
    EXPECT_EQ(*(it + 2), kNewText);
  });
  this->Check(strings, old, 3, [](auto* grown) {
    grown->assign(kNewTexts.begin(), kNewTexts.end());
  });
}

TYPED_TEST(MadeElementsTest, ACopyThatTrimsIsMadeBeforeItsPlaceIsFound) {
  MutableString source;
  this->prepare_ = [&source] {
    source = MutableString();
    source.reserve(3 * kNewText.size());
    source.append(kNewText);
  };
  auto* const strings = &this->made().mutable_strings;
  const MutableString old = kOldText;

  this->Check(strings, old, 1, [&source](auto* grown) {
    grown->push_back(source);
    EXPECT_EQ(grown->back(), kNewText);
  });
  this->Check(strings, old, 1, [&source](auto* grown) {
    grown->insert(grown->begin() + 3, &source, &source + 1);
  });
  this->Check(strings, old, 3, [&source](auto* grown) {
    grown->insert(grown->begin() + 3, 3, source);
  });
}

TYPED_TEST(MadeElementsTest, DefaultsAreMadeBeforeTheirPlacesAreFound) {
  auto* const branchlets = &this->made().branchlets;
  Leaf* const old = MakeLeaf(0);

  this->Check(branchlets, old, 1, [](auto* grown) { grown->emplace_back(); });
  this->Check(branchlets, old, TestFixture::kSome, [](auto* grown) {
    grown->resize(13);
    EXPECT_EQ(grown->size(), 13u);
  });
}

TYPED_TEST(MadeElementsTest, ARangeMayMakeWhatIsReadFromIt) {
  const auto made = std::views::iota(0, 3) |
                    std::views::transform([](int) { return MakeLeaf(kNew); });

  this->Check(&this->made().leaves, MakeLeaf(0), 3, [&made](auto* grown) {
    grown->insert_range(grown->begin() + 3, made);
  });
}

// A structure of which parts are of the same kind.
struct Branch {
  HeapHashMap<int, Branch> by_number;
  HeapVector<Branch> vector;
  HeapDeque<Branch> deque;
  int number = 0;
  HALFWORD_FIELDS(Branch, by_number, vector, deque, number)
};
class Root : public GarbageCollected<Root> {
 public:
  Branch branch_;
  HALFWORD_FIELDS(Root, branch_)
};

class NestedContainersTest : public ::testing::Test {
 protected:
  NestedContainersTest() {
    Branch& middle = branch().by_number[1];
    branch().vector.resize(3);
    branch().deque.resize(3);
    for (Branch* const part :
         {&middle, &branch().vector[1], &branch().deque[1]}) {
      part->by_number[7].number = 7;
      part->vector.resize(2);
      part->vector[1].number = 7;
      part->deque.resize(2);
      part->deque[1].number = 7;
    }
  }
  Branch& branch() { return root_->branch_; }

 private:
  std::unique_ptr<Heap> heap_ = Heap::Create();
  Persistent<Root> root_ =
      MakeGarbageCollected<Root>(heap_->GetAllocationHandle());
};

TEST_F(NestedContainersTest, APartTakesThePlaceOfTheWhole) {
  branch().by_number = std::move(branch().by_number[1].by_number);
  branch().vector = std::move(branch().vector[1].vector);
  branch().deque = std::move(branch().deque[1].deque);
  EXPECT_EQ(branch().by_number.size(), 1u);
  EXPECT_EQ(branch().by_number[7].number, 7);
  EXPECT_EQ(branch().vector[1].number, 7);
  EXPECT_EQ(branch().deque[1].number, 7);
}

TEST_F(NestedContainersTest, ACopyOfAPartTakesThePlaceOfTheWhole) {
  branch().by_number = std::as_const(branch()).by_number.at(1).by_number;
  branch().vector = std::as_const(branch()).vector[1].vector;
  branch().deque = std::as_const(branch()).deque[1].deque;
  EXPECT_EQ(branch().by_number.size(), 1u);
  EXPECT_EQ(branch().by_number[7].number, 7);
  ASSERT_EQ(branch().vector.size(), 2u);
  EXPECT_EQ(branch().vector[1].number, 7);
  ASSERT_EQ(branch().deque.size(), 2u);
  EXPECT_EQ(branch().deque[1].number, 7);
}

TEST_F(NestedContainersTest, NothingThatIsInsertedMovesNothing) {
  branch().vector[2].vector.resize(5);
  branch().vector.insert(branch().vector.begin(), 0, Branch());
  branch().vector.insert(branch().vector.begin(), {});
  EXPECT_EQ(branch().vector[1].vector.size(), 2u);
  EXPECT_EQ(branch().vector[2].vector.size(), 5u);
  branch().deque.insert(branch().deque.begin(), 0, Branch());
  EXPECT_EQ(branch().deque[1].deque.size(), 2u);
}

TEST_F(NestedContainersTest, ARangeMayBeOfTheSameClass) {
  HeapVector<Branch>& vector = branch().vector;
  vector[0].vector.append_range(vector[1].vector);
  EXPECT_EQ(vector[0].vector[1].number, 7);
  vector[2].vector.assign_range(vector[0].vector);
  EXPECT_EQ(vector[2].vector.size(), 2u);
  branch().deque[0].deque.prepend_range(branch().deque[1].deque);
  EXPECT_EQ(branch().deque[0].deque[1].number, 7);
}

// Reads three numbers, and then fails.
struct FailingIterator {
  using iterator_concept = std::input_iterator_tag;
  using value_type = int;
  using difference_type = ptrdiff_t;
  int operator*() const { return count == 3 ? throw 1 : kNew; }
  FailingIterator& operator++() {
    ++count;
    return *this;
  }
  void operator++(int) { ++count; }
  bool operator==(std::default_sentinel_t) const { return false; }
  int count = 0;
};

TEST_F(ReentrantContainersTest, WhatFailsToBeReadIsNotThere) {
  const auto range =
      std::ranges::subrange(FailingIterator(), std::default_sentinel);
  lists().vector_ = {1, 2, 3};
  EXPECT_THROW(lists().vector_.insert_range(lists().vector_.begin(), range),
               int);
  EXPECT_EQ(lists().vector_, (HeapVector<int>{1, 2, 3}));
  lists().deque_ = {1, 2, 3};
  EXPECT_THROW(lists().deque_.prepend_range(range), int);
  EXPECT_EQ(lists().deque_.size(), 3u);
  EXPECT_EQ(lists().deque_[0], 1);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
