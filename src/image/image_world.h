// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// For tests of what moves objects of images: an object that has a field of each
// kind and each container, and what must hold of it wherever its image lies.
// Only tests include this file.

#ifndef HALFWORD_IMAGE_IMAGE_WORLD_H_
#define HALFWORD_IMAGE_IMAGE_WORLD_H_

#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/atom.h"
#include "halfword/ephemeron_pair.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_deque.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_linked_hash_set.h"
#include "halfword/heap_scope.h"
#include "halfword/heap_vector.h"
#include "halfword/member.h"
#include "halfword/mutable_string.h"
#include "halfword/string.h"
#include "halfword/tagged.h"
#include "halfword/trailing_array.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Named : public GarbageCollectedMixin {
 public:
  int name_ = 0;
  HALFWORD_FIELDS(Named, name_)
};

class Thing : public GarbageCollected<Thing>, public Named {
 public:
  explicit Thing(int number) : number_(number) { name_ = -number; }
  int number_;
  Member<Thing> next_;
  HALFWORD_FIELDS(Thing, number_, next_)
  HALFWORD_BASES(Thing, Named)
};

// Another class with a base, and an array behind it.
class Things : public GarbageCollected<Things> {
 public:
  uint32_t count_ = 0;
  HALFWORD_FIELDS(Things, count_)
  HALFWORD_TRAILING(Things, Member<Thing>)
};

struct Spot {
  Member<Thing> strong;
  int32_t number = 0;
  UntracedMember<Thing> untraced;
  HALFWORD_FIELDS(Spot, strong, number, untraced)
};

// A key that is hashed by a reference and a number.
struct PairKey {
  Member<Thing> thing;
  int32_t number = 0;
  HALFWORD_FIELDS(PairKey, thing, number)
};

}  // namespace halfword::inline HALFWORD_ABI::internal

template <>
struct halfword::HashTraits<halfword::internal::PairKey> {
  using Key = halfword::internal::PairKey;
  using Reference = halfword::Member<halfword::internal::Thing>;
  static uint64_t Hash(const Key& key, uint64_t seed) {
    return HashTraits<Reference>::Hash(key.thing, seed) * 31 +
           static_cast<uint64_t>(key.number);
  }
  static bool Equal(const Key& a, const Key& b) {
    return a.thing == b.thing && a.number == b.number;
  }
};

namespace halfword::inline HALFWORD_ABI::internal {

class World : public GarbageCollected<World> {
 public:
  static constexpr int kThings = 2000;
  static std::string NameOf(int i) {
    return "the thing number " + std::to_string(i);
  }

  void Fill(AllocationHandle& handle);
  void Check();
  // The table whose hash nobody but the program knows; Check() does without.
  void DropCustomTable() { by_pair_.clear(); }

 private:
  void FillTables(AllocationHandle& handle);
  void FillStrings(AllocationHandle& handle);
  void CheckTables();
  void CheckStrings();
  void CheckFields();

  HeapVector<Member<Thing>> things_;
  Member<Thing> null_;
  Member<Named> mixin_;
  WeakMember<Thing> weak_;
  UntracedMember<Thing> untraced_;
  Tagged<Thing> tagged_;
  Tagged<Thing> integer_;
  EphemeronPair<Thing, Thing> pair_;
  Spot spot_;
  Spot spots_[3];
  Member<Thing> array_[20];
  Member<Things> trailing_;
  String string_;
  String short_;
  String slice_;
  String rope_;
  Atom atom_;
  Atom short_atom_;
  MutableString mutable_;
  MutableString small_;
  HeapVector<Spot> spots_in_a_row_;
  HeapVector<MutableString> texts_;
  HeapDeque<String> queue_;
  HeapHashMap<Member<Thing>, int> by_thing_;
  HeapHashSet<Member<Thing>> set_;
  HeapHashMap<String, Member<Thing>> by_name_;
  HeapHashMap<Atom, Member<Thing>> by_atom_;
  HeapHashMap<int, WeakMember<Thing>> by_number_;
  HeapHashMap<PairKey, int> by_pair_;
  HeapHashMap<WeakMember<Thing>, Member<Thing>> ephemerons_;
  HeapHashSet<WeakMember<Thing>> weak_set_;
  HeapLinkedHashSet<Member<Thing>> linked_;
  HeapLinkedHashSet<WeakMember<Thing>> weak_linked_;
  HeapLinkedHashSet<String> linked_names_;
  HALFWORD_FIELDS(World, things_, null_, mixin_, weak_, untraced_, tagged_,
                  integer_, pair_, spot_, spots_, array_, trailing_, string_,
                  short_, slice_, rope_, atom_, short_atom_, mutable_, small_,
                  spots_in_a_row_, texts_, queue_, by_thing_, set_, by_name_,
                  by_atom_, by_number_, by_pair_, ephemerons_, weak_set_,
                  linked_, weak_linked_, linked_names_)
};

inline void World::Fill(AllocationHandle& handle) {
  for (int i = 0; i < kThings; ++i) {
    things_.push_back(MakeGarbageCollected<Thing>(handle, i));
    if (i > 0) things_[static_cast<size_t>(i)]->next_ = things_[0];
  }
  Thing* const thing = things_[7];
  mixin_ = thing;
  weak_ = thing;
  untraced_ = thing;
  tagged_ = thing;
  integer_ = -5;
  pair_.key = thing;
  pair_.value = things_[8];
  spot_ = {thing, 1, thing};
  for (int i = 0; i < 3; ++i) {
    spots_[i] = {things_[static_cast<size_t>(i)], i, thing};
    spots_in_a_row_.push_back(spots_[i]);
  }
  for (size_t i = 0; i < 20; ++i) array_[i] = things_[i];
  constexpr size_t kCount = 100;
  trailing_ =
      MakeGarbageCollected<Things>(handle, TrailingBytes<Things>(kCount));
  trailing_->count_ = kCount;
  for (size_t i = 0; i < kCount; ++i) {
    TrailingArray(trailing_.get())[i] = things_[i];
  }
  FillTables(handle);
  FillStrings(handle);
}

inline void World::FillTables(AllocationHandle& handle) {
  set_.insert(nullptr);
  for (int i = 0; i < kThings; ++i) {
    Thing* const thing = things_[static_cast<size_t>(i)];
    const String name(handle, NameOf(i));
    by_thing_.insert({thing, i});
    set_.insert(thing);
    by_name_.insert({name, thing});
    by_atom_.insert({Atom(handle, NameOf(i)), thing});
    by_number_.insert({i, thing});
    by_pair_.insert({PairKey{thing, i % 3}, i});
    ephemerons_.insert({thing, things_[0]});
    weak_set_.insert(thing);
    linked_.insert(thing);
    weak_linked_.insert(thing);
    linked_names_.insert(name);
  }
}

inline void World::FillStrings(AllocationHandle& handle) {
  string_ = String(handle, std::string(300, 's'));
  short_ = String(handle, "abc");
  slice_ = string_.substr(100);
  rope_ = string_ + String(handle, std::string(400, 'r'));
  atom_ = Atom(handle, "an atom that is long");
  short_atom_ = Atom(handle, "ab");
  mutable_ = std::string(500, 'm');
  small_ = "small";
  for (int i = 0; i < 50; ++i) {
    texts_.push_back(MutableString(NameOf(i)));
    queue_.push_back(String(handle, NameOf(i)));
  }
}

inline void World::CheckFields() {
  ASSERT_EQ(things_.size(), static_cast<size_t>(kThings));
  for (int i = 0; i < kThings; ++i) {
    const Thing* const thing = things_[static_cast<size_t>(i)];
    ASSERT_EQ(thing->number_, i);
    ASSERT_EQ(thing->next_, i == 0 ? nullptr : things_[0].get());
  }
  Thing* const thing = things_[7];
  EXPECT_EQ(null_, nullptr);
  EXPECT_EQ(mixin_->name_, -7);
  EXPECT_EQ(mixin_, thing);
  EXPECT_EQ(weak_, thing);
  EXPECT_EQ(untraced_, thing);
  EXPECT_EQ(tagged_.object(), thing);
  EXPECT_EQ(integer_.integer(), -5);
  EXPECT_EQ(pair_.key, thing);
  EXPECT_EQ(pair_.value, things_[8]);
  EXPECT_EQ(spot_.strong, thing);
  EXPECT_EQ(spot_.untraced, thing);
  for (int i = 0; i < 3; ++i) {
    const Spot* const places[] = {&spots_[i],
                                  &spots_in_a_row_[static_cast<size_t>(i)]};
    for (const Spot* spot : places) {
      EXPECT_EQ(spot->strong, things_[static_cast<size_t>(i)]);
      EXPECT_EQ(spot->number, i);
      EXPECT_EQ(spot->untraced, thing);
    }
  }
  for (size_t i = 0; i < 20; ++i) EXPECT_EQ(array_[i], things_[i]);
  for (size_t i = 0; i < trailing_->count_; ++i) {
    EXPECT_EQ(TrailingArray(trailing_.get())[i], things_[i]);
  }
}

inline void World::CheckTables() {
  EXPECT_TRUE(set_.contains(nullptr));
  auto in_order = linked_.begin();
  for (int i = 0; i < kThings; ++i) {
    Thing* const thing = things_[static_cast<size_t>(i)];
    const std::string name = NameOf(i);
    ASSERT_EQ(by_thing_.at(thing), i);
    ASSERT_TRUE(set_.contains(thing));
    ASSERT_EQ(by_name_.at(name), thing);
    ASSERT_EQ(by_atom_.at(Atom(name)), thing);
    ASSERT_EQ(by_number_.at(i), thing);
    if (!by_pair_.empty()) {
      ASSERT_EQ(by_pair_.at(PairKey{thing, i % 3}), i);
    }
    ASSERT_EQ(ephemerons_.at(thing), things_[0]);
    ASSERT_TRUE(weak_set_.contains(thing));
    ASSERT_TRUE(linked_.contains(thing));
    ASSERT_TRUE(weak_linked_.contains(thing));
    ASSERT_TRUE(linked_names_.contains(name));
    ASSERT_EQ(*in_order++, thing);
  }
}

inline void World::CheckStrings() {
  EXPECT_EQ(string_.view(), std::string(300, 's'));
  EXPECT_EQ(short_.view(), "abc");
  EXPECT_EQ(slice_.view(), std::string(200, 's'));
  EXPECT_EQ(rope_.size(), 700u);
  EXPECT_EQ(atom_, Atom("an atom that is long"));
  EXPECT_EQ(short_atom_, Atom("ab"));
  EXPECT_EQ(mutable_.view(), std::string(500, 'm'));
  EXPECT_EQ(small_.view(), "small");
  for (size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(texts_[i].view(), NameOf(static_cast<int>(i)));
    EXPECT_EQ(queue_[i].view(), NameOf(static_cast<int>(i)));
  }
}

// Requires: a HeapScope, for the atoms.
inline void World::Check() {
  CheckFields();
  CheckTables();
  CheckStrings();
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_WORLD_H_
