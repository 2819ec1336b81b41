// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Custom spaces: which page an object of each class gets, and what is said of
// options that do not fit the classes.

#include "halfword/custom_space.h"

#include <memory>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI {
namespace internal {
namespace {

class FirstSpace : public CustomSpace<FirstSpace> {
 public:
  static constexpr CustomSpaceIndex kSpaceIndex = 0;
};

class SecondSpace : public CustomSpace<SecondSpace> {
 public:
  static constexpr CustomSpaceIndex kSpaceIndex = 1;
  static constexpr bool kSupportsCompaction = true;
};

class Ordinary : public GarbageCollected<Ordinary> {
 public:
  int value_ = 0;
  HALFWORD_FIELDS(Ordinary, value_)
};

class Node : public GarbageCollected<Node> {
 public:
  int value_ = 0;
  HALFWORD_FIELDS(Node, value_)
};

class Element : public Node {
 public:
  int more_ = 0;
  HALFWORD_FIELDS(Element, more_)
  HALFWORD_BASES(Element, Node)
};

class Array : public GarbageCollected<Array> {
 public:
  HALFWORD_FIELDS(Array)
  HALFWORD_TRAILING(Array, char)
};

}  // namespace
}  // namespace internal

template <typename T>
struct SpaceTrait<T, std::enable_if_t<std::is_base_of_v<internal::Node, T>>> {
  using Space = internal::FirstSpace;
};

template <>
struct SpaceTrait<internal::Array> {
  using Space = internal::SecondSpace;
};

namespace internal {
namespace {

HeapOptions TwoSpaces() {
  HeapOptions options;
  options.custom_spaces.push_back(std::make_unique<FirstSpace>());
  options.custom_spaces.push_back(std::make_unique<SecondSpace>());
  return options;
}

class CustomSpaceTest : public HeapTest {
 protected:
  CustomSpaceTest() { ResetHeap(TwoSpaces()); }

  static int SpaceOf(const void* object) {
    return RecordOf(object).space_index;
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(CustomSpaceTest);

TEST_P(CustomSpaceTest, SaysItsIndex) {
  const FirstSpace first;
  const SecondSpace second;

  EXPECT_EQ(first.GetCustomSpaceIndex().value, 0u);
  EXPECT_EQ(second.GetCustomSpaceIndex().value, 1u);
  EXPECT_FALSE(first.IsCompactable());
  EXPECT_TRUE(second.IsCompactable());
}

TEST_P(CustomSpaceTest, HoldsTheClassesThatNameItAndNoOthers) {
  std::set<PageIndex> pages[3];
  for (int i = 0; i < 3000; ++i) {
    for (const void* const object : std::vector<const void*>{
             Make<Ordinary>(), Make<Node>(), Make<Element>(),
             Make<Array>(AdditionalBytes(8))}) {
      pages[SpaceOf(object)].insert(
          PageIndexOf(reinterpret_cast<uintptr_t>(object)));
    }
  }

  EXPECT_EQ(SpaceOf(Make<Ordinary>()), 0);
  EXPECT_EQ(SpaceOf(Make<Node>()), 1);
  EXPECT_EQ(SpaceOf(Make<Element>()), 1);
  EXPECT_EQ(SpaceOf(Make<Array>()), 2);
  for (const PageIndex page : pages[1]) {
    EXPECT_FALSE(pages[0].contains(page) || pages[2].contains(page));
  }
  for (const PageIndex page : pages[2]) EXPECT_FALSE(pages[0].contains(page));
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(CustomSpaceTest, ALargeObjectBelongsToTheSpaceOfItsClass) {
  const Persistent<Array> array = Make<Array>(AdditionalBytes(3 * kPageBytes));

  EXPECT_EQ(RecordOf(array.Get()).kind, PageKind::kLarge);
  EXPECT_EQ(SpaceOf(array.Get()), 2);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(CustomSpaceTest, IsCollectedLikeTheOthers) {
  const Persistent<Node> kept = Make<Element>();
  const WeakPersistent<Node> dropped = Make<Node>();
  const WeakPersistent<Array> array = Make<Array>(AdditionalBytes(100));
  CollectPrecisely(heap());

  EXPECT_NE(kept, nullptr);
  EXPECT_EQ(dropped, nullptr);
  EXPECT_EQ(array, nullptr);
}

using CustomSpaceDeathTest = CustomSpaceTest;
HALFWORD_INSTANTIATE_FOR_PAGES(CustomSpaceDeathTest);

TEST_P(CustomSpaceDeathTest, ItsClassesNeedItInTheOptions) {
  ResetHeap();
  Make<Ordinary>();

  EXPECT_DEATH(Make<Node>(), "the type's custom space is not in HeapOptions");
  EXPECT_DEATH(Make<Array>(AdditionalBytes(3 * kPageBytes)),
               "the type's custom space is not in HeapOptions of its heap");
}

TEST_P(CustomSpaceDeathTest, StandsAtThePlaceThatItsIndexNames) {
  EXPECT_DEATH(
      {
        HeapOptions options;
        options.custom_spaces.push_back(std::make_unique<SecondSpace>());
        Heap::Create(std::move(options));
      },
      "custom_spaces\\[0\\] has kSpaceIndex 1; put each space at the place");
  EXPECT_DEATH(
      {
        HeapOptions options = TwoSpaces();
        options.custom_spaces[1].reset();
        Heap::Create(std::move(options));
      },
      "custom_spaces\\[1\\] is null; give each place a space");
}

}  // namespace
}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI
