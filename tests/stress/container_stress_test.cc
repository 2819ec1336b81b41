// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Random operations on HeapVector and HeapDeque, beside std::vector and
// std::deque as models, with collections in between. A failure prints the seed
// and the step.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <random>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  explicit Node(uint32_t number) : number_(number) {}
  uint32_t number_;
  HALFWORD_FIELDS(Node, number_)
};

// An aggregate, which is moved by its words.
struct Entry {
  uint32_t number = 0;
  Member<Node> node;
  uint64_t square = 0;
  HALFWORD_FIELDS(Entry, number, node, square)
};

// Moved by its constructors.
struct Built {
  Built() = default;
  explicit Built(Node* n) : node(n) {}
  Member<Node> node;
  HALFWORD_FIELDS(Built, node)
};

using Row = HeapVector<Member<Node>>;

AllocationHandle& Handle() { return CurrentAllocationHandle(); }
Node* MakeNode(uint32_t number) {
  return MakeGarbageCollected<Node>(Handle(), number);
}

// Each kind of element from a number, and back. 0 is T().
template <typename T>
T ElementOf(uint32_t number) {
  if (number == 0) return T();
  if constexpr (std::is_same_v<T, uint64_t>) {
    return number;
  } else if constexpr (std::is_same_v<T, Tagged<Node>>) {
    if (number % 2 == 0) return static_cast<int32_t>(number);
    return MakeNode(number);
  } else if constexpr (std::is_same_v<T, Entry>) {
    return {number, MakeNode(number), uint64_t{number} * number};
  } else if constexpr (std::is_same_v<T, Row>) {
    return Row(number % 3 + 1, MakeNode(number));
  } else {
    return T(MakeNode(number));
  }
}
uint32_t NumberOf(uint64_t number) { return static_cast<uint32_t>(number); }
uint32_t NumberOf(const Member<Node>& node) { return node ? node->number_ : 0; }
uint32_t NumberOf(const Tagged<Node>& tagged) {
  return tagged.IsObject() ? tagged.object()->number_
                           : static_cast<uint32_t>(tagged.integer());
}
uint32_t NumberOf(const Entry& entry) {
  const uint32_t number = NumberOf(entry.node);
  const bool is_whole =
      entry.number == number && entry.square == uint64_t{number} * number;
  return is_whole ? number : UINT32_MAX;
}
uint32_t NumberOf(const Built& built) { return NumberOf(built.node); }
uint32_t NumberOf(const Row& row) {
  if (row.empty()) return 0;
  const uint32_t number = NumberOf(row[0]);
  const bool is_whole =
      row.size() == number % 3 + 1 &&
      std::ranges::count(row, row[0]) == static_cast<ptrdiff_t>(row.size());
  return is_whole ? number : UINT32_MAX;
}

template <typename T>
using VectorPair = std::pair<HeapVector<T>, std::vector<uint32_t>>;
template <typename T>
using DequePair = std::pair<HeapDeque<T>, std::deque<uint32_t>>;

// Two containers, in an object of the heap.
template <typename Container>
class Holder : public GarbageCollected<Holder<Container>> {
 public:
  Container first_;
  Container second_;
  HALFWORD_FIELDS(Holder, first_, second_)
};

template <typename Pair>
class ContainerStressTest : public ::testing::Test {
 protected:
  using Container = typename Pair::first_type;
  using Model = typename Pair::second_type;
  using T = typename Container::value_type;
  static constexpr bool kIsDeque = std::is_same_v<Model, std::deque<uint32_t>>;

  size_t Below(size_t bound) { return random_() % bound; }
  uint32_t Number() {
    return Below(8) == 0 ? 0 : static_cast<uint32_t>(1 + Below(1'000'000));
  }
  ptrdiff_t Place() { return static_cast<ptrdiff_t>(Below(size() + 1)); }
  size_t size() const { return model_.size(); }
  Container& container() { return holder_->first_; }

  void AddAtEnd() {
    const uint32_t number = Number();
    if (Below(4) == 0 && !model_.empty()) {
      const size_t at = Below(size());
      container().push_back(container()[at]);
      model_.push_back(uint32_t{model_[at]});
    } else if (kIsDeque && Below(2) == 0) {
      if constexpr (kIsDeque) {
        container().push_front(ElementOf<T>(number));
        model_.push_front(number);
      }
    } else {
      container().emplace_back(ElementOf<T>(number));
      model_.push_back(number);
    }
  }
  void TakeFromEnd() {
    if (model_.empty()) return;
    if (kIsDeque && Below(2) == 0) {
      if constexpr (kIsDeque) {
        container().pop_front();
        model_.pop_front();
      }
    } else {
      container().pop_back();
      model_.pop_back();
    }
  }
  void InsertOne() {
    const ptrdiff_t place = Place();
    const uint32_t number = Number();
    if (Below(3) == 0 && !model_.empty()) {
      const size_t at = Below(size());
      const uint32_t same = model_[at];
      container().insert(container().begin() + place, container()[at]);
      model_.insert(model_.begin() + place, same);
    } else {
      container().insert(container().begin() + place, ElementOf<T>(number));
      model_.insert(model_.begin() + place, number);
    }
  }
  void InsertMany() {
    const ptrdiff_t place = Place();
    std::vector<uint32_t> numbers(Below(20));
    for (uint32_t& number : numbers) number = Number();
    const auto elements = numbers | std::views::transform(&ElementOf<T>);
    if (Below(2) == 0) {
      container().insert_range(container().begin() + place, elements);
      model_.insert(model_.begin() + place, numbers.begin(), numbers.end());
    } else {
      const size_t count = Below(20);
      const uint32_t number = Number();
      container().insert(container().begin() + place, count,
                         ElementOf<T>(number));
      model_.insert(model_.begin() + place, count, number);
    }
  }
  void Erase() {
    const ptrdiff_t first = Place();
    const size_t rest = size() - static_cast<size_t>(first);
    const auto last =
        first + static_cast<ptrdiff_t>(Below(std::min<size_t>(rest, 30) + 1));
    container().erase(container().begin() + first, container().begin() + last);
    model_.erase(model_.begin() + first, model_.begin() + last);
  }
  void EraseMany() {
    const auto divisor = static_cast<uint32_t>(1 + Below(4));
    const size_t erased = erase_if(container(), [&](const T& element) {
      return NumberOf(element) % 4 == divisor;
    });
    EXPECT_EQ(erased, std::erase_if(model_, [&](uint32_t number) {
                return number % 4 == divisor;
              }));
  }
  void Resize() {
    const size_t count = Below(2) == 0 ? Below(size() + 1) : size() + Below(40);
    if (Below(2) == 0) {
      container().resize(count);
      model_.resize(count);
    } else {
      const uint32_t number = Number();
      container().resize(count, ElementOf<T>(number));
      model_.resize(count, number);
    }
  }
  void ChangeCapacity() {
    switch (Below(4)) {
      case 0:
        container().reserve(Below(3'000));
        break;
      case 1:
        container().clear();
        model_.clear();
        break;
      default:
        container().shrink_to_fit();
    }
  }
  void CopyAndMove() {
    switch (Below(4)) {
      case 0:
        holder_->second_ = container();
        break;
      case 1: {
        Container copy = std::move(container());
        container() = std::move(copy);
        break;
      }
      case 2:
        holder_->second_ = Container(container());
        break;
      default:
        holder_->second_ = container();
        container().assign(3, ElementOf<T>(9));
        container().swap(holder_->second_);
    }
  }
  void Reorder() {
    const auto less = [](const T& a, const T& b) {
      return NumberOf(a) < NumberOf(b);
    };
    if (Below(3) == 0) {
      std::sort(container().begin(), container().end(), less);
      std::sort(model_.begin(), model_.end());
    } else {
      const ptrdiff_t place = Place();
      std::rotate(container().begin(), container().begin() + place,
                  container().end());
      std::rotate(model_.begin(), model_.begin() + place, model_.end());
    }
  }
  void Collect() {
    if (Below(2) == 0) {
      CollectPrecisely(*heap_);
    } else {
      CollectConservatively(*heap_);
    }
  }

  void Step() {
    const size_t kind = Below(100);
    if (kind < 45) {
      AddAtEnd();
    } else if (kind < 55) {
      TakeFromEnd();
    } else if (kind < 70) {
      InsertOne();
    } else if (kind < 74) {
      InsertMany();
    } else if (kind < 86) {
      Erase();
    } else if (kind < 88) {
      EraseMany();
    } else if (kind < 91) {
      Resize();
    } else if (kind < 93) {
      ChangeCapacity();
    } else if (kind < 96) {
      CopyAndMove();
    } else if (kind < 99) {
      Reorder();
    } else {
      Collect();
    }
  }

  // Of each unused place: nothing.
  void Compare(size_t step) {
    ASSERT_EQ(container().size(), size()) << "step " << step;
    for (size_t i = 0; i < size(); ++i) {
      ASSERT_EQ(NumberOf(container()[i]), model_[i])
          << "element " << i << ", step " << step;
    }
  }

  TestSeed seed_;
  std::mt19937 random_{seed_.value()};
  std::unique_ptr<Heap> heap_ = Heap::Create();
  Persistent<Holder<Container>> holder_ =
      MakeGarbageCollected<Holder<Container>>(heap_->GetAllocationHandle());
  Model model_;
};

using Pairs =
    ::testing::Types<VectorPair<Member<Node>>, VectorPair<uint64_t>,
                     VectorPair<Tagged<Node>>, VectorPair<Entry>,
                     VectorPair<Built>, VectorPair<Row>,
                     DequePair<Member<Node>>, DequePair<uint64_t>,
                     DequePair<Entry>, DequePair<Built>, DequePair<Row>>;
TYPED_TEST_SUITE(ContainerStressTest, Pairs);

TYPED_TEST(ContainerStressTest, DoesWhatTheModelDoes) {
  constexpr size_t kSteps = 10'000;
  for (size_t step = 0; step < kSteps && !this->HasFatalFailure(); ++step) {
    this->Step();
    if (step % 16 == 0) this->Compare(step);
    if (step % 2'000 != 0) continue;
    ASSERT_EQ(Findings(*this->heap_), "") << "step " << step;
  }
  this->Compare(kSteps);

  CollectPrecisely(*this->heap_);
  EXPECT_EQ(Findings(*this->heap_), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
