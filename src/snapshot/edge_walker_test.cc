// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is found in objects of each kind, and under which names; as snapshots
// show it.

#include "snapshot/edge_walker.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A container that only its owner's weak callback looks after.
class Table;

namespace {

using Texts = std::vector<std::string>;

class Item : public GarbageCollected<Item> {
 public:
  explicit Item(std::string_view name = "") : name_(name) {}
  std::string_view GetHumanReadableName() const { return name_; }

  std::string_view name_;
  HALFWORD_FIELDS(Item, name_)
};

class Side : public GarbageCollectedMixin {
 public:
  Member<Item> side_;
  HALFWORD_FIELDS(Side, side_)
};
class SidedItem : public GarbageCollected<SidedItem>, public Side {
 public:
  std::string_view GetHumanReadableName() const { return "sided"; }
  uint64_t words_[3] = {};
  HALFWORD_FIELDS(SidedItem, words_)
  HALFWORD_BASES(SidedItem, Side)
};

class EdgeWalkerTest : public HeapTest {
 protected:
  Item* NewItem(std::string_view name) { return Make<Item>(name); }
  Item* Held(std::string_view name) {
    held_.emplace_back(NewItem(name));
    return held_.back().Get();
  }
  Texts EdgesOf(const void* object) {
    const LoadedSnapshot snapshot(heap());
    return snapshot.EdgeTextsOf(snapshot.NodeOf(object));
  }

 private:
  std::deque<Persistent<Item>> held_;
};
HALFWORD_INSTANTIATE_FOR_PAGES(EdgeWalkerTest);

class Kinds : public GarbageCollected<Kinds> {
 public:
  Member<Item> member_;
  WeakMember<Item> weak_;
  UntracedMember<Item> untraced_;
  Tagged<Item> tagged_;
  Tagged<Item> number_;
  Member<Side> mixin_;
  Member<Item> sentinel_;
  HALFWORD_FIELDS(Kinds, member_, weak_, untraced_, tagged_, number_, mixin_,
                  sentinel_)
};

TEST_P(EdgeWalkerTest, FindsListedFieldsThatRefer) {
  const Persistent<Kinds> kinds = Make<Kinds>();
  EXPECT_EQ(EdgesOf(kinds.Get()), Texts());
  kinds->member_ = NewItem("a");
  kinds->weak_ = Held("b");
  kinds->untraced_ = Held("c");
  kinds->tagged_ = NewItem("d");
  kinds->number_ = 77;
  kinds->mixin_ = Make<SidedItem>();
  kinds->sentinel_ = kSentinelPointer;

  EXPECT_EQ(EdgesOf(kinds.Get()),
            (Texts{"property member_ -> a", "property mixin_ -> sided",
                   "property tagged_ -> d", "weak weak_ -> b"}));
}

class Members : public GarbageCollected<Members> {
 public:
  Member<Item>* elements() { return TrailingArray(this); }
  HALFWORD_FIELDS(Members)
  HALFWORD_TRAILING(Members, Member<Item>)
};
struct Entry {
  Member<Item> first;
  WeakMember<Item> second;
  HALFWORD_FIELDS(Entry, first, second)
};
class Entries : public GarbageCollected<Entries> {
 public:
  Entry* elements() { return TrailingArray(this); }
  HALFWORD_FIELDS(Entries)
  HALFWORD_TRAILING(Entries, Entry)
};

TEST_P(EdgeWalkerTest, NumbersElements) {
  PreparePages<Members>();
  PreparePages<Entries>();
  const Persistent<Members> members = MakeGarbageCollected<Members>(
      heap().GetAllocationHandle(), TrailingBytes<Members>(8));
  const Persistent<Entries> entries = MakeGarbageCollected<Entries>(
      heap().GetAllocationHandle(), TrailingBytes<Entries>(4));
  members->elements()[0] = NewItem("a");
  members->elements()[7] = NewItem("b");
  entries->elements()[3].first = NewItem("c");
  entries->elements()[2].second = Held("d");

  EXPECT_EQ(EdgesOf(members.Get()),
            (Texts{"element 0 -> a", "element 7 -> b"}));
  EXPECT_EQ(EdgesOf(entries.Get()),
            (Texts{"property first -> c", "weak second -> d"}));
}

TEST_P(EdgeWalkerTest, FindsTheElementsOfALargeArray) {
  constexpr size_t kCount = 100'000;
  const Persistent<Members> members = MakeGarbageCollected<Members>(
      heap().GetAllocationHandle(), TrailingBytes<Members>(kCount));
  for (size_t i = 0; i < kCount; i += 1000) {
    members->elements()[i] = NewItem("one of many");
  }

  const LoadedSnapshot snapshot(heap());

  const std::vector<ShownEdge> edges =
      snapshot.EdgesOf(snapshot.NodeOf(members.Get()));
  ASSERT_EQ(edges.size(), kCount / 1000);
  for (size_t i = 0; i < edges.size(); ++i) {
    EXPECT_EQ(edges[i].name, std::to_string(1000 * i));
    EXPECT_EQ(edges[i].type, "element");
  }
}

class Containers : public GarbageCollected<Containers> {
 public:
  HeapVector<Member<Item>> vector_;
  HeapVector<WeakMember<Item>> weak_;
  HeapDeque<Member<Item>> deque_;
  HeapHashMap<String, Member<Item>> map_;
  HeapHashMap<WeakMember<Item>, Member<Item>> pairs_;
  HALFWORD_FIELDS(Containers, vector_, weak_, deque_, map_, pairs_)
};

TEST_P(EdgeWalkerTest, ShowsContainersByTheirBackings) {
  const Persistent<Containers> object = Make<Containers>();
  object->vector_.push_back(NewItem("a"));
  object->vector_.push_back(NewItem("b"));
  object->weak_.push_back(Held("c"));
  object->weak_.push_back(Held("d"));
  object->deque_.push_back(NewItem("e"));
  object->map_.insert_or_assign(String("a long key"), NewItem("f"));
  object->pairs_.insert_or_assign(Held("key"), NewItem("value"));

  const LoadedSnapshot snapshot(heap());

  const size_t node = snapshot.NodeOf(object.Get());
  const auto backing = [&](const char* field) {
    const size_t target = snapshot.Follow(node, field);
    EXPECT_NE(target, LoadedSnapshot::kNone) << field;
    if (target != LoadedSnapshot::kNone) {
      EXPECT_EQ(snapshot[target].type, "array");
    }
    return snapshot.EdgeTextsOf(target);
  };
  EXPECT_EQ(backing("vector_"), (Texts{"element 0 -> a", "element 1 -> b"}));
  EXPECT_EQ(backing("weak_"), (Texts{"weak 0 -> c", "weak 1 -> d"}));
  EXPECT_EQ(backing("deque_"), (Texts{"element 0 -> e"}));
  EXPECT_EQ(backing("map_"),
            (Texts{"property key -> a long key", "property value -> f"}));
  const Texts pair = backing("pairs_");
  ASSERT_EQ(pair.size(), 2u);
  EXPECT_EQ(pair[0].find("internal 1 / part of key"), 0u) << pair[0];
  EXPECT_EQ(pair[1].find("weak "), 0u) << pair[1];
}

// A class may list fields for others to see, and trace them by hand.
class Both : public GarbageCollected<Both> {
 public:
  Member<Item> first_;
  Member<Item> second_;
  WeakMember<Item> weak_;
  WeakMember<Item> held_weak_;
  HeapVector<Member<Item>> list_;

  void Trace(Visitor* visitor) const {
    visitor->Trace(second_);
    visitor->Trace(weak_);
    visitor->TraceStrongly(held_weak_);
    list_.Trace(visitor);
  }
  HALFWORD_FIELDS(Both, first_, second_, weak_, held_weak_, list_)
};

TEST_P(EdgeWalkerTest, TakesNamesOfFieldsThatAreTracedByHand) {
  const Persistent<Both> both = Make<Both>();
  both->second_ = NewItem("a");
  both->weak_ = Held("b");
  both->held_weak_ = NewItem("c");
  both->list_.push_back(NewItem("d"));

  const LoadedSnapshot snapshot(heap());

  const size_t node = snapshot.NodeOf(both.Get());
  const Texts edges = snapshot.EdgeTextsOf(node);
  ASSERT_EQ(edges.size(), 4u);
  EXPECT_NE(std::find(edges.begin(), edges.end(), "property second_ -> a"),
            edges.end());
  EXPECT_NE(std::find(edges.begin(), edges.end(), "weak weak_ -> b"),
            edges.end());
  EXPECT_NE(snapshot.Follow(node, "list_"), LoadedSnapshot::kNone);
  // It is held, whatever the field is.
  const std::vector<bool> held = snapshot.Held();
  EXPECT_TRUE(held[snapshot.Find("c")]);
}

class Traced : public GarbageCollected<Traced> {
 public:
  Member<Item> first_;
  Member<Item> null_;
  WeakMember<Item> weak_;
  Member<Item> second_;
  Member<Side> mixin_;
  Tagged<Item> tagged_;
  EphemeronPair<Item, Item> pair_;

  void Trace(Visitor* visitor) const {
    visitor->Trace(first_);
    visitor->Trace(null_);
    visitor->Trace(weak_);
    visitor->Trace(second_);
    visitor->Trace(mixin_);
    visitor->Trace(tagged_);
    visitor->Trace(pair_);
  }
};

TEST_P(EdgeWalkerTest, NumbersWhatIsTracedByHand) {
  const Persistent<Traced> traced = Make<Traced>();
  traced->first_ = NewItem("a");
  traced->weak_ = Held("b");
  traced->second_ = NewItem("c");
  traced->mixin_ = Make<SidedItem>();
  traced->tagged_ = NewItem("d");
  traced->pair_.key = Held("key");
  traced->pair_.value = NewItem("value");

  const LoadedSnapshot snapshot(heap());

  const Texts edges = snapshot.EdgeTextsOf(snapshot.NodeOf(traced.Get()));
  ASSERT_EQ(edges.size(), 7u);
  EXPECT_EQ((Texts{edges.begin(), edges.begin() + 4}),
            (Texts{"element 0 -> a", "element 2 -> c", "element 3 -> sided",
                   "element 4 -> d"}));
  EXPECT_EQ(edges[4].find("internal 1 / part of key"), 0u) << edges[4];
  EXPECT_EQ((Texts{edges.begin() + 5, edges.end()}),
            (Texts{"weak 1 -> b", "weak 5 -> key"}));
  const Texts of_key = snapshot.EdgeTextsOf(snapshot.Find("key"));
  EXPECT_EQ(of_key, Texts{edges[4]});
}

// A value that is a part of the table, with references of its own.
struct TracedEntry {
  WeakMember<Item> key;
  HeapVector<Member<Item>> values;
  void Trace(Visitor* visitor) const { values.Trace(visitor); }
};
class TracedTable : public GarbageCollected<TracedTable> {
 public:
  TracedEntry entry_;
  void Trace(Visitor* visitor) const {
    visitor->TraceEphemeron(entry_.key, &entry_.values);
    visitor->RegisterWeakCallbackMethod<TracedTable, &TracedTable::Clear>(this);
  }
  void Clear(const LivenessBroker& broker) {
    if (!broker.IsHeapObjectAlive(entry_.key)) entry_.key = nullptr;
  }
};

TEST_P(EdgeWalkerTest, PairsAKeyWithAllThatItsValueHolds) {
  const Persistent<TracedTable> table = Make<TracedTable>();
  table->entry_.key = Held("key");
  table->entry_.values.push_back(NewItem("value"));

  const LoadedSnapshot snapshot(heap());

  const Texts of_key = snapshot.EdgeTextsOf(snapshot.Find("key"));
  ASSERT_EQ(of_key.size(), 1u);
  EXPECT_EQ(of_key, snapshot.EdgeTextsOf(snapshot.NodeOf(table.Get())));
  EXPECT_TRUE(snapshot.Held()[snapshot.Find("value")]);
}

// A value whose parts are held, or not.
struct TracedPart {
  Member<Item> strong_;
  WeakMember<Item> weak_;
  void Trace(Visitor* visitor) const {
    visitor->Trace(strong_);
    visitor->Trace(weak_);
  }
};
class TracedPartTable : public GarbageCollected<TracedPartTable> {
 public:
  WeakMember<Item> key_;
  TracedPart part_;
  void Trace(Visitor* visitor) const {
    visitor->Trace(key_);
    visitor->TraceEphemeron(key_, &part_);
  }
};

TEST_P(EdgeWalkerTest, AWeakPartOfAValueIsNotHeldByItsKey) {
  const Persistent<TracedPartTable> table = Make<TracedPartTable>();
  table->key_ = Held("key");
  table->part_.strong_ = NewItem("strong");
  table->part_.weak_ = Held("weak");

  const LoadedSnapshot snapshot(heap());

  const Texts of_key = snapshot.EdgeTextsOf(snapshot.Find("key"));
  ASSERT_EQ(of_key.size(), 1u);
  EXPECT_TRUE(of_key[0].ends_with(" -> strong")) << of_key[0];
}

}  // namespace

class Table : public GarbageCollected<Table> {
 public:
  std::string_view GetHumanReadableName() const { return "the table"; }
  void Trace(Visitor* visitor) const {
    visitor->Trace(owner_);
    visitor->Trace(entry_);
  }
  Member<Item> owner_;
  Member<Item> entry_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

namespace halfword::inline HALFWORD_ABI {

// Held weakly, the table still holds its owner_.
template <>
struct TraceTrait<internal::Table> {
  static TraceDescriptor GetTraceDescriptor(const void* self) {
    return {self, Trace};
  }
  static TraceDescriptor GetWeakTraceDescriptor(const void* self) {
    return {
        self, [](Visitor* visitor, const void* table) {
          visitor->Trace(static_cast<const internal::Table*>(table)->owner_);
        }};
  }
  static void Trace(Visitor* visitor, const void* self) {
    static_cast<const internal::Table*>(self)->Trace(visitor);
  }
};

}  // namespace halfword::inline HALFWORD_ABI

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class TableOwner : public GarbageCollected<TableOwner> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->TraceWeakContainer(
        table_.Get(),
        [](const LivenessBroker& broker, const void* self) {
          Table& table = *static_cast<const TableOwner*>(self)->table_;
          if (!broker.IsHeapObjectAlive(table.entry_)) table.entry_ = nullptr;
        },
        this);
  }
  Member<Table> table_;
};

TEST_P(EdgeWalkerTest, AWeakContainerIsHeldAndHoldsNothing) {
  const Persistent<TableOwner> owner = Make<TableOwner>();
  owner->table_ = Make<Table>();
  owner->table_->owner_ = NewItem("owner");
  owner->table_->entry_ = Held("entry");

  const LoadedSnapshot snapshot(heap());

  const std::vector<bool> held = snapshot.Held();
  const size_t table = snapshot.Find("the table");
  EXPECT_TRUE(held[table]);
  EXPECT_TRUE(held[snapshot.Find("owner")]);
  EXPECT_EQ(snapshot.EdgeTextsOf(table),
            (Texts{"weak 0 -> owner", "weak 1 -> entry"}));
}

TEST_P(EdgeWalkerTest, AContainerThatSomethingElseHoldsHoldsAll) {
  const Persistent<TableOwner> owner = Make<TableOwner>();
  const Persistent<Table> table = Make<Table>();
  owner->table_ = table.Get();
  table->entry_ = NewItem("entry");

  const LoadedSnapshot snapshot(heap());

  EXPECT_EQ(snapshot.EdgeTextsOf(snapshot.NodeOf(table.Get())),
            Texts{"element 0 -> entry"});
  EXPECT_TRUE(snapshot.Held()[snapshot.Find("entry")]);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
