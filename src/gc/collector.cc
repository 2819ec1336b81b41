// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A cycle from beginning to end, and what is reported of it. The parts are
// elsewhere: marking in marker.cc, sweeping in src/heap/sweep.cc. What an
// allocation does when there is no room is in limit.cc.

#include "gc/collector.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/error_line.h"
#include "base/options.h"
#include "base/random_seed.h"
#include "gc/marking/marking_cycle.h"
#include "gc/marking/parallel_marking.h"
#include "gc/marking/stack_scanner.h"
#include "gc/program_call.h"
#include "gc/scoped_flag.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/checks.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

int NextHeapId() {
  static std::atomic<int> last{0};
  return last.fetch_add(1) + 1;
}

size_t LimitOf(const HeapOptions& options) {
  if (options.max_heap_bytes != 0) return options.max_heap_bytes;
  const uint64_t from_environment = GetProcessOptions().max_heap_bytes;
  if (from_environment != 0) return from_environment;
  return SIZE_MAX;
}

#ifndef HALFWORD_VERIFY
#define HALFWORD_VERIFY 0
#endif
// Objects that are marked before helpers are woken: less than a millisecond's,
// and of more than a helper takes to wake up.
constexpr size_t kMarkedAloneCount = 1 << 15;
// A heap of less is marked alone, in a millisecond or two: the first helper of
// a process costs it a thread, whose stack and room in malloc are 20 KiB.
constexpr size_t kMarkedAloneBytes = 2 << 20;
// After so many looks at what other threads hold since, a pause keeps their
// lock while it marks that.
constexpr int kLateLooksMax = 4;

constexpr bool kVerifyAfterCollection = HALFWORD_VERIFY != 0;

void ListenForSnapshotSignal() {
  [[maybe_unused]] static const bool is_listening = [] {
    const int signal = GetProcessOptions().snapshot_signal;
    if (signal == 0) return false;
    if (CountSignal(signal)) return true;
    PrintLine(
        "HALFWORD_OPTIONS: ignored 'snapshot-signal': the program uses that "
        "signal itself");
    return false;
  }();
}

}  // namespace

Collector::Collector(std::shared_ptr<Platform> platform, HeapOptions options,
                     std::unique_ptr<ChunkSource> source)
    : HeapCore(options.custom_spaces.size(), std::move(source)),
      platform_(std::move(platform)),
      options_(std::move(options)),
      handle_(*this),
      id_(NextHeapId()),
      hash_seed_(options_.hash_seed != 0 ? options_.hash_seed : RandomSeed()),
      marker_count_max_(MarkerCountMax(options_.marker_count_max)),
      stack_(CurrentThreadStackBounds()),
      task_share_(std::make_shared<TaskShare>(this)),
      snapshots_(GetProcessOptions().near_limit_snapshot_count),
      pacer_(this, &snapshots_, options_) {
  ListenForSnapshotSignal();
  set_limit_bytes(LimitOf(options_));
  pacer_.SetFirstBudget(options_.resource_constraints.initial_heap_size_bytes);
  Enlist();
  if (GetProcessOptions().track_allocations) StartTracking(*this);
}

Collector::~Collector() {
  HALFWORD_CHECK(!is_being_read(),
                 "a heap must not end in a Trace() that its Verify() calls, "
                 "nor while its snapshot is written");
  HALFWORD_CHECK(!is_in_pause_ && !is_in_destructor() && !is_in_prefinalizer_,
                 "a heap must not end inside its own collection, nor in a "
                 "destructor or a prefinalizer of one of its objects");
  HALFWORD_CHECK(
      !is_in_callback(),
      "a heap must not end inside one of its own callbacks, nor as it posts a "
      "task; who ends the process there calls std::_Exit(), since exit() ends "
      "static heaps");
  HALFWORD_CHECK(constructing_.begin() == constructing_.end(),
                 "a heap must not end in a constructor of one of its objects");
  HALFWORD_DCHECK(is_on_own_thread(),
                  "a heap ends on the thread that created it");
  AbandonMarking();
  ObserveAllocations(nullptr);
  for (auto& extension : extensions_) extension.reset();
  task_share_->collector = nullptr;
  is_in_pause_ = true;
  Delist();
  CloseRuns();
  FinishSweep();
  // Nothing is marked: every prefinalizer runs, every handle becomes null.
  prefinalizers_.Run();
  {
    const std::lock_guard<std::mutex> lock(CrossThreadRootMutex());
    for (auto& strength : roots_) {
      for (PersistentRegion& region : strength) {
        region.ForEach(PersistentRegion::Clear);
      }
    }
  }
  const std::vector<uintptr_t> held = held_objects_.Find(*this);
  DropEverything();
  ForgetHeldObjects(held);
}

// What still holds an object then finds that it does not.
void Collector::ForgetHeldObjects(const std::vector<uintptr_t>& objects) {
  HALFWORD_DCHECK(held_objects_.empty(),
                  "a ScopedMutableString with bytes in a heap ends before that "
                  "heap does");
  for (const uintptr_t object : objects) {
    ReleaseObject(reinterpret_cast<const void*>(object));
  }
}

void Collector::CheckMayCollect() const {
  HALFWORD_CHECK(scopes_.disallow_depth == 0,
                 "an allocation that needs a collection in a "
                 "DisallowGarbageCollectionScope");
}

bool Collector::may_collect() const {
  return options_.stack_support == StackSupport::kConservative &&
         scopes_.no_collection_depth == 0;
}

void Collector::Collect(const CollectOptions& options) {
  HALFWORD_CHECK(scopes_.disallow_depth == 0,
                 "a collection must not be asked for in a "
                 "DisallowGarbageCollectionScope");
  CheckMayChange();
  if (scopes_.no_collection_depth != 0) return;
  WithStackPointer(options.stack, [&](const void* stack_pointer) {
    RunCycle(options, stack_pointer);
  });
}

Collector::Recording Collector::CollectRecording(const CollectOptions& options,
                                                 RootRecord* record) {
  if (scopes_.no_collection_depth != 0 || scopes_.disallow_depth != 0) {
    return Recording::kForbidden;
  }
  // Also where what follows the cycle throws.
  struct Recorded {
    ~Recorded() { *place = nullptr; }
    RootRecord** place;
  } const recorded{&root_record_};
  root_record_ = record;
  has_recorded_ = false;
  Collect(options);
  return has_recorded_ ? Recording::kDone : Recording::kNoMemory;
}

double Collector::NowMs() const {
  return platform_->MonotonicallyIncreasingTime() * 1000;
}

bool Collector::sweeps_at_once(const CollectOptions& options) const {
  return options.sweeping == Sweeping::kAtomic ||
         options_.sweeping_support == SweepingType::kAtomic;
}

void Collector::RunCycle(const CollectOptions& options,
                         const void* stack_pointer, PauseKind kind) {
  if (stack_override_ == StackState::kNoHeapPointers) stack_pointer = nullptr;
  HALFWORD_CHECK(!is_verifying_,
                 "a collection must not be asked for in a Trace() that "
                 "Verify() calls");
  HALFWORD_CHECK(!is_in_pause_ && !is_in_destructor(),
                 "a collection must not be asked for inside another one, nor "
                 "from a destructor");
  HALFWORD_DCHECK(is_on_own_thread(),
                  "a heap collects on the thread that created it");
  // Helpers do not exist in the child of a fork.
  if (cycle_ != nullptr && !cycle_->is_of_this_process()) {
    kind = PauseKind::kWhole;
  }
  // What is unreachable now may have been marked before.
  if (kind == PauseKind::kWhole) AbandonMarking();
  const std::optional<CycleReport> report =
      RunPause(options, stack_pointer, kind);
  if (report.has_value()) AfterCycle(options, *report);
}

// Without a value: marking found no memory, and was undone.
std::optional<CycleReport> Collector::RunPause(const CollectOptions& options,
                                               const void* stack_pointer,
                                               PauseKind kind) noexcept {
  const double start_ms = NowMs();
  const ProgramCall call;
  CycleReport report;
  CycleRecord& record = report.record;
  record.mode = kind == PauseKind::kWhole ? "atomic"
                : cycle_->has_helpers()   ? "concurrent"
                                          : "incremental";
  if (kind == PauseKind::kFinish &&
      (!cycle_->StopHelpers() || stores_.has_lost())) {
    AbandonMarking();
    kind = PauseKind::kWhole;
  }
  is_in_pause_ = true;
  CloseRuns();
  report.bytes_before = live_bytes_estimate();
  FinishSweep();
  const double mark_start_ms = NowMs();
  record.sweep_ms = mark_start_ms - start_ms;
  is_marking_ = true;
  was_conservative_ = stack_pointer != nullptr;
  if (kind == PauseKind::kWhole) stores_.Reset();
  std::optional<Marker> whole;
  Marker* marker = nullptr;
  if (kind == PauseKind::kFinish) {
    marker = MarkerOfCycle();
    if (marker == nullptr) kind = PauseKind::kWhole;
  }
  if (marker == nullptr) {
    record.mode = "atomic";
    marker = MakeMarker(&whole);
  }
  {
    RootLock lock(CrossThreadRootMutex(), std::defer_lock);
    if (marker == nullptr || !Mark(marker, stack_pointer, &lock, &report)) {
      RefuseWithoutMemory();
      ForgetMarks();
      is_marking_ = false;
      is_in_pause_ = false;
      return std::nullopt;
    }
    record.mark_ms = NowMs() - mark_start_ms;
    ClearDeadWeakRoots();
    FreeEmptyRootBlocks();
  }
  record.weak_reference_count = marker->weak_reference_count();
  EndMarking();
  ++collections_of_thread;
  marker->SettleWeakReferences(&cleaning_, sharing());
  if (kind == PauseKind::kFinish) TakeAbandonedBack();
  LearnFromMarking(kind, *marker, &report);
  is_marking_ = false;
  left_backings_.RemoveDead(was_conservative_);
  prefinalizers_.Run();
  const double sweep_start_ms = NowMs();
  pacer_.NoteSwept();
  BeginSweep(marker->live_bytes(), cleaning_.empty() ? nullptr : &cleaning_);
  if (cycle_ != nullptr) ended_cycle_ = std::move(cycle_);
  UpdateBarrier();
  if (sweeps_at_once(options)) FinishSweep();
  const double end_ms = NowMs();
  record.sweep_ms += end_ms - sweep_start_ms;
  record.pause_ms = end_ms - start_ms;
  is_in_pause_ = false;
  return report;
}

// How long the next one will take.
void Collector::LearnFromMarking(PauseKind kind, const Marker& marker,
                                 CycleReport* report) {
  report->work_bytes = marker.work_bytes();
  if (kind == PauseKind::kFinish) {
    cycle_->Report(allocated_since_collection_bytes(), pacer_.marking_plan());
  } else {
    pacer_.NoteWholeMarking(report->work_ms, report->work_bytes);
  }
}

bool Collector::IsOnStack(const void* address) const {
  bool is_in_fake_frame = false;
  ForEachFakeFrame(
      address,
      [](void* context, const void*, const void*) {
        *static_cast<bool*>(context) = true;
      },
      &is_in_fake_frame);
  return is_in_fake_frame ||
         stack_.IsScanned(address, __builtin_frame_address(0));
}

// With all that helpers have found. Null: malloc has no memory for that, and
// the cycle is given up.
Marker* Collector::MarkerOfCycle() {
  try {
    cycle_->EnterPause();
    return &cycle_->marker();
  } catch (const std::bad_alloc&) {
    AbandonMarking();
    is_marking_ = true;
    return nullptr;
  }
}

// Null: malloc has no memory.
Marker* Collector::MakeMarker(std::optional<Marker>* place) {
  try {
    return &place->emplace(this, root_record_);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// False: malloc has no memory. What the program throws ends it, in the noexcept
// caller, where the error handler still finds what was thrown. The lock is
// taken once nothing is left that can be marked without: heaps of other threads
// collect meanwhile (design/marking.md#req.mark.lock).
bool Collector::Mark(Marker* marker, const void* stack_pointer, RootLock* lock,
                     CycleReport* report) {
  const double start_ms = MonotonicMs();
  try {
    // First, so that nothing traces an object that its constructor is filling.
    for (const void* object : constructing_) {
      marker->MarkUnderConstruction(object);
    }
    report->root_bytes = MarkRoots(marker, stack_pointer);
    if (cycle_ != nullptr) {
      MarkStores(marker);
      marker->FinishOwnWork(constructing_);
      ForgetAbandonedArrays();  // also those that helpers have found
    }
    // The child of a fork has no other threads.
    if (marker_count_max_ > 1 && used_page_bytes() >= kMarkedAloneBytes &&
        !marker->DrainSome(kMarkedAloneCount) && ProcessId() == process_) {
      ForEachPage([](PageIndex page) { RecordAt(page).marker = kNobody; });
      MarkWithHelpers(marker, *platform_, marker_count_max_ - 1);
    }
    marker->MarkReachable();
    lock->lock();
    for (int look = 1; PushLateRoots(marker); ++look) {
      // A program may bring some each time.
      const bool keeps_lock = look == kLateLooksMax;
      if (!keeps_lock) lock->unlock();
      marker->MarkReachable();
      if (!keeps_lock) lock->lock();
    }
    marker->Conclude();
    if (root_record_ != nullptr) RecordRoots(*marker);
    report->work_ms = MonotonicMs() - start_ms;
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

// A snapshot can do without; a heap that is full cannot go on.
void Collector::RefuseWithoutMemory() {
  if (root_record_ != nullptr) return;
  FatalLine(
      "malloc has no memory for what a collection notes: references that "
      "wait to be marked, weak references, ephemerons");
}

void Collector::ForgetMarks() {
  ForEachPage([](PageIndex page) {
    std::fill_n(MarkedBits(page), kPageBitmapWords, uint64_t{0});
  });
}

size_t Collector::MarkRoots(Marker* marker, const void* stack_pointer) {
  size_t root_bytes = 0;
  Roots(RootStrength::kStrong, RootThreads::kOwnThread)
      .ForEachAhead(
          [](const RootHandle* handle) {
            Marker::PrefetchRoot(handle->pointer);
          },
          [&](const RootHandle* handle) {
            marker->MarkRoot(handle->pointer);
            root_bytes += sizeof(RootHandle);
          });
  MarkRootsOfOtherThreads(marker, &root_bytes);
  held_objects_.ForEach(*this, [&](uintptr_t object) {
    marker->MarkRoot(reinterpret_cast<const void*>(object));
  });
  if (stack_pointer == nullptr) return root_bytes;
  // The main thread's grows when the program raises its limit.
  if (!stack_.Contains(stack_pointer) && is_on_own_thread()) {
    stack_ = AskForStackBounds();
  }
  StackBounds bounds = stack_;
  if (options_.stack_start_marker.has_value()) {
    const void* const start = options_.stack_start_marker->stack_start();
    // A heap may be used above its marker; then all is scanned.
    if (bounds.Contains(start) && stack_pointer <= start) bounds.start = start;
  }
  ScanStack(bounds, stack_pointer, marker);
  return root_bytes +
         static_cast<size_t>(static_cast<const char*>(bounds.start) -
                             static_cast<const char*>(stack_pointer));
}

// The lock is given up where there are many, and they are to be marked.
void Collector::MarkRootsOfOtherThreads(Marker* marker, size_t* root_bytes) {
  PersistentRegion& roots =
      Roots(RootStrength::kStrong, RootThreads::kAnyThread);
  RootLock lock(CrossThreadRootMutex());
  for (size_t block = 0; block < roots.block_count(); ++block) {
    roots.ForEachIn(block, [&](RootHandle* handle) {
      marker->PushRoot(handle->pointer);
      *root_bytes += sizeof(RootHandle);
    });
    if (!marker->has_many_roots()) continue;
    lock.unlock();
    marker->MarkRoots();
    lock.lock();
  }
}

// What other threads hold since: by a weak handle that they have locked.
// Returns whether there is any. Requires: the lock is held.
bool Collector::PushLateRoots(Marker* marker) {
  bool has_any = false;
  Roots(RootStrength::kStrong, RootThreads::kAnyThread)
      .ForEach([&](RootHandle* handle) {
        if (IsMarkedObject(handle->pointer)) return;
        marker->PushRoot(handle->pointer);
        has_any = true;
      });
  return has_any;
}

// Of weak handles those that are not about to be cleared.
// Requires: the lock has been held since they were marked.
void Collector::RecordRoots(const Marker& marker) {
  for (const RootStrength strength :
       {RootStrength::kStrong, RootStrength::kWeak}) {
    for (const RootThreads threads :
         {RootThreads::kOwnThread, RootThreads::kAnyThread}) {
      HandleList& list = root_record_->HandlesOf(strength, threads);
      Roots(strength, threads).ForEach([&](RootHandle* handle) {
        const uintptr_t object =
            SlotBegin(reinterpret_cast<uintptr_t>(handle->pointer));
        if (IsMarked(object)) list.Add(object, handle->location());
      });
      list.Close();
    }
  }
  held_objects_.ForEach(*this, [&](uintptr_t object) {
    root_record_->held.Add(object, SourceLocation());
  });
  root_record_->held.Close();
  root_record_->marking_bytes = marker.bytes_max();
  has_recorded_ = true;
}

void Collector::ClearDeadWeakRoots() {
  for (PersistentRegion& region :
       roots_[static_cast<int>(RootStrength::kWeak)]) {
    region.ForEach([](RootHandle* handle) {
      if (!IsMarkedObject(handle->pointer)) PersistentRegion::Clear(handle);
    });
  }
}

void Collector::FreeEmptyRootBlocks() {
  for (auto& strength : roots_) {
    for (PersistentRegion& region : strength) region.FreeEmptyBlocks();
  }
}

void Collector::AfterCycle(const CollectOptions& options,
                           const CycleReport& report) {
  ++collection_count_;
  const size_t allocated_bytes =
      report.bytes_before - std::min(report.bytes_before, pacer_.live_bytes());
  const size_t freed = pacer_.NoteCollection(
      {report.bytes_before, report.work_bytes, report.root_bytes});
  // What the cycle has noted is freed by the next steps.
  if (ended_cycle_ != nullptr) pacer_.PlanStep(0, MarkingPlan::kStepBytes);
  if (sweeps_at_once(options)) TrimFreePages(KeptFreeBytes());
  set_surplus_page_count(surplus_pages_.NoteCollection(
      resident_free_page_count(), KeptFreeBytes() / kPageBytes,
      allocated_bytes / kPageBytes, surplus_page_count()));
  UpdateShare();
  const CycleRecord record = Report(options, report.record, freed);
  if (kVerifyAfterCollection) {
    const VerifyReport found = Verify();
    HALFWORD_CHECK(found.ok(), found.findings.front().c_str());
  }
  ShareSweeping();
  PostTask();
  // Whoever asked for a record looks at the heap as it is now.
  if (root_record_ != nullptr) return;
  CallCycleCallback(record);
  CallLiveShareCallback();
  TakeDueSnapshot(options.stack);
}

void Collector::NoteAdoption() {
  pacer_.NoteAdoption();
  UpdateShare();
}

void Collector::CallLiveShareCallback() {
  const size_t live_bytes = pacer_.live_bytes();
  const size_t limit = pacer_.EffectiveLimit();
  // A threshold that is no number is never reached.
  const bool is_reached =
      static_cast<double>(live_bytes) >
      options_.live_share_threshold * static_cast<double>(limit);
  if (!options_.live_share_callback || is_in_live_share_callback_ ||
      !is_reached) {
    return;
  }
  // It may release references and collect, which is no reason to call it again.
  const ScopedFlag flag(&is_in_live_share_callback_);
  const ProgramCall call;
  options_.live_share_callback(*owner_, live_bytes, limit);
}

void Collector::FreeUnreferenced(void* object) noexcept {
  CheckMayChange();
  // As in a collection, prefinalizers must not allocate. They may free others.
  ++scopes_.disallow_depth;
  const bool was_in_prefinalizer = std::exchange(is_in_prefinalizer_, true);
  prefinalizers_.RunFor(object);
  is_in_prefinalizer_ = was_in_prefinalizer;
  --scopes_.disallow_depth;
  HALFWORD_DCHECK(IsLive(object), "a prefinalizer has freed its own object");
  // Only now: a prefinalizer may have had its page swept, with statistics, say,
  // and the sweep would have destroyed what is unmarked.
  Unmark(object);
  Free(object);
  UpdateShare();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
