// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CrossThreadPersistent and WeakCrossThreadPersistent, also from several
// threads at once while the heap's own thread collects.

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/roots/root_record.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Job : public GarbageCollected<Job> {
 public:
  explicit Job(int value = 0) : value_(value) {}
  int value_;
  Member<Job> next_;
  HALFWORD_FIELDS(Job, value_, next_)
};

class Watcher : public GarbageCollectedMixin {
 public:
  int watched_ = 3;
  HALFWORD_FIELDS(Watcher, watched_)
};

class WatchedJob : public Job, public Watcher {
 public:
  HALFWORD_FIELDS(WatchedJob)
  HALFWORD_BASES(WatchedJob, Job, Watcher)
};

class CrossThreadRootsTest : public HeapTest {
 protected:
  size_t StrongCount() {
    return collector()
        .Roots(RootStrength::kStrong, RootThreads::kAnyThread)
        .node_count();
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(CrossThreadRootsTest);

// Which clears it while another thread waits for the lock.
TEST_P(CrossThreadRootsTest, AWeakHandleIsNotConvertedPastItsCollection) {
  const WeakCrossThreadPersistent<Job> weak = Make<WatchedJob>();
  WeakCrossThreadPersistent<WatchedJob> converted;
  std::unique_lock lock(CrossThreadRootMutex());
  std::thread other([&] { converted = weak.To<WatchedJob>(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  collector()
      .Roots(RootStrength::kWeak, RootThreads::kAnyThread)
      .ForEach(PersistentRegion::Clear);
  lock.unlock();
  other.join();
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(converted.Get(), nullptr);
}

TEST_P(CrossThreadRootsTest, AStrongHandleHoldsItsObject) {
  CrossThreadPersistent<Job> root = Make<Job>(1);
  root->next_ = Make<Job>(2);
  WeakCrossThreadPersistent<Job> weak = root;
  CollectPrecisely(heap());

  EXPECT_EQ(root->next_->value_, 2);
  EXPECT_EQ(weak.Get(), root.Get());

  root.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_FALSE(weak.Lock());
}

TEST_P(CrossThreadRootsTest, LockGivesAHandleThatHolds) {
  WeakCrossThreadPersistent<Job> weak = Make<Job>(1);
  CrossThreadPersistent<Job> strong = weak.Lock();
  CollectPrecisely(heap());

  EXPECT_NE(weak.Get(), nullptr);
  EXPECT_EQ(strong->value_, 1);
}

TEST_P(CrossThreadRootsTest, HandlesCopyAssignAndConvert) {
  const CrossThreadPersistent<WatchedJob> first = Make<WatchedJob>();
  const CrossThreadPersistent<WatchedJob> copy = first;
  const CrossThreadPersistent<Job> base = first;
  const CrossThreadPersistent<Watcher> mixin = first;
  CrossThreadPersistent<Job> assigned;
  assigned = base;
  assigned = assigned.Get();
  EXPECT_EQ(StrongCount(), 5u);
  CollectPrecisely(heap());

  EXPECT_EQ(copy.Get(), first.Get());
  EXPECT_EQ(base.Get(), first.Get());
  EXPECT_EQ(mixin->watched_, 3);
  EXPECT_EQ(assigned.Get(), first.Get());
  assigned = nullptr;
  EXPECT_EQ(StrongCount(), 4u);
}

TEST_P(CrossThreadRootsTest, NullAndTheSentinelAreNoRoots) {
  const CrossThreadPersistent<Job> empty;
  const CrossThreadPersistent<Job> null = nullptr;
  CrossThreadPersistent<Job> sentinel(kSentinelPointer);
  EXPECT_EQ(StrongCount(), 0u);
  CollectPrecisely(heap());

  EXPECT_FALSE(empty);
  EXPECT_FALSE(null);
  EXPECT_EQ(sentinel.Get(), static_cast<Job*>(kSentinelPointer));
  sentinel = Make<Job>(1);
  EXPECT_EQ(sentinel->value_, 1);
  EXPECT_EQ(StrongCount(), 1u);
}

TEST_P(CrossThreadRootsTest, HandlesOutliveTheirHeapAsNull) {
  CrossThreadPersistent<Job> strong = Make<Job>(1);
  WeakCrossThreadPersistent<Job> weak = strong;
  DestroyHeap();

  EXPECT_EQ(strong.Get(), nullptr);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_FALSE(weak.Lock());
}

TEST_P(CrossThreadRootsTest, TakesWhatOtherHandlesReferTo) {
  const Persistent<Job> handle = Make<Job>(1);
  const Member<Job> member = handle;

  const CrossThreadPersistent<Job> strong = handle;
  const WeakCrossThreadPersistent<Job> weak = member;

  EXPECT_EQ(strong.Get(), handle.Get());
  EXPECT_EQ(weak.Get(), handle.Get());
}

TEST_P(CrossThreadRootsTest, IsAssignedWhatOtherHandlesReferTo) {
  const Persistent<WatchedJob> handle = Make<WatchedJob>();
  const WeakPersistent<WatchedJob> weak_handle = handle;
  const Member<WatchedJob> member = Make<WatchedJob>();
  const WeakMember<WatchedJob> weak_member = member;
  CrossThreadPersistent<Job> strong;
  WeakCrossThreadPersistent<Watcher> weak;

  strong = handle;
  weak = handle;
  EXPECT_EQ(strong.Get(), handle.Get());
  EXPECT_EQ(weak.Get(), handle.Get());
  strong = member;
  weak = member;
  EXPECT_EQ(strong.Get(), member.get());
  EXPECT_EQ(weak.Get(), member.get());
  strong = weak_handle;
  weak = weak_handle;
  EXPECT_EQ(strong.Get(), handle.Get());
  EXPECT_EQ(weak.Get(), handle.Get());
  strong = weak_member;
  weak = weak_member;
  EXPECT_EQ(strong.Get(), member.get());
  EXPECT_EQ(weak.Get(), member.get());
  EXPECT_EQ(StrongCount(), 1u);
  strong = kSentinelPointer;
  EXPECT_EQ(StrongCount(), 0u);
}

TEST_P(CrossThreadRootsTest, GivesOtherHandlesWhatItRefersTo) {
  const CrossThreadPersistent<WatchedJob> strong = Make<WatchedJob>();
  const WeakCrossThreadPersistent<WatchedJob> weak = strong;

  Persistent<Job> handle = strong;
  Member<Watcher> member = weak;
  EXPECT_EQ(handle.Get(), strong.Get());
  EXPECT_EQ(member.get(), strong.Get());
  handle = nullptr;
  member = nullptr;
  handle = weak;
  member = strong;
  EXPECT_EQ(handle.Get(), strong.Get());
  EXPECT_EQ(member.get(), strong.Get());
}

TEST_P(CrossThreadRootsTest, IsAKeyOfContainers) {
  Job* const first = Make<Job>(1);
  Job* const second = Make<Job>(2);
  std::unordered_map<CrossThreadPersistent<Job>, int> strong;
  std::unordered_map<WeakCrossThreadPersistent<Job>, int> weak;
  for (Job* const job : {first, second, first}) {
    ++strong[job];
    ++weak[job];
  }
  CollectPrecisely(heap());

  EXPECT_EQ(strong.at(first), 2);
  EXPECT_EQ(strong.at(second), 1);
  EXPECT_EQ(weak.at(first), 2);
  EXPECT_EQ(weak.at(second), 1);
}

TEST_P(CrossThreadRootsTest, AnotherThreadMayHoldTheLastHandle) {
  WeakPersistent<Job> object = Make<Job>(8);
  auto shared = std::make_unique<CrossThreadPersistent<Job>>(object.Get());
  std::atomic<int> step = 0;
  std::thread thread([&] {
    CrossThreadPersistent<Job> mine = *shared;
    shared.reset();
    step.store(1);
    step.notify_one();
    step.wait(1);
    EXPECT_EQ(mine->value_, 8);
    mine.Clear();
    step.store(3);
    step.notify_one();
  });
  step.wait(0);
  CollectPrecisely(heap());
  EXPECT_NE(object.Get(), nullptr);
  step.store(2);
  step.notify_one();
  thread.join();
  CollectPrecisely(heap());

  EXPECT_EQ(object.Get(), nullptr);
}

// Each thread makes, copies, locks and drops handles to jobs of the heap while
// its owner allocates and collects.
void UseHandles(const std::vector<WeakCrossThreadPersistent<Job>>& jobs,
                const std::atomic<bool>& stop, std::atomic<size_t>& seen) {
  std::vector<CrossThreadPersistent<Job>> kept;
  for (size_t turn = 0; !stop.load(); ++turn) {
    const CrossThreadPersistent<Job> strong = jobs[turn % jobs.size()].Lock();
    if (strong) {
      seen.fetch_add(static_cast<size_t>(strong->value_ > 0));
      kept.push_back(strong);
    }
    if (kept.size() > 8) kept.erase(kept.begin(), kept.begin() + 4);
    WeakCrossThreadPersistent<Job> weak = strong;
    weak = nullptr;
  }
}

TEST_P(CrossThreadRootsTest, SeveralThreadsUseHandlesWhileTheHeapCollects) {
  constexpr int kJobs = 64;
  std::vector<CrossThreadPersistent<Job>> held;
  std::vector<WeakCrossThreadPersistent<Job>> jobs;
  for (int i = 1; i <= kJobs; ++i) {
    Job* const job = Make<Job>(i);
    jobs.emplace_back(job);
    if (i % 2 == 0) held.emplace_back(job);
  }
  std::atomic<bool> stop = false;
  std::atomic<size_t> seen = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] { UseHandles(jobs, stop, seen); });
  }

  for (int cycle = 0; cycle < 20 || seen.load() < 1000; ++cycle) {
    for (int i = 0; i < 100; ++i) Make<Job>(-1);
    CollectPrecisely(heap());
  }
  stop.store(true);
  for (std::thread& thread : threads) thread.join();
  CollectPrecisely(heap());

  for (int i = 1; i <= kJobs; ++i) {
    const auto& job = jobs[static_cast<size_t>(i - 1)];
    if (i % 2 == 0) {
      ASSERT_TRUE(job);
      EXPECT_EQ(job->value_, i);
    } else {
      EXPECT_FALSE(job);
    }
  }
  EXPECT_EQ(StrongCount(), held.size());
}

// While it is traced, in a pause, another thread may do something.
class Interlude : public GarbageCollected<Interlude> {
 public:
  template <typename Function>
  explicit Interlude(Function function)
      : other_([this, function] {
          while (!has_begun_) std::this_thread::yield();
          function();
          has_ended_ = true;
        }) {}
  ~Interlude() { other_.join(); }
  void Trace(Visitor*) const {
    has_begun_ = true;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(9);
    while (!has_ended_ && std::chrono::steady_clock::now() < end) {
      std::this_thread::yield();
    }
    EXPECT_TRUE(has_ended_) << "the pause holds the lock of all heaps' handles";
  }

 private:
  mutable std::atomic<bool> has_begun_{false};
  std::atomic<bool> has_ended_{false};
  std::thread other_;
};

TEST_P(CrossThreadRootsTest, OtherThreadsUseHandlesDuringAPause) {
  const CrossThreadPersistent<Job> root = Make<Job>(1);
  CrossThreadPersistent<Job> copy;
  const Persistent<Interlude> interlude = Make<Interlude>([&] { copy = root; });
  CollectPrecisely(heap());

  EXPECT_EQ(copy.Get(), root.Get());
}

TEST_P(CrossThreadRootsTest, WhatAnotherThreadLocksDuringAPauseLives) {
  const WeakCrossThreadPersistent<Job> weak = Make<Job>(1);
  weak->next_ = Make<Job>(2);
  CrossThreadPersistent<Job> strong;
  const Persistent<Interlude> interlude =
      Make<Interlude>([&] { strong = weak.Lock(); });
  CollectPrecisely(heap());

  ASSERT_TRUE(strong);
  EXPECT_EQ(weak.Get(), strong.Get());
  EXPECT_EQ(strong->next_->value_, 2);
  strong.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(weak.Get(), nullptr);
}

TEST_P(CrossThreadRootsTest, TheyGoOnWhileWhatTheyLockedIsMarked) {
  const CrossThreadPersistent<Job> root = Make<Job>(1);
  CrossThreadPersistent<Job> copy;
  const WeakCrossThreadPersistent<Interlude> weak =
      Make<Interlude>([&] { copy = root; });
  CrossThreadPersistent<Interlude> strong;
  const Persistent<Interlude> first =
      Make<Interlude>([&] { strong = weak.Lock(); });
  CollectPrecisely(heap());

  EXPECT_TRUE(strong);
  EXPECT_EQ(copy.Get(), root.Get());
}

// So many that marking for a snapshot does not let all of them wait.
TEST_P(CrossThreadRootsTest, TheyGoOnWhileASnapshotsRootsAreMarked) {
  constexpr int kJobs = 5000;
  std::vector<CrossThreadPersistent<Job>> jobs;
  CrossThreadPersistent<Job> copy;
  for (int i = 0; i < kJobs; ++i) jobs.emplace_back(Make<Job>(i));
  const CrossThreadPersistent<Interlude> interlude =
      Make<Interlude>([&] { copy = jobs[0]; });
  for (int i = 0; i < kJobs; ++i) jobs.emplace_back(Make<Job>(i));
  RootRecord record;
  EXPECT_EQ(collector().CollectRecording({.stack = StackState::kNoHeapPointers},
                                         &record),
            Collector::Recording::kDone);

  EXPECT_EQ(copy.Get(), jobs[0].Get());
}

TEST_P(CrossThreadRootsTest, AHeapMayEndWhileOtherThreadsDropHandles) {
  constexpr size_t kHandles = 4000;
  std::vector<CrossThreadPersistent<Job>> handles;
  for (size_t i = 0; i < kHandles; ++i) handles.emplace_back(Make<Job>(1));
  std::atomic<bool> go = false;
  std::thread thread([&] {
    go.store(true);
    go.notify_one();
    handles.clear();
  });
  go.wait(false);
  DestroyHeap();
  thread.join();

  EXPECT_TRUE(handles.empty());
}

TEST_P(CrossThreadRootsTest, HeapsOfTwoThreadsHoldEachOthersObjects) {
  CrossThreadPersistent<Job> theirs;
  CrossThreadPersistent<Job> mine = Make<Job>(1);
  std::atomic<int> step = 0;
  std::thread thread([&] {
    const auto heap = Heap::Create();
    theirs = MakeGarbageCollected<Job>(heap->GetAllocationHandle(), 2);
    for (int i = 0; i < 10; ++i) CollectPrecisely(*heap);
    step.store(1);
    step.notify_one();
    step.wait(1);
    EXPECT_EQ(theirs->value_, 2);
    CollectPrecisely(*heap);
    mine.Clear();
  });
  step.wait(0);
  for (int i = 0; i < 10; ++i) CollectPrecisely(heap());
  EXPECT_EQ(mine->value_, 1);
  EXPECT_EQ(theirs->value_, 2);
  step.store(2);
  step.notify_one();
  thread.join();

  EXPECT_EQ(theirs.Get(), nullptr);
  EXPECT_EQ(mine.Get(), nullptr);
}

// Whatever another thread's heap was about when the process was forked: its
// pause holds the lock of these handles.
TEST_P(CrossThreadRootsTest, TheChildOfAForkHasHeapsAndHandles) {
  std::atomic<bool> stops = false;
  std::thread other([&] {
    const std::unique_ptr<Heap> own = Heap::Create();
    std::vector<CrossThreadPersistent<Job>> roots(1000);
    for (auto& root : roots) {
      root = MakeGarbageCollected<Job>(own->GetAllocationHandle());
    }
    while (!stops) CollectPrecisely(*own);
  });

  int failed_count = 0;
  for (int i = 0; i < 30 && failed_count == 0; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(30);
      const std::unique_ptr<Heap> own = Heap::Create();
      const CrossThreadPersistent<Job> root =
          MakeGarbageCollected<Job>(own->GetAllocationHandle(), 5);
      CollectPrecisely(*own);
      _exit(root->value_ == 5 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    failed_count += status == 0 ? 0 : 1;
  }
  stops = true;
  other.join();

  EXPECT_EQ(failed_count, 0);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
