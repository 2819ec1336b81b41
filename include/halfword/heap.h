// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Heap: a garbage-collected heap. It belongs to the thread that creates it; all
// heaps of a process share one cage.
//
//   std::unique_ptr<halfword::Heap> heap = halfword::Heap::Create();
//   halfword::Persistent<Node> root =
//       halfword::MakeGarbageCollected<Node>(heap->GetAllocationHandle());
//
// A collection runs inside an allocation, when the heap has grown enough since
// the last one, or when it is asked for. It marks from the roots (handles, and
// the thread's stack and registers, conservatively), clears weak references,
// and leaves sweeping to the allocations that follow.

#ifndef HALFWORD_HEAP_H_
#define HALFWORD_HEAP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfword/allocation_handle.h"
#include "halfword/custom_space.h"
#include "halfword/cycle_record.h"
#include "halfword/heap_statistics.h"
#include "halfword/platform.h"
#include "halfword/stack_state.h"

namespace halfword::inline HALFWORD_ABI {

struct ImageOptions;
class ImageStatus;
struct SaveOptions;

namespace internal {
class Collector;
struct TypeInfo;
}  // namespace internal

// kConservative scans the stack that the system gave the heap's thread, so a
// program that switches stacks by hand (fibers, makecontext) may allocate and
// collect on that one alone, and nothing may be held by the others alone.
// kPrecise: stacks are never scanned; every collection then needs a promise
// that no pointer is on the stack, so none runs inside an allocation, whatever
// it has grown to: Heap::Collect() and Heap::DoIdleWork() are that promise. The
// longer names are Oilpan's.
enum class StackSupport : unsigned char {
  kConservative,
  kPrecise,
  kSupportsConservativeStackScan = kConservative,
  kNoConservativeStackScan = kPrecise,
};

// Where marking may be done. kAtomic: in one pause. kIncremental: a heap whose
// marking would take a millisecond or more is marked in steps, by its own
// thread, while the program allocates. kIncrementalAndConcurrent: by threads of
// the platform, too, beside the program; a Trace() that is written by hand then
// runs on them, while the program changes the object, and must read nothing but
// Members and what the constructor has set for good.
// kAtomic sweeping makes every collection sweep at once; otherwise those inside
// allocations and idle work sweep lazily: as pages are needed, before the next
// cycle, in idle work and in tasks of the platform. kIncrementalAndConcurrent:
// so does a thread of the platform, pages of classes without destructors; these
// run on the heap's thread alone.
enum class MarkingType : unsigned char {
  kAtomic,
  kIncremental,
  kIncrementalAndConcurrent,
};
enum class SweepingType : unsigned char {
  kAtomic,
  kIncremental,
  kIncrementalAndConcurrent,
};

struct ResourceConstraints {
  // The first collection is due after at least so many bytes.
  size_t initial_heap_size_bytes = 0;
};

// Marks the beginning of the stack: made in the frame that runs the program's
// loop, above which no frame holds a pointer to a managed object.
class StackStartMarker {
 public:
  HALFWORD_ALWAYS_INLINE StackStartMarker()
      : stack_start_(__builtin_frame_address(0)) {}
  void* stack_start() const { return stack_start_; }

 private:
  void* stack_start_;
};

// kAtomic: all sweeping is done, and all destructors have run, when the
// collection returns. kLazy: pages are swept when they are needed.
enum class Sweeping : unsigned char { kAtomic, kLazy };

struct CollectOptions {
  StackState stack = StackState::kMayContainHeapPointers;
  // Shown by trace-gc; static storage.
  const char* reason = "explicit";
  Sweeping sweeping = Sweeping::kAtomic;
};

class Heap;

// Every field has an initializer, so that compilers do not warn of those that a
// designated initializer leaves out.
struct HeapOptions {
  static HeapOptions Default() { return {}; }

  // Spaces beside the default one; a type names its space by SpaceTrait.
  std::vector<std::unique_ptr<CustomSpaceBase>> custom_spaces = {};

  StackSupport stack_support = StackSupport::kConservative;
  MarkingType marking_support = MarkingType::kIncrementalAndConcurrent;
  SweepingType sweeping_support = SweepingType::kIncrementalAndConcurrent;
  // How many threads mark at a time, at most, that of the heap included; 0: as
  // many as there are processors, up to four. More than 64 are as 64, and 1: no
  // other thread ever runs a part of a collection. Helpers are asked of the
  // platform when a collection has marked some 30,000 objects and is not done;
  // a Trace() is then called on several threads at a time. As many also clear
  // dead weak references, where these are many, and move the references of an
  // image that is not at home; one sweeps after a lazy collection of 4 MiB or
  // more.
  size_t marker_count_max = 0;
  ResourceConstraints resource_constraints = {};
  // Where the scan of the stack ends; without it, where the stack does.
  std::optional<StackStartMarker> stack_start_marker = {};

  // The limit of pages in use; 0: that of HALFWORD_OPTIONS=max-heap, or else
  // what the cage has.
  size_t max_heap_bytes = 0;

  // The next collection is due after as many bytes of allocation as live, and
  // after at least this many; small heaps that hold something get up to four
  // and a half times as many, and those that hold next to nothing up to 3.5 MiB
  // less, so that they stay in the processor's cache.
  size_t growth_bytes_min = size_t{4} << 20;

  // Free pages hold memory of the system for what may be allocated until the
  // next collection, and for at least this many bytes. What is more goes back:
  // at once after a collection that sweeps at once, in idle time, and else
  // little by little as the program allocates, once it has allocated twice as
  // much without needing it. SIZE_MAX: only ReleaseFreeMemory() gives any back,
  // or a full cage does.
  size_t kept_free_bytes_min = 0;

  // Called after each collection, but for those that it asks for itself, when
  // the heap may be used as ever.
  std::function<void(Heap& heap, const CycleRecord& record)> cycle_callback =
      {};

  // What the hashes of this heap's tables depend on, for tests that repeat; 0:
  // a random number, so that no input can be made to collide.
  uint64_t hash_seed = 0;

  // Called when a collection of last resort has left too little room. Returns
  // the new limit, which is rounded up to whole pages; the present one,
  // SIZE_MAX if the heap has none, to give up, and to have the heap collected
  // if it has released references. It must not allocate.
  std::function<size_t(Heap& heap, size_t limit_bytes)> near_limit_callback =
      {};

  // Called when that did not help either. When it returns, the process is
  // aborted with one line; it may write that itself and call std::_Exit(), or
  // throw. What it allocates must find room: it is not called again for that.
  std::function<void(Heap& heap, size_t object_bytes)> out_of_memory_handler =
      {};

  // Called after a collection that leaves more than live_share_threshold of the
  // limit live, or of what the cage has if that is less. It may release
  // references and collect.
  double live_share_threshold = 0.8;
  std::function<void(Heap& heap, size_t live_bytes, size_t limit_bytes)>
      live_share_callback = {};
};

// What Heap::Verify() found; one line of text a finding.
struct VerifyReport {
  std::vector<std::string> findings;  // at most kFindingCountMax
  size_t object_count = 0;
  size_t reference_count = 0;

  static constexpr size_t kFindingCountMax = 100;
  bool ok() const { return findings.empty(); }
};

// Names a heap to functions that act on one (part of Oilpan's interface).
class HeapHandle {
 public:
  HeapHandle(const HeapHandle&) = delete;
  HeapHandle& operator=(const HeapHandle&) = delete;

 private:
  friend class Heap;
  friend class internal::Collector;
  explicit HeapHandle(internal::Collector& collector) : collector_(collector) {}
  internal::Collector& collector_;
};

class Heap {
 public:
  using StackState = EmbedderStackState;
  using StackSupport = halfword::StackSupport;
  using MarkingType = halfword::MarkingType;
  using SweepingType = halfword::SweepingType;
  using ResourceConstraints = halfword::ResourceConstraints;
  using HeapOptions = halfword::HeapOptions;

  // Errors: ends the process with one line if no cage can be reserved;
  // std::bad_alloc if there is no memory for the heap itself.
  static std::unique_ptr<Heap> Create(HeapOptions options = {});
  static std::unique_ptr<Heap> Create(std::shared_ptr<Platform> platform,
                                      HeapOptions options = {});

  // The same; but null, without a line, if there is no address space for a cage
  // or no memory for the heap itself: for a program that goes on, or ends in
  // its own way.
  static std::unique_ptr<Heap> TryCreate(HeapOptions options = {});

  // A heap whose objects are kept in a file: see halfword/image.h, which has
  // all of this. Null on an error, which *status tells, if it is not null.
  static std::unique_ptr<Heap> Open(const std::string& path,
                                    ImageOptions options,
                                    ImageStatus* status = nullptr);
  static std::unique_ptr<Heap> Open(const std::string& path);

  // Makes the present state of an image durable. Objects that nothing reaches
  // may be saved with the others. Cost: of finding and writing what changed.
  ImageStatus Save(const SaveOptions& options);
  ImageStatus Save();

  // Waits until the check behind an image that was opened with
  // ImageCheck::kBehind has ended: kDamaged, if a page is. Where there is no
  // such check all is well at once.
  ImageStatus FinishCheck();

  // Ends the connection to the image's file: what was saved last is what it
  // holds. The heap goes on without it. A check behind it is given up. The
  // destructor does the same, and tells nobody how it went.
  ImageStatus Close();

  // Objects of an image by name. Requires: the heap has an image.
  // SetRoot: null: forgets the name. The object is kept alive. A pointer to a
  // base or a mixin stands for the whole object; any other address, or one of
  // another heap, ends the process.
  // GetRoot: null: none. Ends the process if the object is of another class. T
  // may be a base or a mixin of its class.
  // HasRoot: whether there is one, and GetRoot<T>() may be asked for it.
  template <typename T>
  void SetRoot(std::string_view name, T* object);
  template <typename T>
  T* GetRoot(std::string_view name);
  template <typename T>
  bool HasRoot(std::string_view name) const;
  std::vector<std::string> RootNames() const;

  // Destroys every object, whether something refers to it or not; handles to
  // them become null. Destructors run, prefinalizers before them.
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // Collects now, completely.
  // Requires: not called from a destructor, a Trace() or a weak callback.
  void Collect(const CollectOptions& options = {});

  // For a program that has nothing to do for so long: goes on with sweeping and
  // with marking, and begins a collection that is nearly due (three quarters of
  // what may be allocated between two are). Returns whether nothing is left
  // that is worth such a time, so that it need not be called again before the
  // program has run. false: time is over, or other threads are at work.
  // stack_state: kNoHeapPointers: a promise that no pointer to a managed object
  // is in a frame or register. A heap with a precise stack takes every call for
  // that promise.
  // Cost: time_ms, and at most what a step takes more: a third of a
  // millisecond, a page's destructors, or the pause at the end of a collection;
  // in a heap with a precise stack a whole one that is due, where all is marked
  // in pauses.
  // Requires: not called in a collection nor from a destructor.
  bool DoIdleWork(double time_ms,
                  StackState stack_state = StackState::kMayContainHeapPointers);

  // Oilpan's name for it. trace-gc shows the reason; the source is not kept.
  void ForceGarbageCollectionSlow(
      const char* source, const char* reason,
      StackState stack_state = StackState::kMayContainHeapPointers);

  AllocationHandle& GetAllocationHandle();
  HeapHandle& GetHeapHandle();

  HeapStatistics CollectStatistics(HeapStatistics::DetailLevel detail);

  // Checks everything that can be checked: references in bounds and to live
  // slots of the right type and heap, gaps between listed fields, free runs,
  // bitmaps, page records, bins, handles. In a destructor, prefinalizer, weak
  // callback or Trace() it finds only that it was called there.
  // Cost: some times that of a collection.
  VerifyReport Verify();

  // The limit of pages in use. SIZE_MAX: none but the cage. No number is
  // special: with 0 the heap takes no page more.
  size_t limit_bytes() const;
  void set_limit_bytes(size_t bytes);

  // Gives memory of free pages back to the system.
  void ReleaseFreeMemory();

  // Distinguishes heaps of one process: 1, 2, ...
  int id() const;

 private:
  explicit Heap(std::unique_ptr<internal::Collector> collector);

  void SetRootObject(std::string_view name, const void* object,
                     const internal::TypeInfo& type);
  void* GetRootObject(std::string_view name, const internal::TypeInfo& type);
  bool HasRootObject(std::string_view name,
                     const internal::TypeInfo& type) const;

  const std::unique_ptr<internal::Collector> collector_;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_H_
