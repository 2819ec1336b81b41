// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What an allocation does when there is no room: it collects, asks the program,
// and ends the process, in that order. Counted objects belong to no heap, so
// they have those of their thread collected. Part of Collector.

#include <optional>

#include "base/error_line.h"
#include "base/size_text.h"
#include "base/stack.h"
#include "cage/cage.h"
#include "gc/collector.h"
#include "gc/marking/marking_cycle.h"
#include "gc/program_call.h"
#include "gc/scoped_flag.h"
#include "halfword/heap_scope.h"
#include "heap/budget_pause.h"
#include "heap/counted_threads.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// The collectors of this thread, the youngest first.
constinit thread_local Collector* first_of_thread = nullptr;
// Those of them that mark beside the program: a program may have thousands.
constinit thread_local int marking_heap_count = 0;

// Rounded up.
size_t WholePages(size_t bytes) {
  return bytes > SIZE_MAX - kPageBytes
             ? SIZE_MAX
             : (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

// Free pages of the heap are one run with those of the cage beside them only
// when the cage has both.
void* TryAllocateTrimming(HeapCore* heap, const TypeInfo& type, size_t bytes) {
  void* const object = heap->TryAllocate(type, bytes);
  if (object != nullptr || heap->failure() != AllocationFailure::kCage ||
      heap->has_own_place()) {
    return object;
  }
  heap->TrimFreePages(0);
  return heap->TryAllocate(type, bytes);
}

}  // namespace

void* Collector::AllocateCollecting(const TypeInfo& type, size_t bytes,
                                    const void* stack_pointer) {
  if (failure() == AllocationFailure::kStep) {
    AdvanceMarking(bytes, stack_pointer);
    void* const object = TryAllocate(type, bytes);
    if (object != nullptr) return object;
  }
  CheckMayCollect();
  const void* const scan = may_collect() ? stack_pointer : nullptr;
  if (may_collect() && failure() == AllocationFailure::kBudget) {
    CollectForBudget(bytes, scan, For::kAnyObject);
    void* const object = TryAllocate(type, bytes);
    if (object != nullptr) return object;
  }
  // A precise heap cannot collect here: the budget then only delays, and is for
  // an event loop to see to.
  if (IsLeftToTasks()) PostTask();
  const BudgetPause pause(this);
  void* object = TryAllocate(type, bytes);
  // What a cycle has marked so far need not be marked again.
  if (object == nullptr && may_collect() && cycle_ != nullptr) {
    RunCycle({.reason = "allocation", .sweeping = Sweeping::kLazy}, scan,
             PauseKind::kFinish);
    object = TryAllocate(type, bytes);
  }
  if (object == nullptr && may_collect()) {
    RunCycle({.reason = "last-resort"}, scan);
  }
  if (object == nullptr) object = TryAllocateTrimming(this, type, bytes);
  if (object == nullptr && failure() == AllocationFailure::kCage &&
      !has_own_place()) {
    // Other heaps of the thread may hold what has died.
    MakeRoomInCage(this, stack_pointer);
    object = TryAllocateTrimming(this, type, bytes);
  }
  if (object == nullptr && may_collect()) TakeLastSnapshot();
  if (object == nullptr) object = RetryAfterNearLimit(type, bytes, scan);
  if (object == nullptr) FailOutOfMemory(bytes);
  return object;
}

bool Collector::CollectIfDue(size_t bytes, size_t object_count) {
  const auto has_room = [=, this] { return HasRoomFor(bytes, object_count); };
  if (!MayMakeRoom() || (MayAllocate(bytes) && has_room())) return false;
  const size_t count = collection_count_;
  WithStackPointer(
      StackState::kMayContainHeapPointers,
      [=, this](const void* stack_pointer) {
        // Also where the budget is used up: nothing else bounds a cycle for as
        // long as tables are all that the program allocates.
        if (!MayAllocate(bytes) &&
            (cycle_ != nullptr || failure() == AllocationFailure::kStep)) {
          AdvanceMarking(bytes, stack_pointer);
        }
        if (collection_count_ == count && !MayAllocate(bytes) &&
            failure() == AllocationFailure::kBudget) {
          CollectForBudget(bytes, stack_pointer, For::kWeakTable);
        }
        // Of what a cycle has marked, much may be dead by now.
        if (cycle_ != nullptr && !has_room()) {
          RunCycle({.reason = "allocation", .sweeping = Sweeping::kLazy},
                   stack_pointer, PauseKind::kFinish);
        }
        if (!has_room()) {
          RunCycle({.reason = "last-resort"}, stack_pointer);
        }
      });
  return collection_count_ != count;
}

bool Collector::GetRoomFor(size_t bytes, size_t object_count) {
  return HasRoomFor(bytes, object_count) ||
         (options_.near_limit_callback && MayMakeRoom() &&
          AskForHigherLimit() && HasRoomFor(bytes, object_count));
}

// A cycle that marks beside the program and is late gets more once.
void Collector::CollectForBudget(size_t bytes, const void* stack_pointer,
                                 For what) {
  if (BeginLateMarking(bytes, what)) return;
  if (DelayCycle(bytes, what)) return;
  RunCycle({.reason = "allocation", .sweeping = Sweeping::kLazy}, stack_pointer,
           cycle_ != nullptr ? PauseKind::kFinish : PauseKind::kWhole);
}

// Where one large object jumps over all steps.
void Collector::TakeLastSnapshot() {
  if (!snapshots_.has_left() || is_in_snapshot_) return;
  const ScopedFlag flag(&is_in_snapshot_);
  snapshots_.Take(pacer_.live_bytes(), pacer_.EffectiveLimit());
  WriteAutomaticSnapshot(*this, SnapshotCause::kOutOfMemory, true);
}

// After a collection, also one for a signal that no allocation has answered.
void Collector::TakeDueSnapshot(StackState stack) {
  const bool is_asked_for = SignalCount() != signal_count_;
  const bool is_due =
      snapshots_.IsDue(pacer_.live_bytes(), pacer_.EffectiveLimit());
  if (is_in_snapshot_ || (!is_asked_for && !is_due)) return;
  const ScopedFlag flag(&is_in_snapshot_);
  signal_count_ = SignalCount();
  if (is_due) snapshots_.Take(pacer_.live_bytes(), pacer_.EffectiveLimit());
  WriteAutomaticSnapshot(
      *this, is_due ? SnapshotCause::kNearLimit : SnapshotCause::kSignal,
      stack == StackState::kMayContainHeapPointers);
}

// A heap with a precise stack takes it when it is collected.
void Collector::TakeSnapshotOfSignal() {
  if (is_in_snapshot_ || is_being_read() || is_in_pause_ ||
      is_in_destructor() || scopes_.disallow_depth != 0 || !may_collect()) {
    return;
  }
  signal_count_ = SignalCount();
  const ScopedFlag flag(&is_in_snapshot_);
  WriteAutomaticSnapshot(*this, SnapshotCause::kSignal, true);
}

size_t Collector::CallNearLimitCallback(size_t limit) {
  const ScopedFlag flag(&is_in_near_limit_callback_);
  // Where nothing collects, a heap near its limit needs what is given up.
  std::optional<ProgramCall> call;
  if (may_collect()) call.emplace();
  return options_.near_limit_callback(*owner_, limit);
}

// Returns whether it is higher now.
bool Collector::AskForHigherLimit() {
  const size_t limit = limit_bytes();
  const size_t raised = CallNearLimitCallback(limit);
  if (raised <= limit) return false;
  // A limit between two pages gives no room for any.
  set_limit_bytes(WholePages(raised));
  return true;
}

void* Collector::RetryAfterNearLimit(const TypeInfo& type, size_t bytes,
                                     const void* scan) {
  // What the callback itself asks for is no reason to call it.
  while (options_.near_limit_callback && !is_in_near_limit_callback_) {
    const bool is_raised = AskForHigherLimit();
    // The callback may have let go of objects instead.
    if (!is_raised && may_collect()) RunCycle({.reason = "near-limit"}, scan);
    void* const object = TryAllocateTrimming(this, type, bytes);
    if (object != nullptr || !is_raised) return object;
    // A higher limit does not make the cage larger.
    if (failure() != AllocationFailure::kLimit) return nullptr;
  }
  return nullptr;
}

void Collector::FailOutOfMemory(size_t bytes) {
  if (options_.out_of_memory_handler && !is_in_out_of_memory_handler_) {
    const ScopedFlag flag(&is_in_out_of_memory_handler_);
    options_.out_of_memory_handler(*owner_, bytes);
  }
  const SizeText wanted = FormatBytes(bytes);
  const SizeText used = FormatBytes(used_page_bytes());
  if (is_in_out_of_memory_handler_) {
    FatalLine(
        "out of memory: no room for an object of %s, which the out-of-memory "
        "handler itself has asked for; let it keep what it needs in memory of "
        "malloc()",
        wanted.c_str());
  }
  if (is_in_near_limit_callback_) {
    FatalLine(
        "out of memory: no room for an object of %s, which the near-limit "
        "callback itself has asked for; let it raise the limit, or let go of "
        "objects, without allocating",
        wanted.c_str());
  }
  // Of what dies in such a heap nothing is found by itself.
  const char* const hint =
      may_collect()
          ? ""
          : "; no allocation collects a heap that scans no stack, nor "
            "one in a NoGarbageCollectionScope: call Collect() or "
            "DoIdleWork() where none of its objects is in use";
  if (failure() == AllocationFailure::kLimit) {
    FatalLine(
        "out of memory: no room for an object of %s; heap %d uses %s of "
        "its limit of %s%s",
        wanted.c_str(), id_, used.c_str(), FormatBytes(limit_bytes()).c_str(),
        hint);
  }
  if (has_own_place()) {
    FatalLine(
        "out of memory: no room for an object of %s; heap %d is an image that "
        "uses %s, and its place in the cage is full: 'halfword image pack' "
        "gives what was saved a larger one",
        wanted.c_str(), id_, used.c_str());
  }
  FatalLine(
      "out of memory: no room for an object of %s; heap %d uses %s, and "
      "%s of the cage of %s are free%s",
      wanted.c_str(), id_, used.c_str(),
      FormatBytes(Cage::Get().free_bytes()).c_str(),
      FormatBytes(Cage::Get().capacity_bytes()).c_str(), hint);
}

void Collector::Enlist() {
  next_of_thread_ = first_of_thread;
  if (next_of_thread_ != nullptr) next_of_thread_->previous_of_thread_ = this;
  first_of_thread = this;
  if (current_allocation_handle == nullptr) current_allocation_handle = this;
  SetCountedRoomMaker(&MakeRoomInCage);
}

void Collector::Delist() {
  if (next_of_thread_ != nullptr) {
    next_of_thread_->previous_of_thread_ = previous_of_thread_;
  }
  if (previous_of_thread_ != nullptr) {
    previous_of_thread_->next_of_thread_ = next_of_thread_;
  } else if (first_of_thread == this) {
    first_of_thread = next_of_thread_;
  }
  if (current_allocation_handle == this) {
    current_allocation_handle = first_of_thread;
  }
}

bool Collector::AnyMarksBeside() { return marking_heap_count != 0; }

void Collector::UpdateBarrier() {
  const bool marks_beside = cycle_ != nullptr;
  if (marks_beside != is_counted_as_marking_) {
    is_counted_as_marking_ = marks_beside;
    marking_heap_count += marks_beside ? 1 : -1;
  }
  write_barrier_is_on = marks_beside || AnyMarksBeside();
}

bool Collector::IsOfThisThread(const AllocationHandle* handle) {
  const Collector* heap = first_of_thread;
  while (heap != nullptr && heap != handle) heap = heap->next_of_thread_;
  return handle == nullptr || heap != nullptr;
}

// Also one whose pages a snapshot's writer reads must not change.
bool Collector::MayMakeRoom() const {
  return may_collect() && scopes_.disallow_depth == 0 && !is_being_read() &&
         !is_in_pause_ && !is_in_destructor() && !is_in_near_limit_callback_;
}

void Collector::MakeRoomInCage() {
  CallWithSavedRegisters(nullptr, [](void*, const void* stack_pointer) {
    MakeRoomInCage(nullptr, stack_pointer);
  });
}

void Collector::MakeRoomInCage(const Collector* asking,
                               const void* stack_pointer) {
  for (Collector* heap = first_of_thread; heap != nullptr;
       heap = heap->next_of_thread_) {
    if (heap == asking || !heap->MayMakeRoom()) continue;
    heap->RunCycle({.reason = "last-resort"}, stack_pointer);
    heap->TrimFreePages(0);
  }
  // Also what destructors have released.
  GiveCountedPagesBack();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
