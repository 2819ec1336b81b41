// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the marker follows: each way in which a class can hold a reference, in
// pages of one type and of several. Ephemerons are in
// ephemeron_marking_test.cc, weak references in weak_references_test.cc.

#include <array>

#include "gc/marking/marker_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Entry {
  uint32_t hash = 0;
  Member<Leaf> leaf;
  WeakMember<Leaf> weak;
  HALFWORD_FIELDS(Entry, hash, leaf, weak)
};

class Fields : public GarbageCollected<Fields> {
 public:
  uint32_t number_ = 0;
  Member<Leaf> first_;
  Member<Leaf> second_;
  HALFWORD_FIELDS(Fields, number_, first_, second_)
};

class DerivedFields : public Fields {
 public:
  Member<Leaf> third_;
  HALFWORD_FIELDS(DerivedFields, third_)
  HALFWORD_BASES(DerivedFields, Fields)
};

class Polymorphic : public GarbageCollected<Polymorphic> {
 public:
  virtual ~Polymorphic() = default;
  virtual int Answer() const { return 42; }
  Member<Leaf> leaf_;
  HALFWORD_FIELDS(Polymorphic, leaf_)
};

class Arrays : public GarbageCollected<Arrays> {
 public:
  Member<Leaf> few_[3];
  Member<Leaf> many_[40];
  std::array<Member<Leaf>, 20> standard_;
  Member<Leaf> square_[5][5];
  Entry entries_[6];
  HALFWORD_FIELDS(Arrays, few_, many_, standard_, square_, entries_)
};

class Mixed : public GarbageCollected<Mixed> {
 public:
  Member<Watched> mixin_;
  Member<Watched> mixins_[12];
  Tagged<Leaf> tagged_;
  Tagged<Leaf> tags_[12];
  Tagged<Watched> tagged_mixin_;
  UntracedMember<Leaf> untraced_;
  HALFWORD_FIELDS(Mixed, mixin_, mixins_, tagged_, tags_, tagged_mixin_,
                  untraced_)
};

class EntryRow : public GarbageCollected<EntryRow> {
 public:
  // Elements that are aligned to 8 bytes do not begin where the object ends.
  uint32_t count_ = 0;
  Entry* cells() { return TrailingArray(this); }
  HALFWORD_FIELDS(EntryRow, count_)
  HALFWORD_TRAILING(EntryRow, Entry)
};

class ByHand : public GarbageCollected<ByHand> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(leaf_);
    visitor->Trace(mixin_);
    visitor->Trace(tagged_);
    visitor->Trace(untraced_);
    visitor->Trace(part_);
    visitor->TraceMultiple(row_, 3);
    visitor->TraceStrongly(weak_held_strongly_);
    visitor->TraceStrongContainer(container_);
  }

  struct Part {
    void Trace(Visitor* visitor) const { visitor->Trace(leaf); }
    Member<Leaf> leaf;
  };
  Member<Leaf> leaf_;
  Member<Watched> mixin_;
  Tagged<Leaf> tagged_;
  UntracedMember<Leaf> untraced_;
  Part part_;
  Member<Leaf> row_[3];
  WeakMember<Leaf> weak_held_strongly_;
  const Leaf* container_ = nullptr;
};

class MarkerTracingTest : public MarkerTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(MarkerTracingTest);

TEST_P(MarkerTracingTest, FollowsFields) {
  auto* const object = Make<Fields>();
  object->first_ = NewLeaf();
  object->second_ = NewLeaf();
  NewLeaf();

  ExpectAllHeldBy(object, 2);
}

TEST_P(MarkerTracingTest, FollowsFieldsOfBases) {
  auto* const object = Make<DerivedFields>();
  object->first_ = NewLeaf();
  object->second_ = NewLeaf();
  object->third_ = NewLeaf();

  ExpectAllHeldBy(static_cast<Fields*>(object), 3);
}

TEST_P(MarkerTracingTest, FollowsFieldsBehindAVtablePointer) {
  auto* const object = Make<Polymorphic>();
  object->leaf_ = NewLeaf();

  ExpectAllHeldBy(object, 1);
}

TEST_P(MarkerTracingTest, FollowsArraysShortLongAndNested) {
  auto* const object = Make<Arrays>();
  size_t count = 0;
  const auto fill = [&](Member<Leaf>& member) {
    member = NewLeaf();
    ++count;
  };
  for (auto& member : object->few_) fill(member);
  for (auto& member : object->many_) fill(member);
  for (auto& member : object->standard_) fill(member);
  for (auto& line : object->square_) {
    for (auto& member : line) fill(member);
  }
  for (Entry& entry : object->entries_) {
    entry.hash = ~0u;
    fill(entry.leaf);
    entry.weak = NewLeaf();
  }

  ExpectAllHeldBy(object, count);
}

TEST_P(MarkerTracingTest, FollowsMixinsToTheObjectTheyArePartOf) {
  auto* const object = Make<Mixed>();
  const auto new_target = [&] {
    auto* const target = Make<Target>();
    target->noted_ = NewLeaf();
    target->leaf_ = NewLeaf();
    return target;
  };
  object->mixin_ = new_target();
  for (auto& mixin : object->mixins_) mixin = new_target();
  object->tagged_mixin_ = static_cast<Watched*>(new_target());

  ExpectAllHeldBy(object, 28);
}

TEST_P(MarkerTracingTest, FollowsTaggedReferencesAndNoIntegers) {
  auto* const object = Make<Mixed>();
  object->tagged_ = NewLeaf();
  for (size_t i = 0; i < 12; ++i) {
    if (i % 2 == 0) {
      object->tags_[i] = NewLeaf();
    } else {
      object->tags_[i] =
          i % 3 == 0 ? Tagged<Leaf>::kIntegerMin : Tagged<Leaf>::kIntegerMax;
    }
  }
  object->tagged_mixin_ = -1;

  ExpectAllHeldBy(object, 7);
}

TEST_P(MarkerTracingTest, PassesOverUntracedMembers) {
  auto* const object = Make<Mixed>();
  object->untraced_ = NewLeaf();

  ExpectAllHeldBy(object, 0);
}

TEST_P(MarkerTracingTest, PassesOverNullAndSentinels) {
  auto* const object = Make<Arrays>();
  for (auto& member : object->many_) member = kSentinelPointer;
  object->few_[1] = kSentinelPointer;
  object->few_[2] = NewLeaf();

  ExpectAllHeldBy(object, 1);
}

TEST_P(MarkerTracingTest, FollowsTrailingArraysToTheEndOfTheSlot) {
  constexpr size_t kCells = 50;
  PreparePages<Row>();
  Row* const row = MakeGarbageCollected<Row>(heap().GetAllocationHandle(),
                                             TrailingBytes<Row>(kCells));
  row->head_ = NewLeaf();
  for (size_t i = 0; i < kCells; ++i) row->cells()[i] = NewLeaf();

  ExpectAllHeldBy(row, kCells + 1);
}

TEST_P(MarkerTracingTest, FollowsTrailingStructs) {
  constexpr size_t kCells = 20;
  PreparePages<EntryRow>();
  auto* const row = MakeGarbageCollected<EntryRow>(
      heap().GetAllocationHandle(), TrailingBytes<EntryRow>(kCells));
  for (size_t i = 0; i < kCells; ++i) {
    row->cells()[i].hash = ~0u;
    row->cells()[i].leaf = NewLeaf();
    row->cells()[i].weak = NewLeaf();
  }

  ExpectAllHeldBy(row, kCells);
}

// Before, between and behind the ends of the pieces of a large array.
constexpr size_t kPlaces[] = {0, 1, 1023, 1024, 1025, 2047, 2048, 2999};

TEST_P(MarkerTracingTest, FollowsLargeArraysOfStructsInPieces) {
  auto* const row = MakeGarbageCollected<EntryRow>(
      heap().GetAllocationHandle(), TrailingBytes<EntryRow>(3000));
  for (const size_t i : kPlaces) {
    row->cells()[i].leaf = NewLeaf();
    row->cells()[i].weak = NewLeaf();
  }

  ExpectAllHeldBy(row, std::size(kPlaces));
}

class Wide : public GarbageCollected<Wide> {
 public:
  Member<Leaf> cells_[3000];
  Member<Wide> next_;
  HALFWORD_FIELDS(Wide, cells_, next_)
};

TEST_P(MarkerTracingTest, FollowsLargeArraysOfMembersInPieces) {
  auto* const first = Make<Wide>();
  first->next_ = Make<Wide>();
  for (const size_t i : kPlaces) {
    first->cells_[i] = NewLeaf();
    first->next_->cells_[i] = NewLeaf();
  }

  ExpectAllHeldBy(first, 2 * std::size(kPlaces));
}

TEST_P(MarkerTracingTest, FollowsTheTrailingArrayOfALargeObject) {
  constexpr size_t kCells = 10000;
  Row* const row = MakeGarbageCollected<Row>(heap().GetAllocationHandle(),
                                             TrailingBytes<Row>(kCells));
  for (size_t i = 0; i < kCells; i += 100) row->cells()[i] = NewLeaf();
  row->cells()[kCells - 1] = NewLeaf();

  ExpectAllHeldBy(row, kCells / 100 + 1);
}

TEST_P(MarkerTracingTest, CallsAHandWrittenTrace) {
  auto* const object = Make<ByHand>();
  auto* const target = Make<Target>();
  target->leaf_ = NewLeaf();
  object->leaf_ = NewLeaf();
  object->mixin_ = target;
  object->tagged_ = NewLeaf();
  object->untraced_ = NewLeaf();  // the only one that is not held
  object->part_.leaf = NewLeaf();
  for (auto& member : object->row_) member = NewLeaf();
  object->weak_held_strongly_ = NewLeaf();
  object->container_ = NewLeaf();

  ExpectAllHeldBy(object, 9);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
