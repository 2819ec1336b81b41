// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Atoms: equal bytes are one word, for as long as somebody has them.

#include "text/atom_table.h"

#include <memory>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/atom.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

static_assert(!std::is_convertible_v<Atom, std::string_view>,
              "the bytes of a temporary would be gone");
static_assert(!std::is_convertible_v<const char*, Atom>,
              "interning is not done by the way");

class Element : public GarbageCollected<Element> {
 public:
  Atom tag_;
  HALFWORD_FIELDS(Element, tag_)
};

class AtomTableTest : public ::testing::Test {
 protected:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  AllocationHandle& handle_ = heap_->GetAllocationHandle();
};

std::string Name(int i) { return "identifier" + std::to_string(i); }

TEST_F(AtomTableTest, EqualBytesAreOneWord) {
  for (const std::string text : {"", "a", "abc", "abcd", "a longer name"}) {
    const Atom atom(text);

    EXPECT_EQ(atom, Atom(std::string_view(text)));
    EXPECT_EQ(atom, Atom(String(text)));
    EXPECT_EQ(atom, text);
    EXPECT_NE(atom, Atom(text + "x"));
  }
}

// The allocation of its bytes collects, and calls somebody who makes atoms,
// too.
TEST_F(AtomTableTest, ACallbackMayMakeTheSameAtom) {
  for (const int count : {1, 10'000}) {
    std::vector<Persistent<Element>> made;
    bool is_called = false;
    const auto heap =
        Heap::Create({.cycle_callback = [&](Heap& own, const CycleRecord&) {
          if (std::exchange(is_called, true)) return;
          const HeapScope scope(own);
          for (int i = 0; i < count; ++i) {
            made.emplace_back(
                MakeGarbageCollected<Element>(own.GetAllocationHandle()));
            made.back()->tag_ = Atom(Name(i));
          }
        }});
    const HeapScope scope(*heap);
    MakeGarbageCollected<Element>(heap->GetAllocationHandle());
    CollectorOf(*heap).set_budget_bytes(1);
    const Atom atom(Name(0));
    ASSERT_TRUE(is_called);
    EXPECT_EQ(atom, made[0]->tag_);
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(Atom(Name(i)), made[static_cast<size_t>(i)]->tag_);
    }
  }
}

TEST_F(AtomTableTest, TheFirstAtomHasTheBodyOfItsString) {
  const String string = "a string that becomes an atom";
  const Atom atom(string);
  const String joined = String(std::string(200, 'x')) + std::string(200, 'y');
  const Atom of_joined(joined);

  EXPECT_EQ(atom.view().data(), string.data());
  EXPECT_EQ(of_joined, joined);
  EXPECT_EQ(of_joined, Atom(std::string(200, 'x') + std::string(200, 'y')));
}

TEST_F(AtomTableTest, ManyAtomsAreFoundAgain) {
  std::vector<Persistent<Element>> elements;
  for (int i = 0; i < 20000; ++i) {
    elements.emplace_back(MakeGarbageCollected<Element>(handle_));
    elements.back()->tag_ = Atom(Name(i));
  }

  for (int i = 0; i < 20000; ++i) {
    ASSERT_EQ(elements[static_cast<size_t>(i)]->tag_, Atom(Name(i)));
  }
  EXPECT_EQ(AtomTable::Of(handle_).CountLiving(), 20000u);
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(AtomTableTest, TheTableKeepsNoAtomAlive) {
  const Persistent<Element> element = MakeGarbageCollected<Element>(handle_);
  CallAndScrub([&] {
    element->tag_ = Atom(Name(1));
    for (int i = 2; i < 1000; ++i) Atom{Name(i)};
  });

  CollectPrecisely(*heap_);

  EXPECT_EQ(AtomTable::Of(handle_).CountLiving(), 1u);
  EXPECT_EQ(element->tag_, Atom(Name(1)));
}

TEST_F(AtomTableTest, DeadEntriesAreTakenAgainAndTheTableStaysSmall) {
  for (int round = 0; round < 50; ++round) {
    CallAndScrub([&] {
      for (int i = 0; i < 1000; ++i) Atom{Name(round * 1000 + i)};
    });
    CollectPrecisely(*heap_);
  }

  EXPECT_LE(AtomTable::Of(handle_).capacity(), 4096u);
}

TEST_F(AtomTableTest, EachHeapHasItsOwnAtoms) {
  const auto other = Heap::Create();

  const Atom here("a name of more than three bytes");
  const Atom there(other->GetAllocationHandle(),
                   "a name of more than three bytes");

  EXPECT_NE(here, there);
  EXPECT_EQ(here.string(), there.string());
}

TEST_F(AtomTableTest, WorksAsAKeyAndWithStreams) {
  std::unordered_map<Atom, int> counts;
  for (const char* word : {"one", "two", "three", "two", "three", "three"}) {
    ++counts[Atom(word)];
  }
  std::ostringstream stream;
  stream << Atom("three");

  EXPECT_EQ(counts[Atom("three")], 3);
  EXPECT_EQ(stream.str(), "three");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
