// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The pairs of random tables, with room for all of them, for some, and for
// none, beside what a walk over the tables gives.

#include "snapshot/key_pairs.h"

#include <map>
#include <random>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Key : public GarbageCollected<Key> {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(Key, number_)
};
class Table : public GarbageCollected<Table> {
 public:
  HeapHashMap<WeakMember<Key>, Member<Key>> map_;
  HALFWORD_FIELDS(Table, map_)
};
class Entry : public GarbageCollected<Entry> {
 public:
  EphemeronPair<Key, Key> pair_;
  HALFWORD_FIELDS(Entry, pair_)
};
class World : public GarbageCollected<World> {
 public:
  HeapVector<Member<Key>> keys_;
  HeapVector<Member<Table>> tables_;
  HeapVector<Member<Entry>> entries_;
  HALFWORD_FIELDS(World, keys_, tables_, entries_)
};

using PairsByKey =
    std::map<NodeOrdinal, std::vector<std::pair<uint32_t, NodeOrdinal>>>;

class KeyPairsTest : public HeapTest {
 protected:
  KeyPairsTest() {
    ResetHeap({.growth_bytes_min = SIZE_MAX});
    world_ = Make<World>();
  }

  Key* RandomKey() {
    const auto index = random_() % world_->keys_.size();
    return world_->keys_[index].Get();
  }

  void MakeKeys(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      world_->keys_.push_back(Make<Key>());
      // So that other objects stand between them.
      if (random_() % 3 == 0) world_->entries_.push_back(Make<Entry>());
    }
  }

  void MakeTables(size_t count, size_t pairs_each) {
    for (size_t i = 0; i < count; ++i) {
      world_->tables_.push_back(Make<Table>());
      for (size_t j = 0; j < pairs_each; ++j) {
        world_->tables_.back()->map_.insert({RandomKey(), RandomKey()});
      }
    }
  }

  // All entries have one key.
  void MakeHeavyKey(size_t count) {
    Key* const key = RandomKey();
    for (size_t i = 0; i < count; ++i) {
      Entry* const entry = Make<Entry>();
      entry->pair_.key = key;
      entry->pair_.value = RandomKey();
      world_->entries_.push_back(entry);
    }
  }

  // Compares with any room, twice, since it is used twice.
  void ExpectSound() {
    SnapshotGraph graph(&collector(), kPrecise);
    ASSERT_TRUE(graph.Begin() && graph.Count()) << graph.error();
    PairsByKey expected;
    uint32_t count = 0;
    graph.WalkPairs([&](const SnapshotGraph::Pair& pair) {
      EXPECT_EQ(pair.number, count++);
      expected[graph.nodes().OrdinalOf(pair.key)].emplace_back(
          pair.number, graph.nodes().OrdinalOf(pair.value));
    });
    EXPECT_EQ(graph.pairs().count(), count);
    for (const size_t room : {0u, 1u, 7u, 100u, 1'000'000u}) {
      KeyPairs pairs(&graph, room);
      for (int walk = 0; walk < 2; ++walk) {
        ASSERT_EQ(Walk(graph, pairs), expected) << "room " << room;
        pairs.Restart();
      }
    }
  }

  static PairsByKey Walk(const SnapshotGraph& graph, KeyPairs& pairs) {
    PairsByKey found;
    for (NodeOrdinal node = graph.first_object(); node < graph.first_leaf();
         ++node) {
      pairs.ForEachOf(node, [&](uint32_t number, NodeOrdinal value) {
        found[node].emplace_back(number, value);
      });
    }
    return found;
  }

 private:
  const TestSeed seed_;
  std::mt19937 random_{seed_.value()};
  Persistent<World> world_;
};
HALFWORD_INSTANTIATE_FOR_PAGES(KeyPairsTest);

TEST_P(KeyPairsTest, WithoutPairsItFindsNone) {
  MakeKeys(100);
  ExpectSound();
}

TEST_P(KeyPairsTest, FindsThePairsOfSmallTables) {
  MakeKeys(200);
  MakeTables(20, 10);
  ExpectSound();
}

TEST_P(KeyPairsTest, FindsThoseOfOneLargeTable) {
  MakeKeys(5000);
  MakeTables(1, 5000);
  ExpectSound();
}

TEST_P(KeyPairsTest, FindsManyPairsOfOneKey) {
  MakeKeys(3000);
  MakeTables(2, 2000);
  MakeHeavyKey(1500);
  MakeHeavyKey(300);
  ExpectSound();
}

// A fraction of the pairs, or of the heap.
TEST_P(KeyPairsTest, TakesMemoryByTheRoom) {
  MakeKeys(60'000);
  MakeTables(1, 60'000);
  SnapshotGraph graph(&collector(), kPrecise);
  ASSERT_TRUE(graph.Begin() && graph.Count()) << graph.error();
  ASSERT_GE(graph.pairs().count(), 30'000u);
  KeyPairs pairs(&graph);
  Walk(graph, pairs);

  EXPECT_LE(pairs.bytes(), size_t{graph.pairs().count()} * 12 / 4);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
