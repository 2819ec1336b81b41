// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Collector: a heap with roots and cycles. It is what stands behind
// halfword::Heap.
//
// A cycle, all of it in one pause on the heap's thread:
//
//   close runs, sweep what is left   so that allocated is true, marked clear
//   mark                             roots, stack, all that they reach
//   settle weak references           slots, callbacks, weak handles
//   prefinalizers                    of dead objects, newest first
//   begin sweeping                   pages wait for allocation to sweep them
//
// Threads: the heap's own, but for the cross-thread regions.

#ifndef HALFWORD_GC_COLLECTOR_H_
#define HALFWORD_GC_COLLECTOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/signal_count.h"
#include "base/stack.h"
#include "gc/growth.h"
#include "gc/held_objects.h"
#include "gc/marker.h"
#include "gc/persistent_region.h"
#include "gc/prefinalizer_list.h"
#include "gc/process.h"
#include "gc/snapshot_schedule.h"
#include "halfword/heap.h"
#include "halfword/internal/heap_extension.h"
#include "halfword/internal/write_barrier.h"
#include "heap/heap_core.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct VerifyFilter;

// What a cycle took, for statistics and trace-gc.
struct CycleReport {
  size_t bytes_before = 0;  // live and dead
  size_t root_bytes = 0;    // of stack and handles
  double mark_ms = 0;
  double sweep_ms = 0;  // inside the pause
  double pause_ms = 0;
};

// How deep the program is in scopes of heap_consistency.h, and whether a
// snapshot of the heap is being written.
struct ScopeDepths {
  int disallow_depth = 0;
  int no_collection_depth = 0;
  int snapshot_depth = 0;
};

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

  // Whether the caller runs on the thread that created the heap. What tells
  // threads apart is the address of a variable that each has for itself.
  bool is_on_own_thread() const { return thread_ == &write_barrier_is_on; }

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

  // Requires: the object lives in this heap, nothing refers to it, and no
  // collection is running.
  void FreeUnreferenced(void* object) noexcept;

  PersistentRegion& Roots(RootStrength strength, RootThreads threads) {
    return roots_[static_cast<int>(strength)][static_cast<int>(threads)];
  }

  void BeginConstruction(void* object) { constructing_.push_back(object); }
  void EndConstruction(const void* object);
  PrefinalizerList& prefinalizers() { return prefinalizers_; }
  HeldObjects& held_objects() { return held_objects_; }

  // The write barrier's buffer: addresses of slots stored to while marking.
  void NoteStore(const void* slot) { stored_slots_.push_back(slot); }
  const std::vector<const void*>& stored_slots() const { return stored_slots_; }
  // Parts of objects that are to be traced, traced before or not.
  void NoteElement(const void* element, TraceCallback callback) {
    stored_elements_.push_back({element, callback});
  }
  const std::vector<TraceDescriptor>& stored_elements() const {
    return stored_elements_;
  }
  // Objects to which a reference was stored in no slot of a word.
  void NoteObject(const void* object) { stored_objects_.push_back(object); }
  const std::vector<const void*>& stored_objects() const {
    return stored_objects_;
  }

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

  // Gives the program's event loop a task that finishes sweeping, if there is
  // one and sweeping is not finished.
  void PostSweepTask();

  // Collects every heap of the calling thread that may be collected here, and
  // gives their free pages to the cage: counted objects have no room.
  static void MakeRoomInCage();

  // Whether it is null or a heap of the calling thread.
  static bool IsOfThisThread(const AllocationHandle* handle);

  std::unique_ptr<HeapExtension>& extension(ExtensionIndex index) {
    return extensions_[static_cast<int>(index)];
  }

  // Handles and the like are used by this thread alone.
  template <typename Function>
  void ForEachOwnRoot(RootStrength strength, Function function) {
    Roots(strength, RootThreads::kOwnThread).ForEach(function);
  }

  // Writes a snapshot if a signal asked for one and one can be taken here.
  void TakeRequestedSnapshot() {
    if (__builtin_expect(SignalCount() != signal_count_, false)) {
      TakeSnapshotOfSignal();
    }
  }

  Growth& growth() { return growth_; }
  HeapHandle& handle() { return handle_; }
  uint64_t hash_seed() const { return hash_seed_; }
  int id() const { return id_; }
  bool is_in_pause() const { return is_in_pause_; }
  bool is_marking() const { return is_marking_; }
  bool was_conservative() const { return was_conservative_; }
  ScopeDepths& scopes() { return scopes_; }
  // What tests have every collection believe of the stack.
  std::optional<StackState>& stack_override() { return stack_override_; }
  bool is_in_near_limit_callback() const { return is_in_near_limit_callback_; }
  size_t collection_count() const { return collection_count_; }

 private:
  friend struct CollectorTestPeer;
  friend class Verifier;

  // stack_pointer null: the stack holds no pointers.
  void RunCycle(const CollectOptions& options, const void* stack_pointer);
  // An exception of a Trace(), a weak callback, a prefinalizer or a destructor
  // ends the process: half a collection leaves no heap to go on with.
  std::optional<CycleReport> RunPause(const CollectOptions& options,
                                      const void* stack_pointer) noexcept;
  // Returns how many bytes of roots there were.
  size_t MarkRoots(Marker* marker, const void* stack_pointer);
  bool Mark(std::optional<Marker>* marker, const void* stack_pointer,
            size_t* root_bytes);
  void RecordRoots(const Marker& marker);
  void ForgetMarks();
  void ForgetHeldObjects(const std::vector<uintptr_t>& objects);
  void ClearDeadWeakRoots();
  void FreeEmptyRootBlocks();
  void AfterCycle(const CollectOptions& options, const CycleReport& report);
  void CallLiveShareCallback();
  size_t EffectiveLimit() const;
  void TakeDueSnapshot(StackState stack);
  void TakeSnapshotOfSignal();
  void TakeLastSnapshot();
  void TraceCycle(const CollectOptions& options, const CycleReport& report,
                  size_t freed_bytes) const;
  size_t CallNearLimitCallback(size_t limit);
  void* RetryAfterNearLimit(const TypeInfo& type, size_t bytes,
                            const void* stack_pointer);
  [[noreturn]] void FailOutOfMemory(size_t bytes);
  bool may_collect() const;
  bool sweeps_at_once(const CollectOptions& options) const;
  double NowMs() const;
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
  const void* const thread_ = &write_barrier_is_on;
  Collector* next_of_thread_ = nullptr;
  StackBounds stack_;  // as far as it was when last asked
  Growth growth_;

  PersistentRegion roots_[2][2];  // by RootStrength and RootThreads
  std::vector<void*> constructing_;
  PrefinalizerList prefinalizers_;
  HeldObjects held_objects_;
  std::unique_ptr<HeapExtension> extensions_[kExtensionCount];
  HeapShare share_;
  std::vector<const void*> stored_slots_;
  std::vector<const void*> stored_objects_;
  std::vector<TraceDescriptor> stored_elements_;
  // Alive as long as this, for tasks that come to run later.
  std::shared_ptr<Collector*> self_;

  SnapshotSchedule snapshots_;
  uint32_t signal_count_ = SignalCount();  // as far as it was answered
  bool is_in_snapshot_ = false;
  RootRecord* root_record_ = nullptr;  // of the cycle that is asked for
  bool has_recorded_ = false;          // it is complete
  ScopeDepths scopes_;
  std::optional<StackState> stack_override_;
  bool is_in_pause_ = false;
  bool is_marking_ = false;
  bool was_conservative_ = false;  // the last collection
  bool is_in_near_limit_callback_ = false;
  bool is_in_live_share_callback_ = false;
  bool has_posted_task_ = false;
  size_t collection_count_ = 0;
  size_t live_bytes_ = 0;
  double pause_ms_last_ = 0;
  double pause_ms_max_ = 0;
  double pause_ms_total_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_COLLECTOR_H_
