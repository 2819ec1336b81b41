// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Fields that refer weakly, in a cycle that marks beside the program: what is
// stored to them meanwhile is cleared if it dies, it is not kept alive, and a
// weak field in every object does not lengthen the pause.

#include <malloc.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/marking/marker.h"
#include "gc/marking/store_buffer.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr StackState kNoStack = StackState::kNoHeapPointers;

class Branch : public GarbageCollected<Branch> {
 public:
  explicit Branch(int number = 0) : number_(number) {}
  int number_;
  Member<Branch> first_;
  Member<Branch> second_;
  WeakMember<Branch> parent_;
  WeakMember<Branch> next_;
  HALFWORD_FIELDS(Branch, number_, first_, second_, parent_, next_)
};

class Mixin : public GarbageCollectedMixin {
 public:
  int mixed_ = 0;
  HALFWORD_FIELDS(Mixin, mixed_)
};
class FirstMixin : public GarbageCollectedMixin {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(FirstMixin, number_)
};
// The mixin lies behind another, so that a reference to it points inside.
class Mixed : public GarbageCollected<Mixed>, public FirstMixin, public Mixin {
 public:
  Member<Branch> before_;
  HALFWORD_FIELDS(Mixed, before_)
  HALFWORD_BASES(Mixed, FirstMixin, Mixin)
};

// Its weak references stand outside the cage, where no slot is noted.
class Registry : public GarbageCollected<Registry> {
 public:
  void Trace(Visitor* visitor) const {
    for (const WeakMember<Branch>& member : members_) visitor->Trace(member);
    visitor->Trace(mixin_);
  }
  std::vector<WeakMember<Branch>> members_;
  WeakMember<Mixin> mixin_;
};

// References outside the cage, of any kind.
class Shelf : public GarbageCollected<Shelf> {
 public:
  void Trace(Visitor* visitor) const {
    if (visitor->DeferTraceToMutatorThreadIfConcurrent(this, &TraceAll, 0)) {
      return;
    }
    TraceAll(visitor, this);
  }
  static void TraceAll(Visitor* visitor, const void* object) {
    const auto* const shelf = static_cast<const Shelf*>(object);
    for (const auto& member : shelf->strong_) visitor->Trace(member);
    for (const auto& member : shelf->weak_) visitor->Trace(member);
    for (const auto& member : shelf->held_) visitor->TraceStrongly(member);
    for (const auto& pair : shelf->pairs_) visitor->Trace(pair);
    for (const auto& text : shelf->texts_) visitor->Trace(text);
    for (const auto& text : shelf->mutables_) visitor->Trace(text);
  }
  std::vector<Member<Branch>> strong_;
  std::vector<WeakMember<Branch>> weak_;
  std::vector<WeakMember<Branch>> held_;
  std::vector<EphemeronPair<Branch, Branch>> pairs_;
  std::vector<String> texts_;
  std::vector<MutableString> mutables_;
};

// One slot, which may refer to an object now and to a part of one later.
class Either : public GarbageCollected<Either> {
 public:
  void Trace(Visitor* visitor) const {
    if (visitor->DeferTraceToMutatorThreadIfConcurrent(this, &TraceAll, 0)) {
      return;
    }
    TraceAll(visitor, this);
  }
  static void TraceAll(Visitor* visitor, const void* object) {
    std::visit([visitor](const auto& member) { visitor->Trace(member); },
               static_cast<const Either*>(object)->either_);
  }
  std::variant<WeakMember<Branch>, WeakMember<Mixin>> either_;
};

class WeakRow : public GarbageCollected<WeakRow> {
 public:
  HeapVector<WeakMember<Branch>> cells_;
  HeapHashSet<WeakMember<Branch>> set_;
  HeapVector<Member<Branch>> kept_;
  HALFWORD_FIELDS(WeakRow, cells_, set_, kept_)
};

size_t MallocBytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

class WeakFieldsTest : public ::testing::TestWithParam<MarkingType> {
 protected:
  WeakFieldsTest()
      : heap_(Heap::Create(
            {.marking_support = GetParam(),
             .marker_count_max = 2,
             .growth_bytes_min = SIZE_MAX,
             .cycle_callback = [this](Heap&, const CycleRecord& record) {
               record_ = record;
             }})) {
    root_ = Make<Branch>();
  }

  template <typename T, typename... Args>
  T* Make(Args&&... args) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(),
                                   std::forward<Args>(args)...);
  }
  Branch* MakeTree(int depth, Branch* parent) {
    Branch* const branch = Make<Branch>(depth);
    branch->parent_ = parent;
    if (depth == 0) return branch;
    branch->first_ = MakeTree(depth - 1, branch);
    branch->second_ = MakeTree(depth - 1, branch);
    // Seen before what it refers to.
    branch->next_ = branch->second_->first_.Get();
    return branch;
  }
  Collector& collector() { return CollectorOf(*heap_); }

  void Begin() { collector().BeginMarking(); }
  void StepToTheEnd() {
    while (!collector().StepMarking(kNoStack)) {
    }
  }
  void Finish() {
    collector().FinishMarking({.stack = kNoStack, .reason = "test"});
    EXPECT_EQ(Findings(*heap_), "");
  }

  CycleRecord record_;
  std::unique_ptr<Heap> heap_;
  Persistent<Branch> root_;
};

TEST_P(WeakFieldsTest, AStoreOfWhatOthersHoldWeaklyIsSeen) {
  const Persistent<Branch> holder = Make<Branch>(1);
  holder->next_ = Make<Branch>(2);
  Begin();
  StepToTheEnd();

  root_->next_ = holder->next_;
  root_->parent_ = root_.Get();
  StepToTheEnd();
  Finish();

  EXPECT_EQ(root_->next_.Get(), nullptr);
  EXPECT_EQ(holder->next_.Get(), nullptr);
  EXPECT_EQ(root_->parent_.Get(), root_.Get());
}

TEST_P(WeakFieldsTest, AStoreKeepsNothingAlive) {
  Begin();
  StepToTheEnd();
  Branch* const made = Make<Branch>(2);
  const WeakPersistent<Branch> watched = made;

  root_->next_ = made;
  StepToTheEnd();
  Finish();

  EXPECT_EQ(watched.Get(), nullptr);
  EXPECT_EQ(root_->next_.Get(), nullptr);
}

TEST_P(WeakFieldsTest, WhatWasStoredAndLivesStays) {
  Begin();
  StepToTheEnd();
  Branch* const made = Make<Branch>(2);
  root_->next_ = made;
  StepToTheEnd();

  made->first_ = Make<Branch>(3);
  made->next_ = made->first_.Get();
  root_->first_ = made;
  Finish();

  EXPECT_EQ(root_->next_.Get(), made);
  EXPECT_EQ(made->next_->number_, 3);
}

TEST_P(WeakFieldsTest, ObjectsThatWereMadeMeanwhileHoldWeakly) {
  Begin();
  StepToTheEnd();
  root_->first_ = Make<Branch>(1);
  root_->first_->next_ = Make<Branch>(2);
  root_->first_->parent_ = root_.Get();
  Finish();

  EXPECT_EQ(root_->first_->next_.Get(), nullptr);
  EXPECT_EQ(root_->first_->parent_.Get(), root_.Get());
}

// What is stored there meanwhile lives until the next cycle.
TEST_P(WeakFieldsTest, ReferencesOutsideTheCageAreSeenInThePause) {
  const Persistent<Registry> registry = Make<Registry>();
  registry->members_.resize(3);
  registry->members_[0] = root_.Get();
  Mixed* const mixed = Make<Mixed>();
  registry->mixin_ = mixed;
  Begin();
  StepToTheEnd();

  registry->members_[0] = Make<Branch>(2);
  registry->members_[1] = Make<Branch>(3);
  registry->members_[2] = root_.Get();
  Finish();

  ASSERT_NE(registry->members_[0].Get(), nullptr);
  ASSERT_NE(registry->members_[1].Get(), nullptr);
  EXPECT_EQ(registry->members_[0]->number_, 2);
  EXPECT_EQ(registry->members_[1]->number_, 3);
  EXPECT_EQ(registry->members_[2].Get(), root_.Get());
  EXPECT_EQ(registry->mixin_.Get(), nullptr);
  Begin();
  StepToTheEnd();
  Finish();
  EXPECT_EQ(registry->members_[0].Get(), nullptr);
  EXPECT_EQ(registry->members_[1].Get(), nullptr);
  EXPECT_EQ(registry->members_[2].Get(), root_.Get());
}

TEST_P(WeakFieldsTest, WhatIsStoredOutsideTheCageMeanwhileLives) {
  const Persistent<Shelf> shelf = Make<Shelf>();
  shelf->strong_.push_back(root_.Get());
  Begin();
  StepToTheEnd();

  Branch* const branch = Make<Branch>(7);
  branch->first_ = Make<Branch>(8);
  shelf->strong_.push_back(branch);
  shelf->texts_.emplace_back(std::string("no short text, and in the heap"));
  shelf->mutables_.emplace_back(std::string("another text, and in the heap"));
  const WeakPersistent<Branch> watched = branch->first_.Get();
  StepToTheEnd();
  Finish();

  ASSERT_NE(watched.Get(), nullptr);
  EXPECT_EQ(shelf->strong_[1]->first_->number_, 8);
  EXPECT_EQ(shelf->texts_[0], "no short text, and in the heap");
  EXPECT_EQ(shelf->mutables_[0], "another text, and in the heap");
}

// No Member is stored: the buffers change hands.
TEST_P(WeakFieldsTest, AVectorThatChangesHandsIsTold) {
  const Persistent<Shelf> receiver = Make<Shelf>();
  const Persistent<Shelf> giver = Make<Shelf>();
  Begin();
  StepToTheEnd();
  giver->strong_.push_back(root_.Get());
  {
    // As if the giver had not been traced: its targets are not marked.
    std::vector<Member<Branch>> made;
    write_barrier_is_on = false;
    made.emplace_back(Make<Branch>(5));
    write_barrier_is_on = true;
    giver->strong_.swap(made);
  }
  const WeakPersistent<Branch> watched = giver->strong_[0].Get();
  std::swap(receiver->strong_, giver->strong_);
  subtle::HeapConsistency::WriteBarrierParams params;
  if (subtle::HeapConsistency::GetWriteBarrierType(receiver.Get(), params) ==
      subtle::HeapConsistency::WriteBarrierType::kMarking) {
    subtle::HeapConsistency::SteeleWriteBarrier(params, receiver.Get());
  }
  StepToTheEnd();
  Finish();

  ASSERT_NE(watched.Get(), nullptr);
  EXPECT_EQ(receiver->strong_[0]->number_, 5);
}

// Under AddressSanitizer a pause that kept their addresses is caught.
TEST_P(WeakFieldsTest, WhatHoldsThemOutsideTheCageMayMoveAndEnd) {
  const Persistent<Shelf> shelf = Make<Shelf>();
  for (int i = 0; i < 8; ++i) {
    shelf->weak_.emplace_back(Make<Branch>(i));
    shelf->held_.emplace_back(Make<Branch>(i));
    shelf->pairs_.emplace_back(Make<Branch>(i), Make<Branch>(i));
    shelf->mutables_.emplace_back(
        std::string("a text that is kept in the heap"));
    shelf->mutables_.push_back(shelf->mutables_.back());
  }
  Begin();
  StepToTheEnd();

  shelf->weak_.reserve(1000);
  shelf->held_ = {};
  shelf->pairs_.reserve(1000);
  shelf->mutables_.reserve(1000);
  shelf->weak_.emplace_back(root_.Get());
  StepToTheEnd();
  Finish();
  Begin();
  StepToTheEnd();
  Finish();

  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(shelf->weak_[static_cast<size_t>(i)].Get(), nullptr) << i;
    EXPECT_EQ(shelf->pairs_[static_cast<size_t>(i)].key.Get(), nullptr) << i;
  }
  EXPECT_EQ(shelf->weak_[8].Get(), root_.Get());
  EXPECT_EQ(shelf->mutables_[15], "a text that is kept in the heap");
}

// An ephemeron of which one half is part of the object.
class Half : public GarbageCollected<Half> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(key_);
    visitor->TraceEphemeron(key_, value_.get());
  }
  WeakMember<Branch> key_;
  std::unique_ptr<Member<Branch>> value_;
};

// Under AddressSanitizer a pause that kept its address is caught.
TEST_P(WeakFieldsTest, AnEphemeronsValueOutsideTheCageMayEnd) {
  const Persistent<Half> half = Make<Half>();
  Branch* const key = Make<Branch>(1);
  half->key_ = key;
  half->value_ = std::make_unique<Member<Branch>>(Make<Branch>(2));
  WeakPersistent<Branch> watched = half->value_->Get();
  Begin();
  StepToTheEnd();
  // Only now is there anything that holds the key.
  root_->first_ = key;
  half->value_.reset();
  half->value_ = std::make_unique<Member<Branch>>(Make<Branch>(3));
  StepToTheEnd();
  Finish();

  EXPECT_EQ(half->key_.Get(), key);
  EXPECT_EQ((*half->value_)->number_, 3);
  Begin();
  StepToTheEnd();
  Finish();
  EXPECT_EQ(watched.Get(), nullptr);
  EXPECT_EQ((*half->value_)->number_, 3);
}

TEST_P(WeakFieldsTest, AMemberOnTheStackKeepsNothingInAPreciseCycle) {
  Begin();
  StepToTheEnd();
  WeakPersistent<Branch> watched;
  {
    const Member<Branch> local = Make<Branch>(1);
    watched = local.Get();
  }
  StepToTheEnd();
  Finish();

  EXPECT_EQ(watched.Get(), nullptr);
}

TEST_P(WeakFieldsTest, ASlotMayReferToAPartLater) {
  const Persistent<Either> either = Make<Either>();
  const Persistent<Mixed> mixed = Make<Mixed>();
  ASSERT_NE(static_cast<void*>(static_cast<Mixin*>(mixed.Get())), mixed.Get());
  either->either_ = WeakMember<Branch>(Make<Branch>(1));
  Begin();
  StepToTheEnd();

  either->either_ = WeakMember<Mixin>(mixed.Get());
  StepToTheEnd();
  Finish();

  EXPECT_EQ(std::get<1>(either->either_).Get(),
            static_cast<Mixin*>(mixed.Get()));
}

TEST_P(WeakFieldsTest, AReferenceToAMixinIsClearedWithItsObject) {
  const Persistent<Registry> registry = Make<Registry>();
  const Persistent<Registry> other = Make<Registry>();
  Persistent<Mixed> kept = Make<Mixed>();
  Begin();
  StepToTheEnd();

  registry->mixin_ = kept.Get();
  other->mixin_ = Make<Mixed>();
  StepToTheEnd();
  Finish();

  EXPECT_EQ(registry->mixin_.Get(), static_cast<Mixin*>(kept.Get()));
  EXPECT_EQ(other->mixin_.Get(), nullptr);
}

// Of 130,000 weak fields, half of which are seen before their targets.
TEST_P(WeakFieldsTest, MarkedTargetsAreNotLookedAtInThePause) {
  root_->first_ = MakeTree(15, root_);
  Begin();
  StepToTheEnd();
  Finish();

  EXPECT_LT(record_.weak_reference_count, 1'000u);
  EXPECT_EQ(root_->first_->next_.Get(), root_->first_->second_->first_.Get());
}

TEST_P(WeakFieldsTest, ArraysThatHoldWeaklyAreSeenToChange) {
  const Persistent<WeakRow> row = Make<WeakRow>();
  for (int i = 0; i < 50'000; ++i) row->cells_.push_back(root_.Get());
  Begin();
  StepToTheEnd();

  row->cells_[7] = Make<Branch>(1);
  row->cells_[8] = row->cells_[7];
  row->cells_.insert(row->cells_.begin(), Make<Branch>(2));
  row->cells_.push_back(Make<Branch>(3));
  StepToTheEnd();
  Finish();

  EXPECT_LT(record_.weak_reference_count, 100u);
  ASSERT_EQ(row->cells_.size(), 50'002u);
  EXPECT_EQ(row->cells_[0].Get(), nullptr);
  EXPECT_EQ(row->cells_[1].Get(), root_.Get());
  EXPECT_EQ(row->cells_[8].Get(), nullptr);
  EXPECT_EQ(row->cells_[9].Get(), nullptr);
  EXPECT_EQ(row->cells_[10].Get(), root_.Get());
  EXPECT_EQ(row->cells_[50'001].Get(), nullptr);
}

// Such an array waits until nothing else is left to be marked; a pause that
// comes before that looks at all of it.
TEST_P(WeakFieldsTest, LongArraysAreLookedAtOnce) {
  constexpr int kCount = 100'000;
  const Persistent<WeakRow> row = Make<WeakRow>();
  for (const bool ends_marking : {true, false}) {
    row->cells_.clear();
    row->kept_.clear();
    for (int i = 0; i < kCount; ++i) {
      Branch* const branch = Make<Branch>(i);
      row->cells_.push_back(branch);
      if (i % 3 == 0) row->kept_.push_back(branch);
    }
    Begin();
    if (ends_marking) StepToTheEnd();
    row->cells_[3] = Make<Branch>(-3);
    row->cells_[4] = row->kept_[0];
    Finish();

    EXPECT_GE(record_.weak_reference_count, kCount / 3u * 2);
    if (ends_marking) {
      EXPECT_LT(record_.weak_reference_count, kCount / 3u * 2 + 100);
    }
    for (int i = 0; i < kCount; ++i) {
      const Branch* const cell = row->cells_[static_cast<size_t>(i)].Get();
      if (i == 4) {
        EXPECT_EQ(cell, row->kept_[0].Get());
      } else if (i % 3 == 0 && i != 3) {
        ASSERT_EQ(cell, row->kept_[static_cast<size_t>(i / 3)].Get()) << i;
      } else {
        ASSERT_EQ(cell, nullptr) << i;
      }
    }
  }
}

// The slots in a table are its own business: a cleared one would be counted.
TEST_P(WeakFieldsTest, StoresInTablesAreLeftToThem) {
  const Persistent<WeakRow> row = Make<WeakRow>();
  HeapHashSet<WeakMember<Branch>>& set = row->set_;
  for (int i = 0; i < 100; ++i) set.insert(Make<Branch>(i));
  set.insert(root_.Get());
  Begin();
  StepToTheEnd();

  for (int i = 0; i < 20; ++i) set.insert(Make<Branch>(i));
  StepToTheEnd();
  Finish();

  EXPECT_EQ(set.size(), 1u);
  EXPECT_TRUE(set.contains(root_.Get()));
}

// A program that stores and does not allocate: no step empties what is noted.
TEST_P(WeakFieldsTest, ManyStoresTakeNoMemory) {
  std::vector<Branch*> made;
  for (int i = 0; i < 1'000; ++i) made.push_back(Make<Branch>(i));
  Begin();
  StepToTheEnd();
  const size_t before = MallocBytes();

  for (int i = 0; i < 3'000'000; ++i) {
    root_->next_ = made[static_cast<size_t>(i) % 1'000];
    root_->first_ = made[static_cast<size_t>(i * 7) % 1'000];
  }

  constexpr size_t kNotesMax = size_t{1} << 17;
  EXPECT_LT(MallocBytes(), before + kNotesMax * sizeof(StoredWord));
  StepToTheEnd();
  Finish();
}

std::string MarkingName(const ::testing::TestParamInfo<MarkingType>& test) {
  return test.param == MarkingType::kIncremental ? "Incremental" : "Concurrent";
}

INSTANTIATE_TEST_SUITE_P(
    , WeakFieldsTest,
    ::testing::Values(MarkingType::kIncremental,
                      MarkingType::kIncrementalAndConcurrent),
    MarkingName);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
