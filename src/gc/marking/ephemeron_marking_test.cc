// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ephemerons: a value lives while its key does, in listed fields and in
// hand-written classes, and chains of them take linear time.

#include <algorithm>
#include <ctime>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "base/test_seed.h"
#include "gc/marking/marker_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using EphemeronMarkingTest = MarkerTest;
HALFWORD_INSTANTIATE_FOR_PAGES(EphemeronMarkingTest);

class PairTable : public GarbageCollected<PairTable> {
 public:
  using Pair = EphemeronPair<Leaf, Leaf>;
  uint64_t count_ = 0;
  Pair* pairs() { return reinterpret_cast<Pair*>(this + 1); }
  HALFWORD_FIELDS(PairTable, count_)
  HALFWORD_TRAILING(PairTable, Pair)
};

class Ephemerons : public GarbageCollected<Ephemerons> {
 public:
  EphemeronPair<Leaf, Leaf> pair_;
  EphemeronPair<Leaf, Leaf> pairs_[3];
  EphemeronPair<Watched, Leaf> by_mixin_;
  EphemeronPair<Leaf, Watched> to_mixin_;
  HALFWORD_FIELDS(Ephemerons, pair_, pairs_, by_mixin_, to_mixin_)
};

class EphemeronsByHand : public GarbageCollected<EphemeronsByHand> {
 public:
  struct Part {
    void Trace(Visitor* visitor) const { visitor->Trace(leaf); }
    Member<Leaf> leaf;
  };
  void Trace(Visitor* visitor) const {
    visitor->Trace(pair_);
    visitor->TraceEphemeron(key_, &value_);
    visitor->TraceEphemeron(key_, &part_);
    visitor->RegisterWeakCallbackMethod<EphemeronsByHand,
                                        &EphemeronsByHand::ClearDead>(this);
  }
  void ClearDead(const LivenessBroker& broker) {
    if (broker.IsHeapObjectAlive(key_)) return;
    key_ = nullptr;
    value_ = nullptr;
    part_.leaf = nullptr;
  }

  EphemeronPair<Leaf, Leaf> pair_;
  WeakMember<Leaf> key_;
  Member<Leaf> value_;
  Part part_;
};

TEST_P(EphemeronMarkingTest, HoldsTheValueOfAnEphemeronWhileItsKeyLives) {
  auto* const object = Make<Ephemerons>();
  const Persistent<Ephemerons> root = object;
  Persistent<Leaf> key = NewLeaf();
  object->pair_ = {key.Get(), NewLeaf()};
  for (auto& pair : object->pairs_) pair = {key.Get(), NewLeaf()};
  Persistent<Target> mixin_key = Make<Target>();
  object->by_mixin_ = {mixin_key.Get(), NewLeaf()};
  auto* const mixin_value = Make<Target>();
  mixin_value->leaf_ = NewLeaf();
  object->to_mixin_ = {key.Get(), mixin_value};

  CollectPrecisely(heap());
  EXPECT_EQ(LivingLeaves(), 7u);

  mixin_key.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(LivingLeaves(), 6u);
  EXPECT_EQ(object->by_mixin_.key, nullptr);
  EXPECT_EQ(object->by_mixin_.value, nullptr);

  key.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(LivingLeaves(), 0u);
  EXPECT_EQ(object->pair_.key, nullptr);
  EXPECT_EQ(object->pair_.value, nullptr);
  EXPECT_EQ(object->pairs_[2].value, nullptr);
  EXPECT_EQ(object->to_mixin_.value, nullptr);
}

TEST_P(EphemeronMarkingTest, HoldsEphemeronValuesOfHandWrittenClasses) {
  auto* const object = Make<EphemeronsByHand>();
  const Persistent<EphemeronsByHand> root = object;
  Persistent<Leaf> key = NewLeaf();
  object->pair_ = {key.Get(), NewLeaf()};
  object->key_ = key.Get();
  object->value_ = NewLeaf();
  object->part_.leaf = NewLeaf();

  CollectPrecisely(heap());
  EXPECT_EQ(LivingLeaves(), 4u);

  key.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(LivingLeaves(), 0u);
  EXPECT_EQ(object->pair_.key, nullptr);
  EXPECT_EQ(object->pair_.value, nullptr);
}

TEST_P(EphemeronMarkingTest, AValueThatHoldsItsOwnKeyDoesNotKeepIt) {
  class Keyed : public GarbageCollected<Keyed> {
   public:
    EphemeronPair<Keyed, Keyed> pair_;
    Member<Keyed> key_;
    HALFWORD_FIELDS(Keyed, pair_, key_)
  };
  const Persistent<Keyed> table = Make<Keyed>();
  auto* const key = Make<Keyed>();
  auto* const value = Make<Keyed>();
  value->key_ = key;
  table->pair_ = {key, value};
  CollectPrecisely(heap());

  EXPECT_EQ(table->pair_.key, nullptr);
  EXPECT_EQ(table->pair_.value, nullptr);
}

TEST_P(EphemeronMarkingTest, HoldsAllValuesOfOneKey) {
  constexpr size_t kPairs = 1000;
  auto* const table = MakeGarbageCollected<PairTable>(
      heap().GetAllocationHandle(),
      AdditionalBytes(kPairs * sizeof(PairTable::Pair)));
  const Persistent<PairTable> root = table;
  const Persistent<Leaf> key = NewLeaf();
  for (size_t i = 0; i < kPairs; ++i) table->pairs()[i] = {key, NewLeaf()};
  CollectPrecisely(heap());

  EXPECT_EQ(LivingLeaves(), kPairs + 1);
}

// A row whose end holds the key of an ephemeron is marked after that, so that
// the ephemeron waits; only its value leads to the array.
class LongWay : public GarbageCollected<LongWay> {
 public:
  Member<LongWay> next_;
  Member<Leaf> key_;
  EphemeronPair<Leaf, PairTable> to_table_;
  HALFWORD_FIELDS(LongWay, next_, key_, to_table_)
};

TEST_P(EphemeronMarkingTest, FindsATableThroughAnotherEphemeron) {
  auto* const table = MakeGarbageCollected<PairTable>(
      heap().GetAllocationHandle(), AdditionalBytes(sizeof(PairTable::Pair)));
  auto* const end = Make<LongWay>();
  end->key_ = NewLeaf();
  table->pairs()[0] = {end->key_.Get(), NewLeaf()};
  Persistent<LongWay> root = end;
  for (int i = 0; i < 1000; ++i) {
    auto* const step = Make<LongWay>();
    step->next_ = root;
    root = step;
  }
  root->to_table_ = {end->key_.Get(), table};

  CollectPrecisely(heap());

  EXPECT_EQ(LivingLeaves(), 2u);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(EphemeronMarkingTest, KeepsTheLivingHalfOfATableOfEphemerons) {
  constexpr size_t kPairs = 1000;
  auto* const table = MakeGarbageCollected<PairTable>(
      heap().GetAllocationHandle(),
      AdditionalBytes(kPairs * sizeof(PairTable::Pair)));
  const Persistent<PairTable> root = table;
  std::vector<Persistent<Leaf>> keys;
  for (size_t i = 0; i < kPairs; ++i) {
    Leaf* const key = NewLeaf();
    if (i % 2 == 0) keys.emplace_back(key);
    table->pairs()[i] = {key, NewLeaf()};
  }
  CollectPrecisely(heap());

  EXPECT_EQ(LivingLeaves(), kPairs);
  for (size_t i = 0; i < kPairs; ++i) {
    EXPECT_EQ(table->pairs()[i].key != nullptr, i % 2 == 0);
    EXPECT_EQ(table->pairs()[i].value != nullptr, i % 2 == 0);
  }
}

// Chains of ephemerons that are no elements of arrays: fields, of which one
// leads to a mixin, and those of hand-written classes.
class FieldLink : public GarbageCollected<FieldLink> {
 public:
  Member<FieldLink> next_;
  EphemeronPair<Leaf, Leaf> pair_;
  HALFWORD_FIELDS(FieldLink, next_, pair_)
};

class MixinLink : public GarbageCollected<MixinLink> {
 public:
  Member<MixinLink> next_;
  EphemeronPair<Watched, Target> pair_;
  HALFWORD_FIELDS(MixinLink, next_, pair_)
};

class HandLink : public GarbageCollected<HandLink> {
 public:
  struct Part {
    void Trace(Visitor* visitor) const { visitor->Trace(leaf); }
    Member<Leaf> leaf;
  };
  void Trace(Visitor* visitor) const {
    visitor->Trace(next_);
    visitor->Trace(key_);
    visitor->TraceEphemeron(key_, &part_);
  }
  Member<HandLink> next_;
  WeakMember<Leaf> key_;
  Part part_;
};

void SetPair(FieldLink* link, Leaf* key, Leaf* value) {
  link->pair_ = {key, value};
}
void SetPair(MixinLink* link, Target* key, Target* value) {
  link->pair_ = {key, value};
}
void SetPair(HandLink* link, Leaf* key, Leaf* value) {
  link->key_ = key;
  link->part_.leaf = value;
}

// The first half of a chain of so many links hangs on a key that lives, the
// other one on a key that dies. Calls check(link, whether it is to live).
template <typename Link, typename Node, typename Check>
void MarkFieldChains(Heap& heap, size_t count, uint32_t seed, Check check) {
  AllocationHandle& handle = heap.GetAllocationHandle();
  std::vector<Node*> nodes;
  for (size_t i = 0; i < count + 2; ++i) {
    nodes.push_back(MakeGarbageCollected<Node>(handle));
  }
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  Persistent<Link> links;
  const Persistent<Node> first_key = nodes[0];
  for (const size_t i : order) {
    auto* const link = MakeGarbageCollected<Link>(handle);
    const size_t first = i < count / 2 ? i : i + 1;
    SetPair(link, nodes[first], nodes[first + 1]);
    link->next_ = links;
    links = link;
  }

  CollectPrecisely(heap);

  size_t next = 0;
  for (Link* link = links; link != nullptr; link = link->next_) {
    const size_t i = order[count - ++next];
    check(link, i < count / 2);
  }
}

class EphemeronChainTest : public HeapTest {
 protected:
  void SetUp() override { ResetHeap({.growth_bytes_min = SIZE_MAX}); }
};
HALFWORD_INSTANTIATE_FOR_PAGES(EphemeronChainTest);

TEST_P(EphemeronChainTest, OfFieldsHoldsItsLivingHalf) {
  const TestSeed seed;
  MarkFieldChains<FieldLink, Leaf>(
      heap(), 20'000, seed.value(), [](FieldLink* link, bool lives) {
        ASSERT_EQ(link->pair_.key != nullptr, lives);
        ASSERT_EQ(link->pair_.value != nullptr, lives);
      });
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(EphemeronChainTest, OfMixinsHoldsItsLivingHalf) {
  const TestSeed seed;
  MarkFieldChains<MixinLink, Target>(
      heap(), 20'000, seed.value(), [](MixinLink* link, bool lives) {
        ASSERT_EQ(link->pair_.key != nullptr, lives);
        ASSERT_EQ(link->pair_.value != nullptr, lives);
      });
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(EphemeronChainTest, OfHandWrittenClassesHoldsItsLivingHalf) {
  const TestSeed seed;
  // The marker does not clear the values of the dead.
  MarkFieldChains<HandLink, Leaf>(heap(), 20'000, seed.value(),
                                  [](HandLink* link, bool lives) {
                                    ASSERT_EQ(link->key_ != nullptr, lives);
                                    if (!lives) link->part_.leaf = nullptr;
                                  });
  EXPECT_EQ(Findings(heap()), "");
}

// The strings that parts hold may be alone, which is found out after the
// ephemerons, and may bring more of these.
class TextLink : public GarbageCollected<TextLink> {
 public:
  struct Part {
    void Trace(Visitor* visitor) const {
      visitor->Trace(leaf);
      visitor->Trace(text);
    }
    Member<Leaf> leaf;
    MutableString text;
  };
  void Trace(Visitor* visitor) const {
    visitor->Trace(next_);
    visitor->Trace(key_);
    visitor->TraceEphemeron(key_, &part_);
  }
  Member<TextLink> next_;
  WeakMember<Leaf> key_;
  Part part_;
};

TEST_P(EphemeronMarkingTest, TracesAPartWithASharedStringOnce) {
  constexpr int kLinks = 1000;
  const HeapScope scope(heap());
  const MutableString text = std::string(100, 'x');
  const Persistent<Leaf> first_key = NewLeaf();
  Leaf* key = first_key;
  Persistent<TextLink> links;
  for (int i = 0; i < kLinks; ++i) {
    auto* const link = Make<TextLink>();
    link->key_ = key;
    link->part_.leaf = key = NewLeaf();
    link->part_.text = text;
    link->next_ = links;
    links = link;
  }

  CollectPrecisely(heap());
  CollectPrecisely(heap());

  EXPECT_EQ(LivingLeaves(), kLinks + 1u);
  for (TextLink* link = links; link != nullptr; link = link->next_) {
    ASSERT_EQ(link->part_.text.view(), text.view());
  }
}

// Beside the program a step looks at some of the entries that wait. The key of
// one of these is marked then; the pause must look at it again.
class LeafMap : public GarbageCollected<LeafMap> {
 public:
  HeapHashMap<WeakMember<Leaf>, Member<Leaf>> values_;
  HALFWORD_FIELDS(LeafMap, values_)
};

TEST_P(EphemeronMarkingTest, LooksAtAllEntriesAgainWhereAStepStoppedHalfway) {
  constexpr int kPairs = 10'000;  // half of them: more than a last scan brings
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  const Persistent<LeafMap> map = Make<LeafMap>();
  std::vector<Persistent<Leaf>> held;
  for (int i = 0; i < kPairs; ++i) {
    Leaf* const key = Make<Leaf>();
    if (i % 2 == 0) held.emplace_back(key);
    map->values_.insert_or_assign(key, Make<Leaf>());
  }
  std::set<const Leaf*> held_keys;
  for (const Persistent<Leaf>& key : held) held_keys.insert(key.Get());
  const auto first_waiting = std::find_if(
      map->values_.begin(), map->values_.end(), [&](const auto& entry) {
        return held_keys.count(entry.first.Get()) == 0;
      });
  ASSERT_NE(first_waiting, map->values_.end());
  const auto [key, value] = *first_waiting;

  Collector& collector = CollectorOf(heap());
  collector.CloseRuns();
  collector.FinishSweep();
  MarkExchange exchange;
  const ConstructionList constructing;
  Marker marker(&collector);
  marker.MarkBeside({&exchange, &constructing, false});
  marker.MarkRoot(map.Get());
  for (const Persistent<Leaf>& root : held) marker.MarkRoot(root.Get());
  while (!marker.DrainBeside(1 << 20)) continue;
  ASSERT_EQ(marker.ScanWeakArrays(SIZE_MAX), Marker::Scan::kAgain);
  while (!marker.DrainBeside(1 << 20)) continue;
  ASSERT_EQ(marker.ScanWeakArrays(1), Marker::Scan::kNotAtEnd);
  marker.MarkRoot(key.Get());
  OwnThreadWork work;
  marker.EndBeside(&work);
  marker.FinishOwnWork(constructing);
  marker.Finish();

  EXPECT_TRUE(IsMarked(reinterpret_cast<uintptr_t>(value.Get())));
  marker.SettleWeakReferences();
  collector.BeginSweep(marker.live_bytes());
  collector.FinishSweep();
}

// In a chain each value is the next key. A marker that looks at all waiting
// ephemerons again for each key that it finds needs 10^10 steps, which is
// minutes; a linear one milliseconds.
void MarkChain(Heap& heap, const std::vector<size_t>& order) {
  const size_t links = order.size();
  auto* const table = MakeGarbageCollected<PairTable>(
      heap.GetAllocationHandle(),
      AdditionalBytes(links * sizeof(PairTable::Pair)));
  std::vector<Leaf*> keys;
  for (size_t i = 0; i <= links; ++i) {
    keys.push_back(MakeGarbageCollected<Leaf>(heap.GetAllocationHandle(), 0));
  }
  for (size_t i = 0; i < links; ++i) {
    table->pairs()[order[i]] = {keys[i], keys[i + 1]};
  }
  const Persistent<Leaf> first_key = keys[0];
  const Persistent<PairTable> root = table;

  const std::clock_t start = std::clock();
  Collector& collector = CollectorOf(heap);
  collector.CloseRuns();
  collector.FinishSweep();
  Marker marker(&collector);
  marker.MarkRoot(table);
  marker.MarkRoot(keys[0]);
  marker.Finish();
  const std::clock_t end = std::clock();
  EXPECT_EQ(CountMarks(collector), links + 2);
  marker.SettleWeakReferences();
  collector.BeginSweep(marker.live_bytes());
  collector.FinishSweep();
  EXPECT_LT(static_cast<double>(end - start) / CLOCKS_PER_SEC, 5.0);
}

TEST_P(EphemeronMarkingTest, MarksChainsOfEphemeronsInLinearTime) {
  constexpr size_t kLinks = 100'000;
  const TestSeed seed;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  std::vector<size_t> order(kLinks);
  std::iota(order.begin(), order.end(), size_t{0});
  MarkChain(heap(), order);

  std::reverse(order.begin(), order.end());
  MarkChain(heap(), order);

  std::shuffle(order.begin(), order.end(), std::mt19937(seed.value()));
  MarkChain(heap(), order);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
