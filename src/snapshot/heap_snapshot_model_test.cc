// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Random heaps beside a model of them: what a snapshot shows is what marking
// keeps, each reference is an edge, and ids stay while objects live.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Thing;

struct Entry {
  Member<Thing> first;
  WeakMember<Thing> second;
  HALFWORD_FIELDS(Entry, first, second)
};

// All that a thing may refer to, in whatever way its class is traced.
struct Parts {
  Member<Thing> strong[3];
  WeakMember<Thing> weak;
  Tagged<Thing> tagged;
  EphemeronPair<Thing, Thing> pair;
  HeapVector<Member<Thing>> list;
  HeapVector<WeakMember<Thing>> weak_list;
  HeapVector<Entry> entries;
  HeapVector<String> strings;
  HeapHashMap<WeakMember<Thing>, Member<Thing>> table;
  HeapHashMap<String, Member<Thing>> by_text;
  String text;
  MutableString writable;

  void Trace(Visitor* visitor) const {
    visitor->TraceMultiple(strong, 3);
    visitor->Trace(weak);
    visitor->Trace(tagged);
    visitor->Trace(pair);
    list.Trace(visitor);
    weak_list.Trace(visitor);
    entries.Trace(visitor);
    strings.Trace(visitor);
    table.Trace(visitor);
    by_text.Trace(visitor);
    text.Trace(visitor);
    visitor->Trace(writable);
  }
  HALFWORD_FIELDS(Parts, strong, weak, tagged, pair, list, weak_list, entries,
                  strings, table, by_text, text, writable)
};

class Thing : public GarbageCollected<Thing> {
 public:
  explicit Thing(size_t number) : number_(number) {}
  virtual ~Thing() = default;
  virtual Parts& parts() = 0;
  // What others refer to it by, if not by itself.
  virtual void SetMixin(Thing*) {}

  std::string_view GetHumanReadableName() const {
    static std::string name;
    name = NameOf(number_);
    return name;
  }
  static std::string NameOf(size_t number) {
    return "thing " + std::to_string(number);
  }
  size_t number() const { return number_; }

 private:
  size_t number_;
  HALFWORD_FIELDS(Thing, number_)
};

class ListedThing : public Thing {
 public:
  using Thing::Thing;
  Parts& parts() override { return parts_; }
  Parts parts_;
  HALFWORD_FIELDS(ListedThing, parts_)
  HALFWORD_BASES(ListedThing, Thing)
};

class TracedThing : public Thing {
 public:
  using Thing::Thing;
  Parts& parts() override { return parts_; }
  void Trace(Visitor* visitor) const { parts_.Trace(visitor); }
  Parts parts_;
};

// A reference to this part leads into the middle of an object.
class Side : public GarbageCollectedMixin {
 public:
  Member<Side> side_;
  Member<Thing> owner_;
  HALFWORD_FIELDS(Side, side_, owner_)
};

class SidedThing : public ListedThing, public Side {
 public:
  explicit SidedThing(size_t number) : ListedThing(number) {}
  void SetMixin(Thing* other) override {
    side_ = dynamic_cast<SidedThing*>(other);
  }
  HALFWORD_FIELDS(SidedThing)
  HALFWORD_BASES(SidedThing, ListedThing, Side)
};

// More than half a page: a large object, with a row of references.
class RowThing : public Thing {
 public:
  using Thing::Thing;
  static constexpr size_t kCount = 3000;
  Parts& parts() override { return parts_; }
  Member<Thing>* row() { return TrailingArray(this); }
  Parts parts_;
  HALFWORD_FIELDS(RowThing, parts_)
  HALFWORD_BASES(RowThing, Thing)
  HALFWORD_TRAILING(RowThing, Member<Thing>)
};

// What the model knows of a thing.
struct ModelThing {
  Thing* thing = nullptr;
  std::multiset<size_t> strong;
  std::map<size_t, size_t> table;  // of weak keys
  std::pair<size_t, size_t> pair;  // of key and value; 0: none
  uint64_t id = 0;                 // of an earlier snapshot
};

class HeapSnapshotModelTest : public ::testing::Test {
 protected:
  Thing* Make() {
    const size_t number = ++last_number_;
    AllocationHandle& handle = heap_->GetAllocationHandle();
    Thing* thing = nullptr;
    switch (random_() % 8) {
      case 0:
      case 1:
        thing = MakeGarbageCollected<TracedThing>(handle, number);
        break;
      case 2:
      case 3:
        thing = MakeGarbageCollected<SidedThing>(handle, number);
        break;
      case 4:
        thing = MakeGarbageCollected<RowThing>(
            handle, TrailingBytes<RowThing>(Pick(2) ? 3 : RowThing::kCount),
            number);
        break;
      default:
        thing = MakeGarbageCollected<ListedThing>(handle, number);
        break;
    }
    model_[number].thing = thing;
    return thing;
  }

  size_t Pick(size_t count) { return random_() % count; }
  Thing* PickThing() {
    auto place = model_.begin();
    std::advance(place, Pick(model_.size()));
    return place->second.thing;
  }

  void Hold(Thing* thing) {
    if (Pick(4) == 0) {
      cross_roots_.emplace_back(thing);
    } else {
      roots_.emplace_back(thing);
    }
  }

  void Link(Thing* from, Thing* to);
  void AddText(Thing* from);
  void Mutate();
  std::set<size_t> Living() const;
  void Forget(const std::set<size_t>& living);
  void Check(const LoadedSnapshot& snapshot);
  void CheckCounts(const LoadedSnapshot& snapshot);
  void CheckEdges(const LoadedSnapshot& snapshot);
  void CheckIds(const LoadedSnapshot& snapshot);

  const TestSeed seed_;
  std::mt19937 random_{seed_.value()};
  // The model holds objects by plain pointers, so that it says when they die.
  std::unique_ptr<Heap> heap_ = Heap::Create({.growth_bytes_min = SIZE_MAX});
  std::map<size_t, ModelThing> model_;  // by number
  size_t last_number_ = 0;
  std::deque<Persistent<Thing>> roots_;
  std::deque<CrossThreadPersistent<Thing>> cross_roots_;
  std::deque<WeakPersistent<Thing>> weak_roots_;
  std::deque<PersistentString> string_roots_;
  std::deque<ScopedMutableString> scoped_strings_;
  std::map<uint64_t, size_t> number_of_id_;  // whose each id ever was
};

// In one of the ways, and notes in the model what it holds.
void HeapSnapshotModelTest::Link(Thing* from, Thing* to) {
  Parts& parts = from->parts();
  ModelThing& model = model_[from->number()];
  const auto replace = [&](auto& slot, const Thing* old) {
    if (old != nullptr) model.strong.extract(old->number());
    slot = to;
    model.strong.insert(to->number());
  };
  switch (Pick(10)) {
    case 0:
    case 1: {
      Member<Thing>& slot = parts.strong[Pick(3)];
      replace(slot, slot.Get());
      break;
    }
    case 2:
      replace(parts.tagged, parts.tagged.ObjectOrNull());
      break;
    case 3:
      parts.weak = to;
      break;
    case 4:
      parts.list.push_back(to);
      model.strong.insert(to->number());
      break;
    case 5:
      parts.weak_list.push_back(to);
      break;
    case 6:
      parts.entries.push_back({to, PickThing()});
      model.strong.insert(to->number());
      break;
    case 7: {
      Thing* const key = PickThing();
      parts.table.insert_or_assign(key, to);
      model.table[key->number()] = to->number();
      break;
    }
    case 8: {
      Thing* const key = PickThing();
      parts.pair = EphemeronPair<Thing, Thing>(key, to);
      model.pair = {key->number(), to->number()};
      break;
    }
    default:
      if (auto* const row = dynamic_cast<RowThing*>(from)) {
        Member<Thing>& slot = row->row()[Pick(3)];
        replace(slot, slot.Get());
      } else if (auto* const side = dynamic_cast<SidedThing*>(from);
                 side != nullptr && dynamic_cast<SidedThing*>(to) != nullptr) {
        if (side->side_ != nullptr) {
          model.strong.extract(
              static_cast<SidedThing*>(side->side_.Get())->number());
        }
        side->SetMixin(to);
        model.strong.insert(to->number());
      } else {
        const std::string key = "key " + std::to_string(++last_number_);
        parts.by_text.insert_or_assign(String(key), to);
        model.strong.insert(to->number());
      }
      break;
  }
}

void HeapSnapshotModelTest::AddText(Thing* from) {
  Parts& parts = from->parts();
  const Parts& others = PickThing()->parts();
  const std::string bytes(Pick(500), static_cast<char>('a' + Pick(26)));
  switch (Pick(8)) {
    case 0:
      parts.text = bytes;
      break;
    case 1:
      parts.text = others.text + parts.text;
      break;
    case 2:
      parts.text = others.text + bytes.substr(0, 2);
      break;
    case 3:
      if (parts.text.size() > 1) {
        parts.text = parts.text.substr(parts.text.size() / 4);
      }
      break;
    case 4:
      parts.writable = others.writable;
      break;
    case 5:
      parts.writable += bytes;
      break;
    case 6:
      parts.text = others.writable.ToString();
      break;
    default:
      parts.strings.push_back(String(bytes));
      break;
  }
  if (parts.text.size() > 20'000) parts.text = String();
  if (Pick(20) == 0) string_roots_.emplace_back(parts.text);
  if (Pick(20) == 0) scoped_strings_.emplace_back(parts.writable);
}

void HeapSnapshotModelTest::Mutate() {
  for (int i = 0; i < 60; ++i) {
    Thing* const thing = Make();
    if (Pick(8) == 0) Hold(thing);
    if (Pick(8) == 0) weak_roots_.emplace_back(thing);
  }
  for (int i = 0; i < 200; ++i) Link(PickThing(), PickThing());
  for (int i = 0; i < 100; ++i) AddText(PickThing());
  for (auto* roots : {&roots_}) {
    while (roots->size() > 12) roots->pop_front();
  }
  while (cross_roots_.size() > 4) cross_roots_.pop_front();
  while (weak_roots_.size() > 10) weak_roots_.pop_front();
  while (string_roots_.size() > 4) string_roots_.pop_front();
  while (scoped_strings_.size() > 4) scoped_strings_.pop_front();
}

std::set<size_t> HeapSnapshotModelTest::Living() const {
  std::set<size_t> living;
  std::vector<size_t> found;
  const auto reach = [&](size_t number) {
    if (number != 0 && living.insert(number).second) found.push_back(number);
  };
  for (const auto& root : roots_) reach(root->number());
  for (const auto& root : cross_roots_) reach(root->number());
  for (;;) {
    while (!found.empty()) {
      const ModelThing& thing = model_.at(found.back());
      found.pop_back();
      for (const size_t target : thing.strong) reach(target);
    }
    for (const size_t number : std::set<size_t>(living)) {
      const ModelThing& thing = model_.at(number);
      for (const auto& [key, value] : thing.table) {
        if (living.contains(key)) reach(value);
      }
      if (living.contains(thing.pair.first)) reach(thing.pair.second);
    }
    if (found.empty()) return living;
  }
}

// What the collection did.
void HeapSnapshotModelTest::Forget(const std::set<size_t>& living) {
  std::erase_if(
      model_, [&](const auto& entry) { return !living.contains(entry.first); });
  for (auto& [number, thing] : model_) {
    std::erase_if(thing.table, [&](const auto& entry) {
      return !living.contains(entry.first);
    });
    if (!living.contains(thing.pair.first)) thing.pair = {};
  }
}

void HeapSnapshotModelTest::Check(const LoadedSnapshot& snapshot) {
  std::set<size_t> shown;
  for (size_t i = snapshot.first_object(); i < snapshot.nodes().size(); ++i) {
    const std::string& name = snapshot[i].name;
    if (snapshot[i].type != "native" || name.find("thing ") != 0) continue;
    EXPECT_TRUE(shown.insert(std::stoull(name.substr(6))).second) << name;
  }
  const std::set<size_t> living = Living();
  ASSERT_EQ(shown, living);
  Forget(living);
  const std::vector<bool> held = snapshot.Held();
  for (size_t i = snapshot.first_object(); i < held.size(); ++i) {
    EXPECT_TRUE(held[i]) << "nothing holds " << snapshot[i].name;
  }
  CheckCounts(snapshot);
  CheckEdges(snapshot);
  CheckIds(snapshot);
}

// By class, as the heap itself counts.
void HeapSnapshotModelTest::CheckCounts(const LoadedSnapshot& snapshot) {
  std::map<std::string, size_t> expected = ObjectsByType(*heap_);
  const auto take = [&](const char* name) {
    const auto place = expected.find(name);
    if (place == expected.end()) return size_t{0};
    const size_t count = place->second;
    expected.erase(place);
    return count;
  };
  const size_t things = take(kTypeName<ListedThing>) +
                        take(kTypeName<TracedThing>) +
                        take(kTypeName<SidedThing>) + take(kTypeName<RowThing>);
  EXPECT_EQ(things, model_.size());
  const size_t strings = take(kTypeName<FlatBody>) +
                         take(kTypeName<ForeignBody>) +
                         take(kTypeName<IndirectBody>);
  size_t leaves = 0;
  for (const ShownNode& node : snapshot.nodes()) {
    leaves += node.id % 2 == 0 && node.type == "string" ? 1 : 0;
  }
  EXPECT_EQ(snapshot.Count("string") + snapshot.Count("sliced string") +
                snapshot.Count("concatenated string"),
            strings + leaves);
  // The rest are backings, and bear the names of their classes.
  size_t arrays = 0;
  for (const auto& [name, count] : expected) {
    EXPECT_EQ(snapshot.FindAll(name).size(), count) << name;
    arrays += count;
  }
  EXPECT_EQ(snapshot.Count("array"), arrays);
  EXPECT_EQ(snapshot.nodes().size() - snapshot.first_object(),
            things + strings + leaves + arrays);
}

void HeapSnapshotModelTest::CheckEdges(const LoadedSnapshot& snapshot) {
  for (const auto& [number, thing] : model_) {
    const size_t node = snapshot.NodeOf(thing.thing);
    ASSERT_NE(node, LoadedSnapshot::kNone);
    ASSERT_EQ(snapshot[node].name, Thing::NameOf(number));
    // Strong ones to other things, its own and those of its containers.
    std::multiset<std::string> targets;
    std::multiset<std::string> paired;
    std::vector<size_t> sources = {node};
    for (const ShownEdge& edge : snapshot.EdgesOf(node)) {
      if (snapshot[edge.target].type == "array") {
        EXPECT_EQ(edge.type, thing.thing->number() == 0 ? "" : edge.type);
        sources.push_back(edge.target);
      }
    }
    for (const size_t source : sources) {
      for (const ShownEdge& edge : snapshot.EdgesOf(source)) {
        const ShownNode& target = snapshot[edge.target];
        if (target.name.find("thing ") != 0) continue;
        const bool is_pair =
            edge.name.find("pair in WeakMap") != std::string::npos;
        const std::string table =
            "(table @" + std::to_string(snapshot[source].id) + ")";
        if (is_pair && edge.name.find(table) != std::string::npos) {
          paired.insert(target.name);
        } else if (!is_pair && edge.type != "weak") {
          targets.insert(target.name);
        }
      }
    }
    std::multiset<std::string> expected;
    for (const size_t target : thing.strong) {
      expected.insert(Thing::NameOf(target));
    }
    EXPECT_EQ(targets, expected) << "of thing " << number;
    std::multiset<std::string> expected_pairs;
    for (const auto& [key, value] : thing.table) {
      expected_pairs.insert(Thing::NameOf(value));
      // As much from the key.
      if (key == number) expected_pairs.insert("");
    }
    if (thing.pair.first != 0) {
      expected_pairs.insert(Thing::NameOf(thing.pair.second));
    }
    expected_pairs.erase("");
    // A key that is the table itself has both edges.
    if (thing.pair.first == number) {
      expected_pairs.insert(Thing::NameOf(thing.pair.second));
    }
    EXPECT_EQ(paired, expected_pairs) << "of thing " << number;
  }
}

void HeapSnapshotModelTest::CheckIds(const LoadedSnapshot& snapshot) {
  for (auto& [number, thing] : model_) {
    const uint64_t id = snapshot[snapshot.NodeOf(thing.thing)].id;
    EXPECT_TRUE(thing.id == 0 || thing.id == id) << "thing " << number;
    thing.id = id;
    const auto [place, is_new] = number_of_id_.try_emplace(id, number);
    EXPECT_EQ(place->second, number) << "the id " << id << " is used again";
  }
}

TEST_F(HeapSnapshotModelTest, ShowsWhatMarkingKeeps) {
  for (int round = 0; round < 8; ++round) {
    Mutate();
    if (round % 3 == 2) {
      CollectPrecisely(*heap_);
      Forget(Living());
      Mutate();
    }

    const LoadedSnapshot snapshot(*heap_);

    ASSERT_TRUE(snapshot.report().ok()) << snapshot.report().error;
    Check(snapshot);
    if (HasFailure()) return;
  }
}

// What the stack holds is no more than what the snapshot says it holds.
TEST_F(HeapSnapshotModelTest, ShowsWhatAScanOfTheStackKeeps) {
  for (int round = 0; round < 3; ++round) {
    Mutate();

    const LoadedSnapshot snapshot(*heap_, SnapshotOptions());

    ASSERT_TRUE(snapshot.report().ok()) << snapshot.report().error;
    const std::vector<bool> held = snapshot.Held();
    for (size_t i = snapshot.first_object(); i < held.size(); ++i) {
      EXPECT_TRUE(held[i]) << "nothing holds " << snapshot[i].name;
    }
    size_t count = 0;
    for (const auto& [name, of_type] : ObjectsByType(*heap_)) count += of_type;
    size_t leaves = 0;
    for (const ShownNode& node : snapshot.nodes()) {
      leaves += node.id % 2 == 0 && node.type == "string" ? 1 : 0;
    }
    EXPECT_EQ(snapshot.nodes().size() - snapshot.first_object(),
              count + leaves);
    CollectPrecisely(*heap_);
    Forget(Living());
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
