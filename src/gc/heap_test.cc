// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The public face: several heaps, custom spaces, precise heaps, idle sweeping,
// and a heap that ends before what refers to its objects.

#include "halfword/heap.h"

#include <sys/resource.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/virtual_memory.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

#if HALFWORD_HAS_ASAN
#include <sanitizer/lsan_interface.h>
#endif

namespace halfword::inline HALFWORD_ABI {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  ~Node() { ++destroyed; }
  static int destroyed;
  Member<Node> next_;
  HALFWORD_FIELDS(Node, next_)
};
int Node::destroyed = 0;

class TestSpace : public CustomSpace<TestSpace> {
 public:
  static constexpr CustomSpaceIndex kSpaceIndex = 0;
};

class InSpace : public GarbageCollected<InSpace> {
 public:
  uint64_t value_ = 0;
  HALFWORD_FIELDS(InSpace, value_)
};

}  // namespace

template <>
struct SpaceTrait<InSpace> {
  using Space = TestSpace;
};

namespace {

TEST(HeapTest, KeepsTheObjectsOfTwoHeapsApart) {
  auto first = Heap::Create();
  auto second = Heap::Create();
  Persistent<Node> kept =
      MakeGarbageCollected<Node>(first->GetAllocationHandle());
  WeakPersistent<Node> dropped =
      MakeGarbageCollected<Node>(second->GetAllocationHandle());

  internal::CollectPrecisely(*second);

  EXPECT_NE(first->id(), second->id());
  EXPECT_FALSE(dropped);
  EXPECT_TRUE(kept);
  EXPECT_EQ(internal::Findings(*first) + internal::Findings(*second), "");
}

TEST(HeapTest, IsTriedWhereThereMayBeNoRoom) {
  const auto heap = Heap::TryCreate({.max_heap_bytes = size_t{1} << 20});

  ASSERT_NE(heap, nullptr);
  EXPECT_EQ(heap->limit_bytes(), size_t{1} << 20);
}

TEST(HeapTest, IsNullWhereTheSystemRefusesItMemory) {
  ASSERT_NE(Heap::TryCreate(), nullptr);  // so that there is a cage
  constexpr internal::VirtualMemoryHooks kRefusing = {
      .commit = [](void*, size_t) { return false; }};
  internal::SetVirtualMemoryHooksForTesting(&kRefusing);
  const auto heap = Heap::TryCreate();
  EXPECT_THROW(Heap::Create(), std::bad_alloc);
  internal::SetVirtualMemoryHooksForTesting(nullptr);

  EXPECT_EQ(heap, nullptr);
  EXPECT_NE(Heap::TryCreate(), nullptr);
}

#if !HALFWORD_HAS_ASAN && !HALFWORD_HAS_TSAN  // they map memory of their own

// The child has its cage already, from before main; the limit is for the rest.
void LimitAddressSpaceAndTry() {
  const rlimit nothing_more = {0, 0};
  setrlimit(RLIMIT_AS, &nothing_more);
  std::_Exit(Heap::TryCreate() == nullptr ? 0 : 1);
}

TEST(HeapDeathTest, IsNullWhereThereIsNoRoom) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(LimitAddressSpaceAndTry(), ::testing::ExitedWithCode(0), "^$");
}

#endif

#if HALFWORD_HAS_ASAN

// Points to what malloc() gave.
class Keeper : public GarbageCollected<Keeper> {
 public:
  std::unique_ptr<int> number_ = std::make_unique<int>(7);
  HALFWORD_FIELDS(Keeper, number_)
};

TEST(HeapTest, LeaksNothingWhileItLives) {
  static Heap* heap = nullptr;
  heap = Heap::Create().release();
  static Persistent<Keeper> keeper;
  keeper = MakeGarbageCollected<Keeper>(heap->GetAllocationHandle());

  EXPECT_EQ(__lsan_do_recoverable_leak_check(), 0);

  keeper = nullptr;
  delete heap;
}

#endif

TEST(HeapTest, DestroysItsObjectsAndClearsHandlesWhenItEnds) {
  auto heap = Heap::Create();
  Node::destroyed = 0;
  Persistent<Node> strong =
      MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  WeakPersistent<Node> weak = strong.Get();
  CrossThreadPersistent<Node> cross(strong.Get());

  heap.reset();

  EXPECT_EQ(Node::destroyed, 1);
  EXPECT_FALSE(strong);
  EXPECT_FALSE(weak);
  EXPECT_FALSE(cross);
}

TEST(HeapTest, PutsTypesIntoTheSpacesThatTheyName) {
  HeapOptions options;
  options.custom_spaces.push_back(std::make_unique<TestSpace>());
  auto heap = Heap::Create(std::move(options));
  Persistent<InSpace> object =
      MakeGarbageCollected<InSpace>(heap->GetAllocationHandle());
  Persistent<Node> other =
      MakeGarbageCollected<Node>(heap->GetAllocationHandle());

  const HeapStatistics statistics =
      heap->CollectStatistics(HeapStatistics::kDetailed);

  ASSERT_EQ(statistics.space_stats.size(), 3u);
  EXPECT_EQ(statistics.space_stats[0].object_count, 1u);
  EXPECT_EQ(statistics.space_stats[1].name, "custom 0");
  EXPECT_EQ(statistics.space_stats[1].object_count, 1u);
}

TEST(HeapTest, DoesNotCollectInsideAllocationsOfAPreciseHeap) {
  HeapOptions options;
  options.stack_support = StackSupport::kPrecise;
  options.growth_bytes_min = 1 << 16;
  auto heap = Heap::Create(std::move(options));
  for (int i = 0; i < 100000; ++i) {
    MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  }

  EXPECT_EQ(heap->CollectStatistics(HeapStatistics::kBrief).collection_count,
            0u);
  heap->Collect();
  EXPECT_EQ(heap->CollectStatistics(HeapStatistics::kBrief).used_size_bytes,
            0u);
}

class QueuePlatform : public DefaultPlatform {
 public:
  class Runner : public TaskRunner {
   public:
    bool IdleTasksEnabled() override { return false; }
    void PostTaskImpl(std::unique_ptr<Task> task,
                      const SourceLocation&) override {
      tasks.push_back(std::move(task));
    }
    std::vector<std::unique_ptr<Task>> tasks;
  };
  std::shared_ptr<TaskRunner> GetForegroundTaskRunner(TaskPriority) override {
    return runner;
  }
  std::shared_ptr<Runner> runner = std::make_shared<Runner>();
};

TEST(HeapTest, FinishesSweepingInATaskOfThePlatform) {
  auto platform = std::make_shared<QueuePlatform>();
  auto heap = Heap::Create(platform);
  for (int i = 0; i < 10000; ++i) {
    MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  }
  Node::destroyed = 0;
  heap->Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  std::vector<std::unique_ptr<Task>>& tasks = platform->runner->tasks;
  ASSERT_EQ(tasks.size(), 1u);

  // One that does not finish it posts the next.
  for (size_t i = 0; i < tasks.size(); ++i) tasks[i]->Run();

  EXPECT_EQ(Node::destroyed, 10000);
  EXPECT_FALSE(internal::CollectorOf(*heap).is_sweeping());
  tasks.clear();
  // A task that comes after the end of its heap does nothing.
  for (int i = 0; i < 1000; ++i) {
    MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  }
  heap->Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  ASSERT_EQ(tasks.size(), 1u);
  heap.reset();
  tasks[0]->Run();
}

TEST(HeapTest, GivesFreeMemoryBackWhenAsked) {
  auto heap = Heap::Create();
  for (int i = 0; i < 100000; ++i) {
    MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  }
  internal::CollectPrecisely(*heap);
  EXPECT_GT(
      heap->CollectStatistics(HeapStatistics::kBrief).pooled_memory_size_bytes,
      0u);

  heap->ReleaseFreeMemory();

  const HeapStatistics after = heap->CollectStatistics(HeapStatistics::kBrief);
  EXPECT_EQ(after.pooled_memory_size_bytes, 0u);
  EXPECT_EQ(after.committed_size_bytes, 0u);
}

// Ends its heap in a weak callback.
class EndsItsHeap : public GarbageCollected<EndsItsHeap> {
 public:
  explicit EndsItsHeap(std::unique_ptr<Heap>* heap) : heap_(heap) {}
  void Trace(Visitor* visitor) const {
    visitor->RegisterWeakCallbackMethod<EndsItsHeap, &EndsItsHeap::End>(this);
  }
  void End(const LivenessBroker&) { heap_->reset(); }

 private:
  std::unique_ptr<Heap>* const heap_;
};

class Fat : public GarbageCollected<Fat> {
 public:
  explicit Fat(Fat* next) : next_(next) {}
  Member<Fat> next_;
  uint64_t words_[100] = {};
  HALFWORD_FIELDS(Fat, next_, words_)
};

TEST(HeapDeathTest, DoesNotEndInsideItsOwnCollection) {
  auto heap = Heap::Create();
  const Persistent<EndsItsHeap> object =
      MakeGarbageCollected<EndsItsHeap>(heap->GetAllocationHandle(), &heap);

  EXPECT_DEATH(internal::CollectPrecisely(*heap),
               "a heap must not end inside its own collection");
}

// What comes after the callback would be done in a heap that is gone.
TEST(HeapDeathTest, DoesNotEndInItsOwnCallbacks) {
  constexpr char kLine[] =
      "a heap must not end inside one of its own callbacks";
  std::unique_ptr<Heap> heap;
  const auto fill = [&] {
    Persistent<Fat> all;
    for (;;) all = MakeGarbageCollected<Fat>(heap->GetAllocationHandle(), all);
  };
  EXPECT_DEATH(
      {
        heap = Heap::Create({.cycle_callback = [&](Heap&, const CycleRecord&) {
          heap.reset();
        }});
        heap->Collect();
      },
      kLine);
  EXPECT_DEATH(
      {
        heap = Heap::Create({.max_heap_bytes = size_t{4} << 20,
                             .near_limit_callback = [&](Heap&, size_t limit) {
                               heap.reset();
                               return limit;
                             }});
        fill();
      },
      kLine);
  EXPECT_DEATH(
      {
        heap = Heap::Create({.max_heap_bytes = size_t{4} << 20,
                             .live_share_threshold = 0.1,
                             .live_share_callback = [&](Heap&, size_t, size_t) {
                               heap.reset();
                             }});
        fill();
      },
      kLine);
}

// The barrier is on as long as any of them marks.
TEST(HeapTest, HeapsOfAThreadEndInAnyOrder) {
  std::mt19937 random(1);
  std::vector<std::unique_ptr<Heap>> heaps;
  size_t marking_count = 0;
  std::vector<bool> marks;
  for (int i = 0; i < 100; ++i) {
    heaps.push_back(
        Heap::Create({.marking_support = MarkingType::kIncremental}));
    marks.push_back(random() % 3 == 0);
    if (!marks.back()) continue;
    internal::CollectorOf(*heaps.back()).BeginMarking();
    ++marking_count;
  }
  while (!heaps.empty()) {
    EXPECT_EQ(internal::write_barrier_is_on, marking_count != 0);
    const size_t i = random() % heaps.size();
    marking_count -= marks[i] ? 1 : 0;
    heaps.erase(heaps.begin() + static_cast<ptrdiff_t>(i));
    marks.erase(marks.begin() + static_cast<ptrdiff_t>(i));
  }
  EXPECT_FALSE(internal::write_barrier_is_on);
  EXPECT_EQ(Heap::Create()->Verify().findings, std::vector<std::string>());
}

class BuiltAsItsHeapEnds : public GarbageCollected<BuiltAsItsHeapEnds> {
 public:
  explicit BuiltAsItsHeapEnds(std::unique_ptr<Heap>* heap) { heap->reset(); }
  void Trace(Visitor*) const {}
};

TEST(HeapDeathTest, DoesNotEndInAConstructor) {
  auto heap = Heap::Create();

  EXPECT_DEATH(MakeGarbageCollected<BuiltAsItsHeapEnds>(
                   heap->GetAllocationHandle(), &heap),
               "a heap must not end in a constructor of one of its objects");
}

#if HALFWORD_DCHECK_ENABLED

// Calls function on another thread.
template <typename Function>
void CallElsewhere(Function function) {
  std::thread(function).join();
}

TEST(HeapDeathTest, IsUsedOnItsOwnThread) {
  auto heap = Heap::Create();

  EXPECT_DEATH(CallElsewhere([&] { internal::CollectPrecisely(*heap); }),
               "a heap collects on the thread that created it");
  EXPECT_DEATH(CallElsewhere([&] { heap->Verify(); }),
               "a heap is used on the thread that created it");
  EXPECT_DEATH(CallElsewhere([&] { heap->ReleaseFreeMemory(); }),
               "a heap is used on the thread that created it");
  EXPECT_DEATH(CallElsewhere([&] { heap->set_limit_bytes(SIZE_MAX); }),
               "a heap is used on the thread that created it");
  EXPECT_DEATH(CallElsewhere([&] { static_cast<void>(heap->limit_bytes()); }),
               "a heap is used on the thread that created it");
  EXPECT_DEATH(
      CallElsewhere([&] { heap->CollectStatistics(HeapStatistics::kBrief); }),
      "a heap is used on the thread that created it");
  EXPECT_DEATH(CallElsewhere([&] { heap.reset(); }),
               "a heap ends on the thread that created it");
}

// The one that created it has ended; glibc gives its memory, and with it the
// addresses of what is thread_local, to the next one.
TEST(HeapDeathTest, IsNotUsedByAThreadThatComesLater) {
  EXPECT_DEATH(
      {
        std::unique_ptr<Heap> heap;
        CallElsewhere([&] { heap = Heap::Create(); });
        CallElsewhere([&] { internal::CollectPrecisely(*heap); });
      },
      "a heap collects on the thread that created it");
}

#endif  // HALFWORD_DCHECK_ENABLED

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI
