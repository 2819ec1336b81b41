// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Marking by several threads: that it finds what one marker finds, through
// every kind of reference, that helpers take part, and that a heap that wants
// none has none.

#include "gc/marking/parallel_marking.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "base/test_seed.h"
#include "gc/gc_testing.h"
#include "gc/half_platform_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Who has called a Trace(). Once helpers were asked, each call waits a little
// for a second thread to come.
class Meeting {
 public:
  void Come() {
    const int try_count = has_asked_ ? kTryCount : 1;
    for (int i = 0; i < try_count; ++i) {
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        threads_.insert(std::this_thread::get_id());
        if (threads_.size() > 1) return;
      }
      std::this_thread::yield();
    }
  }
  size_t count() const { return threads_.size(); }
  void Clear() {
    threads_.clear();
    has_asked_ = false;
  }
  void NoteAsked() { has_asked_ = true; }

 private:
  static constexpr int kTryCount = 20;
  std::atomic<bool> has_asked_{false};
  std::mutex mutex_;
  std::set<std::thread::id> threads_;
};

struct Visited : GarbageCollected<Visited> {
  explicit Visited(Meeting* meeting) : meeting_(meeting) {}
  void Trace(Visitor*) const { meeting_->Come(); }
  Meeting* const meeting_;
};

// A binary tree, with a reference of each kind in every node.
struct Branch : GarbageCollected<Branch> {
  Member<Branch> left_;
  Member<Branch> right_;
  Member<Visited> visited_;
  WeakMember<Block> weak_;
  EphemeronPair<Block, Block> pair_{nullptr, nullptr};
  HALFWORD_FIELDS(Branch, left_, right_, visited_, weak_, pair_)
};

class AskedPlatform : public DefaultPlatform {
 public:
  explicit AskedPlatform(Meeting* meeting)
      : DefaultPlatform(2), meeting_(*meeting) {}
  std::unique_ptr<JobHandle> PostJob(TaskPriority priority,
                                     std::unique_ptr<JobTask> task) override {
    meeting_.NoteAsked();
    return DefaultPlatform::PostJob(priority, std::move(task));
  }

 private:
  Meeting& meeting_;
};

class ParallelMarkingTest : public ::testing::Test {
 protected:
  explicit ParallelMarkingTest(size_t marker_count_max = 3)
      : heap_(Heap::Create(std::make_shared<AskedPlatform>(&meeting_),
                           {.marker_count_max = marker_count_max,
                            .growth_bytes_min = SIZE_MAX})) {
    key_ = MakeGarbageCollected<Block>(heap_->GetAllocationHandle());
  }

  // Enough that helpers are asked. Each weak reference is to a block of its
  // own; the block under an ephemeron lives as long as key_.
  void Grow(int depth) {
    root_ = CallAndScrub([&] { return Tree(depth); });
  }

  size_t LivingBlocks(const Branch* branch) {
    if (branch == nullptr) return 0;
    return (branch->weak_ != nullptr) + (branch->pair_.value != nullptr) +
           LivingBlocks(branch->left_) + LivingBlocks(branch->right_);
  }
  size_t LiveBytes() {
    return heap_->CollectStatistics(HeapStatistics::DetailLevel::kBrief)
        .used_size_bytes;
  }

  static constexpr int kDepth = 16;
  static constexpr size_t kBranchCount = (size_t{1} << kDepth) - 1;

  Meeting meeting_;
  std::unique_ptr<Heap> heap_;
  Persistent<Branch> root_;
  Persistent<Block> key_;

 private:
  Branch* Tree(int depth) {
    if (depth == 0) return nullptr;
    AllocationHandle& handle = heap_->GetAllocationHandle();
    auto* const branch = MakeGarbageCollected<Branch>(handle);
    branch->left_ = Tree(depth - 1);
    branch->right_ = Tree(depth - 1);
    branch->visited_ = MakeGarbageCollected<Visited>(handle, &meeting_);
    if (depth == 3) {
      branch->weak_ = MakeGarbageCollected<Block>(handle);
      branch->pair_.key = key_.Get();
      branch->pair_.value = MakeGarbageCollected<Block>(handle);
    }
    return branch;
  }
};

class AloneMarkingTest : public ParallelMarkingTest {
 protected:
  AloneMarkingTest() : ParallelMarkingTest(1) {}
};

TEST_F(ParallelMarkingTest, HelpersTakePartAndFindWhatOneMarkerFinds) {
  Grow(kDepth);

  for (int i = 0; i < 3; ++i) {
    meeting_.Clear();
    CollectPrecisely(*heap_);

    EXPECT_GT(meeting_.count(), 1u);
    // Those that nothing but a weak reference holds are gone.
    EXPECT_EQ(LivingBlocks(root_), (kBranchCount + 1) / 8);
    EXPECT_EQ(Findings(*heap_), "");
  }
}

TEST_F(ParallelMarkingTest, WhatHelpersNotedOfEphemeronsIsSettled) {
  Grow(kDepth);
  key_.Clear();

  CollectPrecisely(*heap_);

  EXPECT_EQ(LivingBlocks(root_), 0u);
}

TEST_F(ParallelMarkingTest, WhatHelpersMarkIsCounted) {
  Grow(kDepth);
  CollectPrecisely(*heap_);
  const size_t live_bytes = LiveBytes();

  EXPECT_GE(live_bytes, kBranchCount * (sizeof(Branch) + sizeof(Visited)) +
                            (kBranchCount + 1) / 8 * sizeof(Block));
  CollectPrecisely(*heap_);
  EXPECT_EQ(LiveBytes(), live_bytes);
  root_.Clear();
  CollectPrecisely(*heap_);
  EXPECT_LT(LiveBytes(), live_bytes / 100);
}

// In a list and two random graphs, in no order of addresses: markers often come
// to each other's pages.
struct Stray : GarbageCollected<Stray> {
  void Trace(Visitor* visitor) const {
    trace_count_.fetch_add(1, std::memory_order_relaxed);
    visitor->Trace(next_);
    visitor->Trace(others_[0]);
    visitor->Trace(others_[1]);
  }
  mutable std::atomic<int> trace_count_{0};
  Member<Stray> next_;
  Member<Stray> others_[2];
};

TEST_F(ParallelMarkingTest, WhatLiesInNoOrderIsTracedOnceByAllTogether) {
  constexpr size_t kCount = 150'000;
  std::vector<Persistent<Stray>> strays;
  for (size_t i = 0; i < kCount; ++i) {
    strays.push_back(MakeGarbageCollected<Stray>(heap_->GetAllocationHandle()));
  }
  const TestSeed seed;
  std::mt19937 random(seed.value());
  std::shuffle(strays.begin(), strays.end(), random);
  for (size_t i = 0; i + 1 < kCount; ++i) strays[i]->next_ = strays[i + 1];
  // The list alone first; markers then wait for each other.
  const Persistent<Stray> head = strays[0];
  const std::vector<Persistent<Stray>> held(strays.begin(), strays.begin() + 9);
  std::vector<UntracedMember<Stray>> all(strays.begin(), strays.end());
  strays.clear();
  for (int cycle = 1; cycle <= 6; ++cycle) {
    const int before = all[0]->trace_count_;
    CollectPrecisely(*heap_);
    ASSERT_GT(all[0]->trace_count_, before);
    for (size_t i = 0; i < kCount; ++i) {
      // Verifying it afterwards traces each once more.
      ASSERT_EQ(all[i]->trace_count_, all[0]->trace_count_) << i;
      all[i]->others_[cycle % 2] = all[random() % kCount];
    }
  }
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(ParallelMarkingTest, ASmallHeapIsMarkedByItsOwnThread) {
  Grow(8);

  CollectPrecisely(*heap_);

  EXPECT_EQ(meeting_.count(), 1u);
}

TEST_F(AloneMarkingTest, NoOtherThreadMarksWhereNoneIsWanted) {
  Grow(kDepth);

  CollectPrecisely(*heap_);

  EXPECT_EQ(meeting_.count(), 1u);
}

// A platform that has no threads to offer, or whose threads never come.
template <bool kHasJobs>
class IdlePlatform : public DefaultPlatform {
 public:
  class NoJob : public JobHandle {
   public:
    explicit NoJob(std::unique_ptr<JobTask> task) : task_(std::move(task)) {}
    void NotifyConcurrencyIncrease() override {}
    void Join() override {}
    void Cancel() override { is_valid_ = false; }
    void CancelAndDetach() override {}
    bool IsActive() override { return false; }
    bool IsValid() override { return is_valid_; }

   private:
    const std::unique_ptr<JobTask> task_;
    bool is_valid_ = true;
  };

  std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                     std::unique_ptr<JobTask> task) override {
    ++job_count_;
    if (!kHasJobs) return nullptr;
    return std::make_unique<NoJob>(std::move(task));
  }
  int job_count_ = 0;
};

template <typename Platform>
class IdlePlatformTest : public ParallelMarkingTest {};
using IdlePlatforms = ::testing::Types<IdlePlatform<false>, IdlePlatform<true>>;
TYPED_TEST_SUITE(IdlePlatformTest, IdlePlatforms);

TYPED_TEST(IdlePlatformTest, TheHeapsThreadMarksAllWhereNobodyComes) {
  const auto platform = std::make_shared<TypeParam>();
  this->root_.Clear();
  this->key_.Clear();
  this->heap_ = Heap::Create(
      platform, {.marker_count_max = 2, .growth_bytes_min = SIZE_MAX});
  this->key_ = MakeGarbageCollected<Block>(this->heap_->GetAllocationHandle());
  this->Grow(this->kDepth);

  CollectPrecisely(*this->heap_);

  EXPECT_EQ(platform->job_count_, 1);
  EXPECT_EQ(this->meeting_.count(), 1u);
  EXPECT_EQ(this->LivingBlocks(this->root_), (this->kBranchCount + 1) / 8);
}

// Runs a job where it is posted, as long as it asks for a thread.
class EagerPlatform : public DefaultPlatform {
 public:
  std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                     std::unique_ptr<JobTask> task) override {
    ++job_count_;
    while (task->GetMaxConcurrency(0) != 0) task->Run(nullptr);
    return nullptr;
  }
  int job_count_ = 0;
};

template <typename Platform>
class OddPlatformTest : public ParallelMarkingTest {};
using OddPlatforms =
    ::testing::Types<EagerPlatform, HalfPlatform, HalfThreadedPlatform>;
TYPED_TEST_SUITE(OddPlatformTest, OddPlatforms);

TYPED_TEST(OddPlatformTest, TheHeapsThreadMarksAllAlone) {
  const auto platform = std::make_shared<TypeParam>();
  this->root_.Clear();
  this->key_.Clear();
  this->heap_ = Heap::Create(
      platform, {.marker_count_max = 2, .growth_bytes_min = SIZE_MAX});
  this->key_ = MakeGarbageCollected<Block>(this->heap_->GetAllocationHandle());
  this->Grow(this->kDepth);
  for (int round = 1; round <= 5; ++round) {
    CollectPrecisely(*this->heap_);
    EXPECT_GE(platform->job_count_, round);
    EXPECT_EQ(this->LivingBlocks(this->root_), (this->kBranchCount + 1) / 8);
  }
  EXPECT_EQ(Findings(*this->heap_), "");
}

// They wait, so that there is something left to be shared, and nothing is
// marked under the lock of those that any thread may change.
TEST_F(ParallelMarkingTest, HandlesToManyObjectsLeaveTheRestToAll) {
  Grow(kDepth);
  std::vector<Persistent<Block>> handles;
  std::vector<CrossThreadPersistent<Block>> shared_handles;
  AllocationHandle& handle = heap_->GetAllocationHandle();
  for (int i = 0; i < 5000; ++i) {
    handles.push_back(MakeGarbageCollected<Block>(handle));
    shared_handles.push_back(MakeGarbageCollected<Block>(handle));
  }
  meeting_.Clear();
  CollectPrecisely(*heap_);
  EXPECT_GT(meeting_.count(), 1u);
}

TEST(MarkerCountMaxTest, IsWhatIsWishedOrFewWhereNothingIs) {
  EXPECT_EQ(MarkerCountMax(1), 1u);
  EXPECT_EQ(MarkerCountMax(17), 17u);
  EXPECT_EQ(MarkerCountMax(SIZE_MAX), 64u);
  EXPECT_GE(MarkerCountMax(0), 1u);
  EXPECT_LE(MarkerCountMax(0), 4u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
