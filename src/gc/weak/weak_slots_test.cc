// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Noted slots: all come back, from whatever marker noted them, and sifting
// keeps those whose targets are unmarked.

#include "gc/weak/weak_slots.h"

#include <set>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/marking/mark_exchange.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class WeakRing : public GarbageCollected<WeakRing> {
 public:
  WeakMember<WeakRing> other_;
  Word* slot() { return reinterpret_cast<Word*>(&other_); }
  HALFWORD_FIELDS(WeakRing, other_)
};

class FirstPart : public GarbageCollectedMixin {
 public:
  uint64_t first_number_ = 0;
  HALFWORD_FIELDS(FirstPart, first_number_)
};
class Part : public GarbageCollectedMixin {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(Part, number_)
};

// Its second part does not begin where it does.
class Whole : public GarbageCollected<Whole>, public FirstPart, public Part {
 public:
  HALFWORD_FIELDS(Whole)
  HALFWORD_BASES(Whole, FirstPart, Part)
};

class PartHolder : public GarbageCollected<PartHolder> {
 public:
  WeakMember<Part> part_;
  Word* slot() { return reinterpret_cast<Word*>(&part_); }
  HALFWORD_FIELDS(PartHolder, part_)
};

class WeakSlotsTest : public ::testing::Test {
 protected:
  WeakRing* Make() {
    return MakeGarbageCollected<WeakRing>(heap_->GetAllocationHandle());
  }
  std::vector<WeakRing*> MakeMany(size_t count) {
    std::vector<WeakRing*> rings(count);
    for (WeakRing*& ring : rings) ring = Make();
    return rings;
  }
  static std::multiset<Word*> All(const WeakSlots& slots) {
    std::multiset<Word*> all;
    slots.ForEach([&](Word* slot) { all.insert(slot); });
    return all;
  }

  // Rings are held by plain pointers.
  const std::unique_ptr<Heap> heap_ =
      Heap::Create({.growth_bytes_min = SIZE_MAX});
};

TEST_F(WeakSlotsTest, GivesWhatItWasGiven) {
  WeakSlots slots;
  EXPECT_TRUE(slots.empty());
  std::multiset<Word*> expected;
  for (WeakRing* ring : MakeMany(10'000)) {
    slots.Add(ring->slot());
    expected.insert(ring->slot());
  }
  slots.Add(*expected.begin());
  expected.insert(*expected.begin());

  EXPECT_EQ(slots.size(), 10'001u);
  EXPECT_EQ(All(slots), expected);
}

TEST_F(WeakSlotsTest, TakesSmallRoom) {
  // 32 bits count the words of the narrowest window.
  constexpr size_t kSlotBytes =
      kWindowBytes / sizeof(Word) <= size_t{1} << 32 ? 4 : 8;
  WeakSlots slots;
  for (WeakRing* ring : MakeMany(20'000)) slots.Add(ring->slot());

  EXPECT_LE(slots.bytes(), 20'000 * (kSlotBytes + 1));
}

TEST_F(WeakSlotsTest, TakesOverThoseOfOthers) {
  WeakSlots all;
  std::multiset<Word*> expected;
  constexpr size_t kCounts[] = {10, 5'000, 0, 3, 4'096, 1};
  for (const size_t count : kCounts) {
    WeakSlots slots;
    for (WeakRing* ring : MakeMany(count)) {
      slots.Add(ring->slot());
      expected.insert(ring->slot());
    }
    all.Absorb(&slots);
    EXPECT_TRUE(slots.empty());
    EXPECT_EQ(slots.block_count(), 0u);
  }

  EXPECT_EQ(all.size(), expected.size());
  EXPECT_EQ(All(all), expected);
  EXPECT_EQ(all.block_count(), 5u) << "a short block is added to the last";
}

TEST_F(WeakSlotsTest, SiftingKeepsThoseOfUnmarkedTargets) {
  const std::vector<WeakRing*> rings = MakeMany(10'000);
  WeakSlots slots;
  std::multiset<Word*> expected;
  std::vector<size_t> marks;
  for (size_t i = 0; i < rings.size(); ++i) {
    slots.Add(rings[i]->slot());
    if (i % 4 == 0) continue;  // null
    WeakRing* const target = Make();
    rings[i]->other_ = target;
    if (i % 4 == 1) {
      marks.push_back(GranuleOf(reinterpret_cast<uintptr_t>(target)));
    } else {
      expected.insert(rings[i]->slot());
    }
  }
  for (const size_t granule : marks) {
    side_tables.marked[granule / 64] |= uint64_t{1} << (granule % 64);
  }

  WeakSlots unmarked;
  size_t rounds = 0;
  for (; !slots.empty(); ++rounds) slots.SiftSome(&unmarked);

  for (const size_t granule : marks) {
    side_tables.marked[granule / 64] &= ~(uint64_t{1} << (granule % 64));
  }
  EXPECT_GE(rounds, 2u);
  EXPECT_EQ(unmarked.size(), expected.size());
  EXPECT_EQ(All(unmarked), expected);
  slots.SiftSome(&unmarked);
  EXPECT_EQ(unmarked.size(), expected.size());
}

// What a row of slots may hold: nothing, an integer, the marked, the unmarked.
class WeakSlotsRowTest : public WeakSlotsTest {
 protected:
  WeakSlotsRowTest() {
    const std::vector<WeakRing*> targets = MakeMany(kCount);
    for (size_t i = 0; i < kCount; ++i) {
      WeakRing* const target = targets[i];
      rings_.push_back(Make());
      switch (i % 5) {
        case 0:
          break;
        case 1:
          *rings_[i]->slot() = kSentinelWord;
          break;
        case 2:
          granules_.push_back(GranuleOf(reinterpret_cast<uintptr_t>(target)));
          [[fallthrough]];
        default:
          rings_[i]->other_ = target;
      }
    }
    for (const size_t granule : granules_) {
      side_tables.marked[granule / 64] |= uint64_t{1} << (granule % 64);
    }
  }
  ~WeakSlotsRowTest() override {
    for (const size_t granule : granules_) {
      side_tables.marked[granule / 64] &= ~(uint64_t{1} << (granule % 64));
    }
  }

  static constexpr size_t kCount = 10'000;
  std::vector<WeakRing*> rings_;
  std::vector<size_t> granules_;
};

TEST_F(WeakSlotsRowTest, ThoseOfUnmarkedTargetsAreAdded) {
  WeakSlots slots;
  std::multiset<Word*> expected;
  // Rows of one slot, and of a few where objects happen to be neighbours.
  for (size_t i = 0; i < kCount;) {
    const auto first = reinterpret_cast<uintptr_t>(rings_[i]->slot());
    size_t count = 1;
    size_t stride = 0;
    if (i + 1 < kCount) {
      stride = reinterpret_cast<uintptr_t>(rings_[i + 1]->slot()) - first;
      while (i + count < kCount &&
             reinterpret_cast<uintptr_t>(rings_[i + count]->slot()) ==
                 first + count * stride) {
        ++count;
      }
    }
    slots.AddUnmarked({first, stride, count});
    for (size_t k = 0; k < count; ++k) {
      if ((i + k) % 5 >= 3) expected.insert(rings_[i + k]->slot());
    }
    i += count;
  }

  EXPECT_EQ(slots.size(), kCount / 5 * 2);
  EXPECT_EQ(All(slots), expected);
}

TEST_F(WeakSlotsRowTest, ThoseOfUnmarkedTargetsAreCleared) {
  WeakSlots slots;
  std::vector<Word> before;
  for (WeakRing* ring : rings_) {
    slots.Add(ring->slot());
    before.push_back(*ring->slot());
  }
  for (size_t i = 0; i < slots.block_count(); ++i) slots.SettleBlock(i);

  for (size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(*rings_[i]->slot(), i % 5 >= 3 ? kNullWord : before[i]) << i;
  }
}

// Where a part of an object is, no bit is ever set.
TEST_F(WeakSlotsTest, ThoseOfPartsStayApart) {
  WeakSlots slots;
  std::vector<PartHolder*> holders;
  std::vector<Whole*> wholes;
  std::vector<WeakRing*> rings = MakeMany(100);
  for (WeakRing* ring : rings) {
    ring->other_ = Make();
    slots.Add(ring->slot(), WeakSlots::kObjects);
    holders.push_back(
        MakeGarbageCollected<PartHolder>(heap_->GetAllocationHandle()));
    wholes.push_back(MakeGarbageCollected<Whole>(heap_->GetAllocationHandle()));
    holders.back()->part_ = wholes.back();
    slots.Add(holders.back()->slot());
  }
  ASSERT_EQ(slots.block_count(), 2u);
  ASSERT_NE(static_cast<void*>(static_cast<Part*>(wholes[0])), wholes[0]);
  const auto set_bit = [](Whole* whole, bool marked) {
    const size_t granule = GranuleOf(reinterpret_cast<uintptr_t>(whole));
    const uint64_t bit = uint64_t{1} << (granule % 64);
    uint64_t& word = side_tables.marked[granule / 64];
    word = marked ? word | bit : word & ~bit;
  };
  WeakSlots sifted;
  for (WeakSlots block; !slots.empty();) {
    slots.TakeBlock(&block);
    block.SiftSome(&sifted);
  }
  ASSERT_EQ(sifted.size(), 200u);
  for (size_t i = 0; i < wholes.size(); i += 2) set_bit(wholes[i], true);
  WeakSlots all;
  all.Absorb(&sifted);
  for (size_t i = 0; i < all.block_count(); ++i) all.SettleBlock(i);

  for (size_t i = 0; i < wholes.size(); i += 2) set_bit(wholes[i], false);
  for (size_t i = 0; i < wholes.size(); ++i) {
    EXPECT_EQ(holders[i]->part_ != nullptr, i % 2 == 0) << i;
    EXPECT_EQ(rings[i]->other_, nullptr) << i;
  }
}

TEST_F(WeakSlotsTest, AnExchangeGivesThemToBeSifted) {
  MarkExchange exchange;
  WeakSlots slots;
  std::multiset<Word*> expected;
  for (WeakRing* ring : MakeMany(10'000)) {
    slots.Add(ring->slot());
    if (expected.size() == 5'000) continue;  // null
    ring->other_ = ring;
    expected.insert(ring->slot());
  }
  EXPECT_FALSE(exchange.SiftSome());
  exchange.GiveSlotsToSift(&slots);
  EXPECT_TRUE(slots.empty());
  EXPECT_TRUE(exchange.has_work());

  WeakSlots sifted;
  ASSERT_TRUE(exchange.SiftSome());
  exchange.TakeSifted(&sifted);
  EXPECT_LT(sifted.size(), expected.size());
  while (exchange.SiftSome()) {
  }
  exchange.TakeSifted(&sifted);

  EXPECT_FALSE(exchange.has_work());
  EXPECT_EQ(All(sifted), expected);
}

TEST_F(WeakSlotsTest, WhatWasNotSiftedComesBackFromAnExchange) {
  MarkExchange exchange;
  WeakSlots slots;
  for (WeakRing* ring : MakeMany(10'000)) slots.Add(ring->slot());
  exchange.GiveSlotsToSift(&slots);
  ASSERT_TRUE(exchange.SiftSome());
  exchange.Stop();
  EXPECT_FALSE(exchange.SiftSome());

  exchange.TakeUnsifted(&slots);

  EXPECT_FALSE(exchange.has_slots_to_sift());
  EXPECT_GT(slots.size(), 4'000u);
  EXPECT_LT(slots.size(), 10'000u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
