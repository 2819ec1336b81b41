// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Collector: a heap with roots and cycles. It is what stands behind
// halfword::Heap.
//
// A cycle ends with a pause on the heap's thread:
//
//   close runs, sweep what is left   so that allocated is true, marked clear
//   mark                             roots, stack, all that they reach
//   settle weak references           slots, callbacks, weak handles
//   prefinalizers                    of dead objects, newest first
//   begin sweeping                   pages wait for allocation to sweep them
//
// Where marking is expected to take long, a MarkingCycle has marked nearly all
// before that, beside the program (marking_steps.cc):
//
//   idle -> sweep the rest -> begin -> steps -> dry -> pause -> idle
//                               |________ abandoned ________^
//
// When each of these is due is for the Pacer to say.
//
// Threads: the heap's own, but for the cross-thread regions.

#ifndef HALFWORD_GC_COLLECTOR_H_
#define HALFWORD_GC_COLLECTOR_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/signal_count.h"
#include "base/stack.h"
#include "base/thread_number.h"
#include "gc/concurrent_sweeper.h"
#include "gc/held_objects.h"
#include "gc/left_backings.h"
#include "gc/marking/marker.h"
#include "gc/marking/store_buffer.h"
#include "gc/pacer.h"
#include "gc/pause_history.h"
#include "gc/platform/process.h"
#include "gc/platform/shared_parts.h"
#include "gc/program_call.h"
#include "gc/roots/construction_list.h"
#include "gc/roots/persistent_region.h"
#include "gc/roots/prefinalizer_list.h"
#include "gc/snapshot_schedule.h"
#include "gc/surplus_pages.h"
#include "gc/weak/table_cleaning.h"
#include "halfword/cycle_record.h"
#include "halfword/heap.h"
#include "halfword/internal/heap_extension.h"
#include "halfword/internal/write_barrier.h"
#include "heap/heap_core.h"

namespace halfword::inline HALFWORD_ABI::internal {

class MarkingCycle;
struct VerifyFilter;

// What a cycle took.
struct CycleReport {
  CycleRecord record;
  size_t bytes_before = 0;  // live and dead
  size_t work_bytes = 0;    // Marker::work_bytes()
  // Of the pause, by the system's clock: the platform's may stand still.
  double work_ms = 0;
  size_t root_bytes = 0;  // of stack and handles
};

// How deep the program is in scopes of heap_consistency.h, and whether a
// snapshot of the heap is being written.
struct ScopeDepths {
  int disallow_depth = 0;
  int no_collection_depth = 0;
  int snapshot_depth = 0;
};

// What a heap shares with the task that an event loop has of it. Either may end
// before the other, and the loop may drop the task.
struct TaskShare {
  Collector* collector;               // null: it has ended
  std::atomic<bool> has_task{false};  // any thread may drop it
};

// Of CrossThreadRootMutex().
using RootLock = std::unique_lock<std::mutex>;

class Collector final : public HeapCore {
 public:
  // source: null: the cage.
  Collector(std::shared_ptr<Platform> platform, HeapOptions options,
            std::unique_ptr<ChunkSource> source = nullptr);
  ~Collector();

  static Collector& From(HeapHandle& handle) { return handle.collector_; }
  static const Collector& From(const HeapHandle& handle) {
    return handle.collector_;
  }

  // The Heap that callbacks are given; set once, by its constructor.
  void set_owner(Heap* owner) { owner_ = owner; }

  // Whether the caller runs on the thread that created the heap.
  bool is_on_own_thread() const { return thread_number_ == ThreadNumber(); }
  // Whether an address lies on the stack of the heap's thread, as far as that
  // was when it was last asked for.
  bool IsOnStack(const void* address) const;

  // From what size on helpers sweep, too.
  void SetSharedSweepBytesMinForTesting(size_t bytes) {
    shared_sweep_bytes_min_ = bytes;
  }

  // Whether a function that HeapOptions gave runs, or the platform's task
  // runner.
  bool is_in_callback() const {
    return is_in_near_limit_callback_ || is_in_live_share_callback_ ||
           is_in_cycle_callback_ || is_in_out_of_memory_handler_ ||
           is_posting_task_;
  }

  // What a callback or a prefinalizer gives up is left to a later collection.
  bool LeavesBackings() const {
    return is_in_pause_ || ProgramCall::IsRunning();
  }
  // Such a backing keeps its elements. So while there is one, nothing is freed
  // explicitly.
  void LeaveBacking(const void* object) noexcept {
    const bool is_dead = is_in_pause_ && !is_marking_ &&
                         !IsMarked(reinterpret_cast<uintptr_t>(object));
    if (!is_dead) left_backings_.Add(object);
  }
  bool has_left_backings() const { return !left_backings_.empty(); }

  // Requires: no snapshot is being written.
  void CheckMayChange() const {
    HALFWORD_DCHECK(
        scopes_.snapshot_depth == 0,
        "a heap must stay as it is while its snapshot is written: what a "
        "SnapshotSink, a GetSourcePosition() or a Trace() calls must not "
        "allocate in it, free from it or collect it; let it keep what it needs "
        "in memory of malloc(), or in another heap");
  }

  // A cycle now. Requires: not in a pause, not in a destructor.
  void Collect(const CollectOptions& options);

  // The same, and notes its roots, unless a scope keeps collections off, or
  // malloc has no memory for what marking notes; then nothing was collected,
  // and the heap is as it was.
  enum class Recording { kDone, kForbidden, kNoMemory };
  Recording CollectRecording(const CollectOptions& options, RootRecord* record);

  // The rest of an allocation that TryAllocate() refused: collects as needed
  // and goes through the near-limit callback and the out-of-memory handler.
  // Never null. stack_pointer: the registers of the caller stand above it.
  void* AllocateCollecting(const TypeInfo& type, size_t bytes,
                           const void* stack_pointer);

  // What the allocation of so many objects for a weak table, of so many bytes
  // together, would collect because of the budget, a step or the limit, but
  // before it, and only where a collection may run. Returns whether one has
  // ended.
  bool CollectIfDue(size_t bytes, size_t object_count);
  // Whether the limit leaves room for them, as HasRoomFor() says, or is raised
  // by the program when asked. Nothing is collected: that is to have been done.
  bool GetRoomFor(size_t bytes, size_t object_count);
  // That allocation comes. Where none may collect, idle work is to find that
  // the budget is used up.
  void AllowTable(size_t bytes) {
    if (MayMakeRoom()) pacer_.AllowTable(bytes);
  }

  // Requires: the object lives in this heap, nothing refers to it, and no
  // collection is running.
  void FreeUnreferenced(void* object) noexcept;

  PersistentRegion& Roots(RootStrength strength, RootThreads threads) {
    return roots_[static_cast<int>(strength)][static_cast<int>(threads)];
  }

  void BeginConstruction(void* object) { constructing_.Push(object); }
  void EndConstruction(const void* object) { constructing_.Pop(object); }
  // Its constructor threw: takes the slot back, if not at once.
  void AbandonObject(void* object) noexcept;
  // While a cycle marks: the program has freed it, and nothing refers to it. A
  // large one is taken back when the cycle ends, without a destructor; others
  // are left to the next one. Returns whether it is a large one.
  bool AbandonBacking(void* object) noexcept;
  PrefinalizerList& prefinalizers() { return prefinalizers_; }
  HeldObjects& held_objects() { return held_objects_; }

  // What the barrier notes while marking.
  StoreBuffer& stores() { return stores_; }
  void RelieveStores() noexcept;

  // Marking outside the pause, which allocation does by itself, for tests.
  // Begin requires that no cycle is under way, Step and Finish that one is.
  void BeginMarking() noexcept;
  // Whether little is left.
  bool StepMarking(StackState stack);
  void FinishMarking(const CollectOptions& options);
  // Forgets what was marked, if a cycle is under way.
  void AbandonMarking() noexcept;
  bool is_marking_beside() const { return cycle_ != nullptr; }

  // Sets the budget after pages of an image were adopted, as if they had been
  // found by a collection.
  void NoteAdoption();

  HeapStatistics Statistics(HeapStatistics::DetailLevel detail);
  // filter: null, if all is to be verified.
  VerifyReport Verify(const VerifyFilter* filter = nullptr);

  // Tells the process what this heap holds, if that has changed by a page.
  void UpdateShare() {
    if (share_.IsStale(live_bytes_estimate(), used_page_bytes())) {
      share_.Set(live_bytes_estimate(), used_page_bytes());
    }
  }

  // Goes on with what a collection has left, for about so long; kBegin: begins
  // one that will soon be due. What is left is not done in this time:
  // kMore: it is worth to go on; kElsewhere: other threads have it.
  enum class IdleBegin { kNever, kWhenNearlyDue };
  enum class IdleResult { kDone, kMore, kElsewhere };
  IdleResult DoIdleWork(double time_ms, StackState stack, IdleBegin begin);

  // Gives the program's event loop a task that goes on with sweeping or with
  // marking, or collects a heap that no allocation collects, if there is such a
  // loop and something to do.
  void PostTask();
  // What such a task does.
  void RunTask(double time_ms, StackState stack);
  void RunIdleTask(double deadline_s);

  // Which threads may share work on this heap that stops the program. The child
  // of a fork has none but its own.
  Sharing sharing() const {
    return {platform_.get(), ProcessId() == process_ ? marker_count_max_ : 1};
  }

  // Collects every heap of the calling thread that may be collected here, and
  // gives their free pages, and those of the thread's counted objects, to the
  // cage: counted objects have no room.
  static void MakeRoomInCage();

  // Whether it is null or a heap of the calling thread.
  static bool IsOfThisThread(const AllocationHandle* handle);

  std::unique_ptr<HeapExtension>& extension(ExtensionIndex index) {
    return extensions_[static_cast<int>(index)];
  }

  // Writes a snapshot if a signal asked for one and one can be taken here.
  void TakeRequestedSnapshot() {
    if (__builtin_expect(SignalCount() != signal_count_, false)) {
      TakeSnapshotOfSignal();
    }
  }

  HeapHandle& handle() { return handle_; }
  uint64_t hash_seed() const { return hash_seed_; }
  int id() const { return id_; }
  // Or in a step, which has the same rules.
  bool is_in_pause() const { return is_in_pause_; }
  bool is_in_atomic_pause() const { return is_in_pause_ && !is_in_step_; }
  bool is_verifying() const { return is_verifying_; }
  // By Verify() or a snapshot, either of which may call a Trace().
  bool is_being_read() const {
    return is_verifying_ || scopes_.snapshot_depth != 0;
  }
  // Of an object that the program frees; those of a collection are in a pause.
  bool is_in_prefinalizer() const { return is_in_prefinalizer_; }
  bool is_marking() const { return is_marking_; }
  bool has_tables_to_clean() const { return !cleaning_.empty(); }
  bool was_conservative() const { return was_conservative_; }
  ScopeDepths& scopes() { return scopes_; }
  // What tests have every collection believe of the stack.
  std::optional<StackState>& stack_override() { return stack_override_; }
  bool is_in_near_limit_callback() const { return is_in_near_limit_callback_; }
  size_t collection_count() const { return collection_count_; }

 private:
  friend struct CollectorTestPeer;
  friend class Verifier;

  // Whether a pause marks all, or what a cycle has left.
  enum class PauseKind { kWhole, kFinish };

  // stack_pointer null: the stack holds no pointers.
  void RunCycle(const CollectOptions& options, const void* stack_pointer,
                PauseKind kind = PauseKind::kWhole);
  // An exception of a Trace(), a weak callback, a prefinalizer or a destructor
  // ends the process: half a collection leaves no heap to go on with.
  std::optional<CycleReport> RunPause(const CollectOptions& options,
                                      const void* stack_pointer,
                                      PauseKind kind) noexcept;
  // Returns how many bytes of roots there were.
  size_t MarkRoots(Marker* marker, const void* stack_pointer);
  Marker* MarkerOfCycle();
  Marker* MakeMarker(std::optional<Marker>* place);
  bool Mark(Marker* marker, const void* stack_pointer, RootLock* lock,
            CycleReport* report);
  void MarkRootsOfOtherThreads(Marker* marker, size_t* root_bytes);
  bool PushLateRoots(Marker* marker);
  void LearnFromMarking(PauseKind kind, const Marker& marker,
                        CycleReport* report);
  void RecordRoots(const Marker& marker);
  void RefuseWithoutMemory();
  void ForgetMarks();
  void MarkStores(Marker* marker);
  void TraceStoredParts(Marker* marker);
  void TraceChanged(Marker* marker);
  void TraceMovedParts(Marker* marker);
  void TakeAbandonedBack();
  void ForgetAbandonedArrays();
  enum class For { kAnyObject, kWeakTable };
  void CollectForBudget(size_t bytes, const void* stack_pointer, For what);
  void AdvanceMarking(size_t bytes, const void* stack_pointer);
  // After a step there is more to mark, or nothing was but what the pause will
  // find, which is put off, or next to nothing even after a look at the roots.
  enum class Progress { kMore, kDry, kDone };
  // Whether a step may leave to the next one what is better done later.
  enum class PutOff { kAllowed, kNever };
  // As much as is due where so much was allocated since the last collection.
  Progress StepMarkingFrom(const void* stack_pointer, size_t allocated_bytes,
                           PutOff put_off) noexcept;
  IdleResult DoIdlePiece(double left_ms, const void* stack_pointer,
                         IdleBegin begin);
  IdleResult StepWhenIdle(const void* stack_pointer);
  bool IsLeftToTasks() const;
  bool MayRunTask() const;
  void PostTaskAfter(IdleResult result);
  void PostTaskForLater();
  void EndCleaning() noexcept;
  void ShareSweeping() noexcept;
  IdleResult BeginWhenIdle(double left_ms, const void* stack_pointer);
  bool BeginLateMarking(size_t bytes, For what);
  bool AdvanceToCycle(size_t bytes, bool is_worth_it);
  bool DelayCycle(size_t bytes, For what);
  Progress LookAgain(const void* stack_pointer, double start_ms,
                     PutOff put_off);
  void NoteStep(double ms);
  void SweepForAWhile(double ms_max);
  bool AdvanceSweeping(size_t bytes);
  // Of the calling thread's heaps; that is the barrier's flag.
  static bool AnyMarksBeside();
  // The same for all but the heap that asks; null: none does.
  static void MakeRoomInCage(const Collector* asking,
                             const void* stack_pointer);
  // Of free pages, that are not given back but for ReleaseFreeMemory() or a
  // full cage.
  size_t KeptFreeBytes() const {
    return std::max(budget_bytes(), options_.kept_free_bytes_min);
  }
  // Whether TrimSomePages() has something to give. What lies in a place of its
  // own stays there.
  bool HoldsTooMuch() const {
    return !has_own_place() &&
           resident_free_page_count() > KeptFreeBytes() / kPageBytes;
  }
  void UpdateBarrier();
  void ForgetHeldObjects(const std::vector<uintptr_t>& objects);
  void ClearDeadWeakRoots();
  void FreeEmptyRootBlocks();
  void AfterCycle(const CollectOptions& options, const CycleReport& report);
  void CallLiveShareCallback();
  void TakeDueSnapshot(StackState stack);
  void TakeSnapshotOfSignal();
  void TakeLastSnapshot();
  CycleRecord Report(const CollectOptions& options, CycleRecord record,
                     size_t freed_bytes);
  void CallCycleCallback(const CycleRecord& record);
  size_t CallNearLimitCallback(size_t limit);
  bool AskForHigherLimit();
  void* RetryAfterNearLimit(const TypeInfo& type, size_t bytes,
                            const void* stack_pointer);
  [[noreturn]] void FailOutOfMemory(size_t bytes);
  void CheckMayCollect() const;
  bool may_collect() const;
  bool MayMakeRoom() const;
  bool sweeps_at_once(const CollectOptions& options) const;
  double NowMs() const;
  // Calls function(stack pointer), above which the registers stand; null: what
  // the stack holds does not count.
  template <typename Function>
  void WithStackPointer(StackState stack, Function function) {
    if (stack_override_.value_or(stack) == StackState::kNoHeapPointers ||
        options_.stack_support == StackSupport::kPrecise) {
      function(nullptr);
      return;
    }
    CallWithSavedRegisters(&function,
                           [](void* context, const void* stack_pointer) {
                             (*static_cast<Function*>(context))(stack_pointer);
                           });
  }
  // To and from the list of those of the calling thread.
  void Enlist();
  void Delist();

  const std::shared_ptr<Platform> platform_;
  HeapOptions options_;
  HeapHandle handle_;
  Heap* owner_ = nullptr;
  const int id_;
  const uint64_t hash_seed_;
  const size_t marker_count_max_;
  const int process_ = ProcessId();
  const uint64_t thread_number_ = ThreadNumber();
  Collector* next_of_thread_ = nullptr;
  Collector* previous_of_thread_ = nullptr;
  bool is_counted_as_marking_ = false;
  StackBounds stack_;  // as far as it was when last asked

  PersistentRegion roots_[2][2];  // by RootStrength and RootThreads
  ConstructionList constructing_;
  std::vector<void*> abandoned_;  // wait for the end of a cycle
  size_t forgotten_count_ = 0;    // of these: ForgetAbandonedArrays()
  PrefinalizerList prefinalizers_;
  HeldObjects held_objects_;
  TableCleaning cleaning_{[this] { EndCleaning(); }};
  // A smaller heap is swept before a helper has woken up.
  size_t shared_sweep_bytes_min_ = size_t{4} << 20;
  std::unique_ptr<ConcurrentSweeper> sweeper_;  // of the last shared sweep
  std::unique_ptr<HeapExtension> extensions_[kExtensionCount];
  HeapShare share_;
  StoreBuffer stores_;
  std::unique_ptr<MarkingCycle> cycle_;  // null: none marks beside the program
  // What the last one has noted, megabytes perhaps: freed outside the pause.
  std::unique_ptr<MarkingCycle> ended_cycle_;
  const std::shared_ptr<TaskShare> task_share_;

  SnapshotSchedule snapshots_;
  Pacer pacer_;
  uint32_t signal_count_ = SignalCount();  // as far as it was answered
  bool is_in_snapshot_ = false;
  RootRecord* root_record_ = nullptr;  // of the cycle that is asked for
  bool has_recorded_ = false;          // it is complete
  ScopeDepths scopes_;
  std::optional<StackState> stack_override_;
  bool is_in_pause_ = false;
  bool is_in_step_ = false;  // the same, but before the pause
  bool is_verifying_ = false;
  bool is_in_prefinalizer_ = false;
  bool is_marking_ = false;
  bool was_conservative_ = false;  // the last collection
  bool is_in_near_limit_callback_ = false;
  bool is_posting_task_ = false;
  bool is_in_live_share_callback_ = false;
  bool is_in_cycle_callback_ = false;
  bool is_in_out_of_memory_handler_ = false;
  LeftBackings left_backings_;
  SurplusPages surplus_pages_;
  size_t collection_count_ = 0;
  PauseHistory pauses_;
  PauseHistory steps_;  // since the last cycle
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_COLLECTOR_H_
