// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the marker reaches: each way in which a class can hold a reference, in
// pages of one type and of several; and that neither depth nor width are too
// much for it. Ephemerons are in ephemeron_marking_test.cc, weak references in
// weak_references_test.cc, the stack in stack_scanner_test.cc.

#include "gc/marker.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <ctime>
#include <iterator>
#include <random>
#include <thread>
#include <vector>

#include "base/test_seed.h"
#include "gc/marker_testing.h"

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

class Row : public GarbageCollected<Row> {
 public:
  Member<Leaf> head_;
  Member<Leaf>* cells() { return TrailingArray(this); }
  HALFWORD_FIELDS(Row, head_)
  HALFWORD_TRAILING(Row, Member<Leaf>)
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

HALFWORD_INSTANTIATE_FOR_PAGES(MarkerTest);

TEST_P(MarkerTest, FollowsFields) {
  auto* const object = Make<Fields>();
  object->first_ = NewLeaf();
  object->second_ = NewLeaf();
  NewLeaf();

  ExpectAllHeldBy(object, 2);
}

TEST_P(MarkerTest, FollowsFieldsOfBases) {
  auto* const object = Make<DerivedFields>();
  object->first_ = NewLeaf();
  object->second_ = NewLeaf();
  object->third_ = NewLeaf();

  ExpectAllHeldBy(static_cast<Fields*>(object), 3);
}

TEST_P(MarkerTest, FollowsFieldsBehindAVtablePointer) {
  auto* const object = Make<Polymorphic>();
  object->leaf_ = NewLeaf();

  ExpectAllHeldBy(object, 1);
}

TEST_P(MarkerTest, FollowsArraysShortLongAndNested) {
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

TEST_P(MarkerTest, FollowsMixinsToTheObjectTheyArePartOf) {
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

TEST_P(MarkerTest, FollowsTaggedReferencesAndNoIntegers) {
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

TEST_P(MarkerTest, PassesOverUntracedMembers) {
  auto* const object = Make<Mixed>();
  object->untraced_ = NewLeaf();

  ExpectAllHeldBy(object, 0);
}

TEST_P(MarkerTest, PassesOverNullAndSentinels) {
  auto* const object = Make<Arrays>();
  for (auto& member : object->many_) member = kSentinelPointer;
  object->few_[1] = kSentinelPointer;
  object->few_[2] = NewLeaf();

  ExpectAllHeldBy(object, 1);
}

TEST_P(MarkerTest, FollowsTrailingArraysToTheEndOfTheSlot) {
  constexpr size_t kCells = 50;
  PreparePages<Row>();
  Row* const row = MakeGarbageCollected<Row>(heap().GetAllocationHandle(),
                                             TrailingBytes<Row>(kCells));
  row->head_ = NewLeaf();
  for (size_t i = 0; i < kCells; ++i) row->cells()[i] = NewLeaf();

  ExpectAllHeldBy(row, kCells + 1);
}

TEST_P(MarkerTest, FollowsTrailingStructs) {
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

TEST_P(MarkerTest, FollowsLargeArraysOfStructsInPieces) {
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

TEST_P(MarkerTest, FollowsLargeArraysOfMembersInPieces) {
  auto* const first = Make<Wide>();
  first->next_ = Make<Wide>();
  for (const size_t i : kPlaces) {
    first->cells_[i] = NewLeaf();
    first->next_->cells_[i] = NewLeaf();
  }

  ExpectAllHeldBy(first, 2 * std::size(kPlaces));
}

TEST_P(MarkerTest, FollowsTheTrailingArrayOfALargeObject) {
  constexpr size_t kCells = 10000;
  Row* const row = MakeGarbageCollected<Row>(heap().GetAllocationHandle(),
                                             TrailingBytes<Row>(kCells));
  for (size_t i = 0; i < kCells; i += 100) row->cells()[i] = NewLeaf();
  row->cells()[kCells - 1] = NewLeaf();

  ExpectAllHeldBy(row, kCells / 100 + 1);
}

TEST_P(MarkerTest, CallsAHandWrittenTrace) {
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

class Link : public GarbageCollected<Link> {
 public:
  Member<Link> next_;
  HALFWORD_FIELDS(Link, next_)
};

// Marks from one object and sweeps, without the verification that follows a
// collection in some builds, which would take most of the time.
size_t MarkFrom(Collector& collector, const void* root) {
  collector.CloseRuns();
  collector.FinishSweep();
  Marker marker(&collector);
  marker.MarkRoot(root);
  marker.Finish();
  marker.SettleWeakReferences();
  const size_t marked_count = CountMarks(collector);
  collector.BeginSweep(marker.live_bytes());
  collector.FinishSweep();
  return marked_count;
}

TEST_P(MarkerTest, MarksACycleOnce) {
  Link* const first = Make<Link>();
  Link* const second = Make<Link>();
  first->next_ = second;
  second->next_ = first;

  EXPECT_EQ(MarkFrom(collector(), first), 2u);
}

TEST_P(MarkerTest, CountsWhatItMarks) {
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  Link* list = nullptr;
  for (int i = 0; i < 1000; ++i) {
    Link* const link = Make<Link>();
    link->next_ = list;
    list = link;
    Make<Link>();
  }

  EXPECT_EQ(MarkFrom(collector(), list), 1000u);
  EXPECT_EQ(heap().CollectStatistics(HeapStatistics::kBrief).used_size_bytes,
            1000 * (std::max(sizeof(Link), kGranuleBytes) + kCanaryBytes));
}

TEST_P(MarkerTest, MarksAListOfTenMillion) {
  constexpr size_t kLinks = 10'000'000;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  Link* list = nullptr;
  for (size_t i = 0; i < kLinks; ++i) {
    Link* const link = Make<Link>();
    link->next_ = list;
    list = link;
  }

  EXPECT_EQ(MarkFrom(collector(), list), kLinks);
}

TEST_P(MarkerTest, MarksAnObjectOfAMillionReferences) {
  constexpr size_t kCells = 1'000'000;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  Row* const row = MakeGarbageCollected<Row>(heap().GetAllocationHandle(),
                                             TrailingBytes<Row>(kCells));
  for (size_t i = 0; i < kCells; ++i) row->cells()[i] = Make<Leaf>();

  EXPECT_EQ(MarkFrom(collector(), row), kCells + 1);
}

class Branch : public GarbageCollected<Branch> {
 public:
  Member<Branch> left_;
  Member<Branch> right_;
  HALFWORD_FIELDS(Branch, left_, right_)
};

// A random graph, so that objects are in the ring several times at once.
TEST_P(MarkerTest, MarksEachObjectOfATangleOnce) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  constexpr size_t kBranches = 20000;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  std::vector<Branch*> branches;
  for (size_t i = 0; i < kBranches; ++i) branches.push_back(Make<Branch>());
  for (size_t i = 0; i < kBranches; ++i) {
    branches[i]->left_ = branches[(i + 1) % kBranches];
    branches[i]->right_ = branches[random() % kBranches];
  }

  EXPECT_EQ(MarkFrom(collector(), branches[0]), kBranches);
}

// A tree as deep as it can be: each branch has a twig and the next branch, on
// changing sides, so that one of the two always waits while the other is gone
// down.
TEST_P(MarkerTest, MarksATreeFiveMillionDeep) {
  constexpr size_t kDepth = 5'000'000;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  Branch* tree = nullptr;
  for (size_t i = 0; i < kDepth; ++i) {
    Branch* const twig = Make<Branch>();
    Branch* const branch = Make<Branch>();
    branch->left_ = i % 2 == 0 ? tree : twig;
    branch->right_ = i % 2 == 0 ? twig : tree;
    tree = branch;
  }

  EXPECT_EQ(MarkFrom(collector(), tree), 2 * kDepth);
}

// A word of the stack may look like a reference to an object of another heap,
// which comes and goes on its own thread. Nothing orders the two threads, so
// ThreadSanitizer sees every access of one to what the other writes.
TEST(MarkerThreadTest, LeavesTheRecordsOfOtherHeapsToTheirThreads) {
  const TestHeap heap;
  std::atomic<uintptr_t> address = 0;
  std::atomic<bool> is_gone = false;
  std::thread other([&] {
    {
      TestHeap other_heap;
      address.store(reinterpret_cast<uintptr_t>(other_heap.Allocate<Leaf>()),
                    std::memory_order_relaxed);
    }
    is_gone.store(true, std::memory_order_relaxed);
  });

  Marker marker(&heap);
  bool was_gone;
  do {
    was_gone = is_gone.load(std::memory_order_relaxed);
    marker.MarkConservatively(address.load(std::memory_order_relaxed));
  } while (!was_gone);
  other.join();
  marker.Finish();

  EXPECT_EQ(marker.live_bytes(), 0u);
}

// Where all that an array refers to is marked, looking at it takes time, too.
TEST_P(MarkerTest, ABoundedDrainStopsInsideALongArray) {
  constexpr size_t kCount = size_t{1} << 18;
  auto* const row = Make<Row>(AdditionalBytes(kCount * sizeof(Member<Leaf>)));
  Leaf* const leaf = Make<Leaf>(1);
  for (size_t i = 0; i < kCount; ++i) row->cells()[i] = leaf;
  collector().CloseRuns();
  collector().FinishSweep();
  Marker marker(&collector());
  marker.MarkRoot(row);
  int calls = 1;
  while (!marker.DrainSome(1000)) ++calls;
  EXPECT_GT(calls, 200);
  EXPECT_EQ(CountMarks(collector()), 2u);
  marker.Finish();
  marker.SettleWeakReferences();
  collector().BeginSweep(marker.live_bytes());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
