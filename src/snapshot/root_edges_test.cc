// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Roots of each kind, and by which names they are shown.

#include "snapshot/root_edges.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Texts = std::vector<std::string>;

class Item : public GarbageCollected<Item> {
 public:
  explicit Item(std::string_view name) : name_(name) {}
  std::string_view GetHumanReadableName() const { return name_; }

  std::string_view name_;
  HALFWORD_FIELDS(Item, name_)
};

class Side : public GarbageCollectedMixin {
 public:
  uint64_t word_ = 0;
  HALFWORD_FIELDS(Side, word_)
};
class SidedItem : public Item, public Side {
 public:
  using Item::Item;
  HALFWORD_FIELDS(SidedItem)
  HALFWORD_BASES(SidedItem, Item, Side)
};

class RootEdgesTest : public HeapTest {
 protected:
  Item* NewItem(std::string_view name) { return Make<Item>(name); }
  static Texts RootsOf(const LoadedSnapshot& snapshot, const char* kind) {
    return snapshot.EdgeTextsOf(snapshot.Find(kind));
  }
  // As an edge is called.
  static std::string Place(const SourceLocation& location) {
    return location.ToString();
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(RootEdgesTest);

TEST_P(RootEdgesTest, NamesAHandleByThePlaceThatMadeIt) {
  const SourceLocation here = SourceLocation::Current();
  const Persistent<Item> first(NewItem("a"), here);
  const Persistent<Item> second(NewItem("b"), here);
  const Persistent<Item> null(nullptr, here);
  const SourceLocation there = SourceLocation::Current();
  const Persistent<Side> inside(Make<SidedItem>("c"), there);

  const LoadedSnapshot snapshot(heap());

  Texts expected = {"internal " + Place(here) + " -> a",
                    "internal " + Place(here) + " -> b",
                    "internal " + Place(there) + " -> c"};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(RootsOf(snapshot, "(Persistent roots)"), expected);
  EXPECT_NE(Place(here).find("root_edges_test.cc:"), std::string::npos);
}

TEST_P(RootEdgesTest, NumbersHandlesWithoutAPlace) {
  const Persistent<Item> first(NewItem("a"), SourceLocation());
  const WeakPersistent<Item> weak(first.Get(), SourceLocation());

  const LoadedSnapshot snapshot(heap());

  EXPECT_EQ(RootsOf(snapshot, "(Persistent roots)"), Texts{"element 0 -> a"});
  EXPECT_EQ(RootsOf(snapshot, "(Weak roots)"), Texts{"weak 0 -> a"});
}

TEST_P(RootEdgesTest, TellsTheHandlesOfOtherThreads) {
  const SourceLocation here = SourceLocation::Current();
  CrossThreadPersistent<Item> strong(NewItem("a"), here);
  const WeakCrossThreadPersistent<Item> weak(strong.Get(), here);
  {
    const LoadedSnapshot snapshot(heap());

    EXPECT_EQ(RootsOf(snapshot, "(Cross-thread roots)"),
              Texts{"internal " + Place(here) + " -> a"});
    EXPECT_EQ(RootsOf(snapshot, "(Weak roots)"),
              Texts{"weak " + Place(here) + " -> a"});
    EXPECT_EQ(RootsOf(snapshot, "(Persistent roots)"), Texts());
  }
  strong.Clear();
  const LoadedSnapshot snapshot(heap());
  EXPECT_EQ(RootsOf(snapshot, "(Cross-thread roots)"), Texts());
  EXPECT_EQ(RootsOf(snapshot, "(Weak roots)"), Texts());
}

TEST_P(RootEdgesTest, WeakHandlesHoldNothing) {
  const SourceLocation here = SourceLocation::Current();
  const Persistent<Item> held(NewItem("held"), here);
  const WeakPersistent<Item> weak(held.Get(), here);
  const WeakPersistent<Item> dead(NewItem("dead"), here);

  const LoadedSnapshot snapshot(heap());

  EXPECT_EQ(RootsOf(snapshot, "(Weak roots)"),
            Texts{"weak " + Place(here) + " -> held"});
  EXPECT_TRUE(snapshot.FindAll("dead").empty());
}

TEST_P(RootEdgesTest, ShowsScopedStrings) {
  ScopedMutableString first = "a string that needs a buffer";
  const ScopedMutableString same = first;
  ScopedMutableString other = "another string with a buffer";
  const ScopedMutableString inline_string = "short";

  const LoadedSnapshot snapshot(heap());

  EXPECT_EQ(RootsOf(snapshot, "(String roots)").size(), 2u);
  const std::vector<bool> held = snapshot.Held();
  EXPECT_TRUE(held[snapshot.Find("a string that needs a buffer")]);
  EXPECT_TRUE(held[snapshot.Find("another string with a buffer")]);
}

TEST_P(RootEdgesTest, ShowsAnObjectOfTheStackOnce) {
  Item* volatile first = NewItem("a");
  Item* volatile second = first;

  const LoadedSnapshot snapshot(heap(), SnapshotOptions());

  ASSERT_EQ(first, second);
  const Texts roots = RootsOf(snapshot, "(Stack roots)");
  const size_t node = snapshot.NodeOf(first);
  ASSERT_NE(node, LoadedSnapshot::kNone);
  const std::vector<ShownEdge> edges =
      snapshot.EdgesOf(snapshot.Find("(Stack roots)"));
  EXPECT_EQ(
      std::count_if(edges.begin(), edges.end(),
                    [&](const ShownEdge& edge) { return edge.target == node; }),
      1);
}

// They come and go while the snapshot is written: it shows those that the
// marker has seen.
TEST_P(RootEdgesTest, DoesNotMindWhatOtherThreadsDo) {
  const Persistent<Item> item = NewItem("a");
  const CrossThreadPersistent<Item> first = item.Get();
  std::atomic<bool> is_done = false;
  std::thread thread([&] {
    while (!is_done) {
      std::vector<CrossThreadPersistent<Item>> handles(50, first);
      handles.clear();
    }
  });

  for (int i = 0; i < 20; ++i) {
    const LoadedSnapshot snapshot(heap());
    EXPECT_GE(RootsOf(snapshot, "(Cross-thread roots)").size(), 1u);
  }
  is_done = true;
  thread.join();
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
