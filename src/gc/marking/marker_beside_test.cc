// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Beside the program a store to a marked object is found by the barrier alone,
// and what may be half built waits for the heap's thread.

#include <memory>
#include <string>
#include <vector>

#include "gc/marking/marker_testing.h"
#include "gtest/gtest.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Link : GarbageCollected<Link> {
  Member<Link> next_;
  WeakMember<Link> weak_;
  HALFWORD_FIELDS(Link, next_, weak_)
};

// Traced by hand.
class Box : public GarbageCollected<Box> {
 public:
  explicit Box(Link* link) : link_(link) {}
  Member<Link> link_;
  void Trace(Visitor* visitor) const { visitor->Trace(link_); }
};

// One text in the object, and one elsewhere.
class Label : public GarbageCollected<Label> {
 public:
  MutableString text_{std::string("a text that is kept in the heap")};
  std::unique_ptr<MutableString> other_ = std::make_unique<MutableString>(
      std::string("another text that is kept there"));
  void Trace(Visitor* visitor) const {
    visitor->Trace(text_);
    visitor->Trace(*other_);
  }
};

class MarkerBesideTest : public ::testing::Test {
 protected:
  MarkerBesideTest() {
    marker_.MarkBeside({exchange_.get(), &constructing_, false});
  }
  ~MarkerBesideTest() override {
    collector_.ForEachPage([](PageIndex page) {
      std::fill_n(MarkedBits(page), kPageBitmapWords, uint64_t{0});
    });
  }

  template <typename T, typename... Arguments>
  T* Make(Arguments... arguments) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(), arguments...);
  }
  // A list of two.
  Link* MakePair() {
    Link* const first = Make<Link>();
    first->next_ = Make<Link>();
    return first;
  }
  void MarkFrom(const void* object) {
    marker_.MarkRoot(object);
    marker_.DrainOwn(1000);
  }
  static bool IsMarked(const void* object) {
    return internal::IsMarked(reinterpret_cast<uintptr_t>(object));
  }

  std::unique_ptr<Heap> heap_ = Heap::Create({.growth_bytes_min = SIZE_MAX});
  Collector& collector_ = CollectorOf(*heap_);
  std::shared_ptr<MarkExchange> exchange_ = std::make_shared<MarkExchange>();
  ConstructionList constructing_;
  Marker marker_{&collector_};
};

TEST_F(MarkerBesideTest, WhatIsStoredInAMarkedObjectIsMarkedWithAllBehindIt) {
  Link* const holder = Make<Link>();
  MarkFrom(holder);
  Link* const stored = MakePair();
  holder->next_ = stored;
  const StoredWord slots[] = {StoredWord::At(&holder->next_)};

  marker_.MarkStored(slots);
  EXPECT_TRUE(IsMarked(stored));
  marker_.DrainOwn(1000);
  EXPECT_TRUE(IsMarked(stored->next_));
}

TEST_F(MarkerBesideTest, WhatIsStoredInAnUnmarkedObjectWaitsForThat) {
  Link* const holder = MakePair();
  const StoredWord slots[] = {StoredWord::At(&holder->next_)};

  marker_.MarkStored(slots);
  marker_.MarkStoredForLater(slots);
  EXPECT_FALSE(IsMarked(holder->next_));
  EXPECT_TRUE(marker_.is_dry());
}

TEST_F(MarkerBesideTest, WhatIsMarkedIsNotMarkedAgainWhenItIsStored) {
  Link* const holder = Make<Link>();
  Link* const stored = Make<Link>();
  MarkFrom(holder);
  MarkFrom(stored);
  const size_t live_bytes = marker_.live_bytes();
  // More slots than are fetched ahead, which end in the middle of them.
  Link* const added = Make<Link>();
  std::vector<Link*> holders;
  std::vector<StoredWord> slots;
  for (int i = 0; i < 200; ++i) {
    holders.push_back(Make<Link>());
    MarkFrom(holders.back());
    holders.back()->next_ = i == 113 ? added : i % 3 == 0 ? nullptr : stored;
    slots.push_back(StoredWord::At(&holders.back()->next_));
  }
  const size_t holder_bytes = marker_.live_bytes() - live_bytes;

  marker_.MarkStored(slots);

  EXPECT_TRUE(IsMarked(added));
  EXPECT_EQ(marker_.live_bytes(),
            live_bytes + holder_bytes + holder_bytes / 200);
}

TEST_F(MarkerBesideTest, ManyStoresAreMarkedInBatches) {
  std::vector<StoredWord> slots;
  std::vector<Link*> holders;
  for (int i = 0; i < 100; ++i) {
    holders.push_back(Make<Link>());
    MarkFrom(holders.back());
    holders.back()->next_ = MakePair();
    slots.push_back(StoredWord::At(&holders.back()->next_));
  }
  marker_.MarkStored(slots);
  marker_.DrainOwn(10'000);
  for (Link* holder : holders) {
    EXPECT_TRUE(IsMarked(holder->next_));
    EXPECT_TRUE(IsMarked(holder->next_->next_));
  }
}

TEST_F(MarkerBesideTest, WhatIsMarkedForLaterIsTracedAsOwnWork) {
  Link* const holder = Make<Link>();
  MarkFrom(holder);
  Link* const stored = MakePair();
  holder->next_ = stored;
  const StoredWord slots[] = {StoredWord::At(&holder->next_),
                              StoredWord::At(&holder->next_)};

  marker_.MarkStoredForLater(slots);
  EXPECT_TRUE(IsMarked(stored));
  EXPECT_FALSE(IsMarked(stored->next_));
  OwnThreadWork work;
  marker_.TakeOwnWork(&work);
  EXPECT_EQ(work.objects.size(), 1u) << "stored twice, marked once";
  marker_.DoOwnWork(&work);
  marker_.DrainOwn(1000);
  EXPECT_TRUE(IsMarked(stored->next_));
}

TEST_F(MarkerBesideTest, AWeakStoreIsNotedAndMarksNothing) {
  Link* const holder = Make<Link>();
  MarkFrom(holder);
  Link* const unmarked = Make<Link>();
  holder->weak_ = unmarked;
  const StoredWord slots[] = {StoredWord::At(&holder->weak_)};

  marker_.NoteStoredWeak(slots);
  EXPECT_EQ(marker_.weak_slots()->size(), 1u);
  EXPECT_FALSE(IsMarked(unmarked));
  MarkFrom(unmarked);
  marker_.NoteStoredWeak(slots);
  EXPECT_EQ(marker_.weak_slots()->size(), 1u) << "its target is marked";
}

TEST_F(MarkerBesideTest, AHelperLeavesWhatIsHalfBuiltAndNothingElse) {
  Link* const link = Make<Link>();
  Box* const box = Make<Box>(link);
  Link* const inner = Make<Link>();
  Box* const half_built = Make<Box>(inner);
  constructing_.Push(half_built);
  Marker helper(&collector_);
  helper.MarkBeside({exchange_.get(), &constructing_, true});
  helper.MarkRoot(box);
  helper.MarkRoot(half_built);
  EXPECT_TRUE(helper.DrainBeside(1000));
  EXPECT_TRUE(IsMarked(link));
  EXPECT_TRUE(IsMarked(half_built));
  EXPECT_FALSE(IsMarked(inner));

  ASSERT_TRUE(exchange_->has_own_work());
  constructing_.Pop(half_built);
  OwnThreadWork work;
  exchange_->TakeOwnWork(&work);
  marker_.DoOwnWork(&work);
  marker_.DrainOwn(1000);
  EXPECT_TRUE(IsMarked(inner));
}

// Outside the cage a string may be gone when its heap's thread would look at
// it; within it is looked at then.
TEST_F(MarkerBesideTest, AHelperMarksWhatAStringElsewhereHolds) {
  Label* const label = Make<Label>();
  Marker helper(&collector_);
  helper.MarkBeside({exchange_.get(), &constructing_, true});
  helper.MarkRoot(label);
  EXPECT_TRUE(helper.DrainBeside(1000));

  const auto body_of = [](const MutableString& text) {
    return SlotBegin(reinterpret_cast<uintptr_t>(text.data()));
  };
  EXPECT_TRUE(internal::IsMarked(body_of(*label->other_)));
  EXPECT_FALSE(internal::IsMarked(body_of(label->text_)));
  OwnThreadWork work;
  exchange_->TakeOwnWork(&work);
  EXPECT_EQ(work.owners.size(), 1u);
}

TEST_F(MarkerBesideTest, OwnWorkEndsAtATimeAndGoesOnLater) {
  constexpr size_t kCount = 1000;
  std::vector<Link*> links;
  OwnThreadWork work;
  for (size_t i = 0; i < kCount; ++i) {
    links.push_back(Make<Link>());
    Box* const box = Make<Box>(links.back());
    work.objects.push_back(reinterpret_cast<uintptr_t>(box));
  }
  size_t steps = 1;
  for (; !marker_.DoOwnWork(&work, 0); ++steps) {
    EXPECT_LT(work.objects.size(), kCount);
    marker_.LeaveOwnWork(&work);
    EXPECT_TRUE(work.empty());
    marker_.TakeOwnWork(&work);
  }
  EXPECT_GT(steps, 5u);
  EXPECT_TRUE(work.empty());
  EXPECT_TRUE(marker_.DrainBeside(10'000));
  for (Link* link : links) EXPECT_TRUE(IsMarked(link));
}

TEST_F(MarkerBesideTest, TheHeapsThreadLeavesWhatIsBuiltForALaterStep) {
  Link* const link = Make<Link>();
  Box* const half_built = Make<Box>(link);
  constructing_.Push(half_built);
  MarkFrom(half_built);
  EXPECT_FALSE(IsMarked(link));
  constructing_.Pop(half_built);

  OwnThreadWork work;
  marker_.TakeOwnWork(&work);
  marker_.DoOwnWork(&work);
  marker_.DrainOwn(1000);
  EXPECT_TRUE(IsMarked(link));
}

TEST_F(MarkerBesideTest, InThePauseWordsOfWhatIsHalfBuiltWereRoots) {
  Link* const link = Make<Link>();
  Box* const half_built = Make<Box>(link);
  Link* const other = Make<Link>();
  Box* const box = Make<Box>(other);
  constructing_.Push(half_built);
  constructing_.Push(box);
  MarkFrom(half_built);
  MarkFrom(box);
  constructing_.Pop(box);
  OwnThreadWork work;
  marker_.EndBeside(&work);
  marker_.DoOwnWork(&work);

  marker_.FinishOwnWork(constructing_);
  marker_.Finish();
  EXPECT_TRUE(IsMarked(other));
  EXPECT_FALSE(IsMarked(link)) << "not traced by its class";
  constructing_.Pop(half_built);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
