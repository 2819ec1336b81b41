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

class AtomList : public GarbageCollected<AtomList> {
 public:
  HeapVector<Atom> atoms_;
  HALFWORD_FIELDS(AtomList, atoms_)
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

// The pause leaves the table to be cleaned after it.
TEST_F(AtomTableTest, WhatDiedIsNotFoundBeforeItIsCleared) {
  constexpr int kCount = 10'000;
  constexpr int kHeldCount = 100;
  const Persistent<AtomList> list = MakeGarbageCollected<AtomList>(handle_);
  HeapVector<Atom>* const held = &list->atoms_;
  CallAndScrub([&] {
    for (int i = 0; i < kCount; ++i) {
      const Atom atom(handle_, Name(i));
      if (i < kHeldCount) held->push_back(atom);
    }
  });
  heap_->Collect({.stack = StackState::kNoHeapPointers,
                  .reason = "test",
                  .sweeping = Sweeping::kLazy});
  ASSERT_NE(heaps_with_tables_to_clean, 0u);
  AtomTable& table = AtomTable::Of(handle_);
  EXPECT_EQ(table.CountLiving(), size_t{kHeldCount});
  for (int i = 0; i < 2 * kHeldCount; ++i) {
    const Atom atom(handle_, Name(i));
    ASSERT_EQ(atom.view(), Name(i));
    if (i < kHeldCount) {
      ASSERT_EQ(atom, (*held)[static_cast<size_t>(i)]);
    } else {
      held->push_back(atom);
    }
  }
  // The table is made anew before it is cleaned.
  for (int i = kCount; i < 2 * kCount; ++i) {
    held->push_back(Atom(handle_, Name(i)));
  }
  CollectorOf(*heap_).FinishSweep();
  EXPECT_EQ(heaps_with_tables_to_clean, 0u);
  EXPECT_EQ(table.CountLiving(), held->size());
  EXPECT_EQ(Findings(*heap_), "");
  CollectPrecisely(*heap_);
  EXPECT_EQ(table.CountLiving(), held->size());
  for (const Atom& atom : *held) ASSERT_EQ(atom, Atom(handle_, atom.view()));
}

// Its entries are not noted one by one.
TEST_F(AtomTableTest, ThePauseClearsNoEntry) {
  CallAndScrub([&] {
    for (int i = 0; i < 1000; ++i) Atom(handle_, Name(i));
  });
  Collector& collector = CollectorOf(*heap_);
  collector.BeginMarking();
  while (!collector.StepMarking(StackState::kNoHeapPointers)) {
  }
  CallAndScrub([&] {
    for (int i = 1000; i < 2000; ++i) Atom(handle_, Name(i));
  });
  collector.FinishMarking({.stack = StackState::kNoHeapPointers,
                           .reason = "test",
                           .sweeping = Sweeping::kLazy});
  EXPECT_NE(heaps_with_tables_to_clean, 0u);
  EXPECT_EQ(AtomTable::Of(handle_).CountLiving(), 0u);
  collector.FinishSweep();
  EXPECT_EQ(AtomTable::Of(handle_).CountLiving(), 0u);
  EXPECT_EQ(Findings(*heap_), "");
}

// What the allocation of an atom calls finds an atom, after it made the table
// anew.
TEST_F(AtomTableTest, ATableThatIsMadeAnewMeanwhileIsSearchedAgain) {
  std::vector<Persistent<Element>> made;
  int next = 0;
  bool is_called = false;
  const auto heap =
      Heap::Create({.cycle_callback = [&](Heap& own, const CycleRecord&) {
        if (made.empty() || std::exchange(is_called, true)) return;
        AtomTable& table = AtomTable::Of(own.GetAllocationHandle());
        const size_t capacity = table.capacity();
        while (table.capacity() == capacity) {
          made.emplace_back(
              MakeGarbageCollected<Element>(own.GetAllocationHandle()));
          made.back()->tag_ = Atom(own.GetAllocationHandle(), Name(next++));
        }
      }});
  AllocationHandle& handle = heap->GetAllocationHandle();
  made.emplace_back(MakeGarbageCollected<Element>(handle));
  made.back()->tag_ = Atom(handle, Name(next++));
  CollectorOf(*heap).CloseRuns();
  CollectorOf(*heap).set_budget_bytes(1);
  const Atom atom(handle, "one that is made while the table is made anew");
  ASSERT_TRUE(is_called);
  EXPECT_EQ(atom,
            Atom(handle, "one that is made while the table is made anew"));
  for (int i = 0; i < next; ++i) {
    ASSERT_EQ(Atom(handle, Name(i)), made[static_cast<size_t>(i)]->tag_);
  }
  EXPECT_EQ(Findings(*heap), "");
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

// The table became large when all seemed to live; near the limit there is no
// room for a smaller one beside it.
TEST_F(AtomTableTest, ManyAtomsPassBelowALimit) {
  constexpr size_t kLimit = 4 * kMiB;
  constexpr int kLivingCount = 20'000;
  const auto heap = Heap::Create();
  heap->set_limit_bytes(kLimit);
  AllocationHandle& handle = heap->GetAllocationHandle();
  const Persistent<AtomList> living = MakeGarbageCollected<AtomList>(handle);
  living->atoms_.resize(kLivingCount);
  for (int i = 0; i < 600'000; ++i) {
    living->atoms_[static_cast<size_t>(i % kLivingCount)] =
        Atom(handle, Name(i));
  }
  for (int i = 600'000 - kLivingCount; i < 600'000; ++i) {
    EXPECT_EQ(Atom(handle, Name(i)),
              living->atoms_[static_cast<size_t>(i % kLivingCount)]);
  }
  EXPECT_LE(heap->CollectStatistics(HeapStatistics::kBrief).page_bytes, kLimit);
  EXPECT_EQ(Findings(*heap), "");
}

// It would become larger, since more than half of it lives.
TEST_F(AtomTableTest, AFullTableStaysAsItIsAtTheLimit) {
  constexpr int kCapacity = 1 << 16;
  constexpr int kFull = kCapacity / 4 * 3;
  const auto heap = Heap::Create({.growth_bytes_min = SIZE_MAX});
  AllocationHandle& handle = heap->GetAllocationHandle();
  const Persistent<AtomList> living = MakeGarbageCollected<AtomList>(handle);
  living->atoms_.reserve(kFull);
  CallAndScrub([&] {
    for (int i = 0; i < kFull; ++i) {
      const Atom atom(handle, Name(i));
      if (i % 4 != 0) living->atoms_.push_back(atom);
    }
  });
  AtomTable& table = AtomTable::Of(handle);
  ASSERT_EQ(table.capacity(), size_t{kCapacity});
  heap->set_limit_bytes(
      heap->CollectStatistics(HeapStatistics::kBrief).page_bytes);

  for (int i = 0; i < kFull / 4; ++i) Atom(handle, Name(kFull + i));

  EXPECT_EQ(table.capacity(), size_t{kCapacity});
  for (const Atom& atom : living->atoms_) {
    EXPECT_EQ(Atom(handle, atom.string()), atom);
  }
  EXPECT_EQ(Findings(*heap), "");
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
