// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The out-of-line end of MakeGarbageCollected().
//
// The frames of AllocateOutOfLine() are shallow on purpose: when a collection
// is needed, the registers are saved from here, so that the scan begins at this
// frame and sees none of the collector's.

#include "halfword/allocation.h"

#include <mutex>

#include "base/error_line.h"
#include "base/stack.h"
#include "gc/collector.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/persistent_node.h"
#include "halfword/type_casting.h"
#include "heap/memory_debug.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

Collector& CollectorOf(AllocationHandle& handle) {
  return static_cast<Collector&>(handle);
}

#if HALFWORD_DCHECK_ENABLED
// A handle that a constructor made before it threw would refer to the next
// object in this place. Members are not looked at: that would be a search
// through the heap.
void CheckNoHandleRefersTo(Collector& collector, const void* object) {
  const auto begin = reinterpret_cast<uintptr_t>(object);
  const size_t bytes = SlotBytes(RecordOf(object));
  // Other threads make and drop their handles meanwhile.
  const std::lock_guard<std::mutex> lock(CrossThreadRootMutex());
  for (const auto strength : {RootStrength::kStrong, RootStrength::kWeak}) {
    for (const auto threads :
         {RootThreads::kOwnThread, RootThreads::kAnyThread}) {
      collector.Roots(strength, threads).ForEach([&](RootHandle* handle) {
        if (reinterpret_cast<uintptr_t>(handle->pointer) - begin >= bytes) {
          return;
        }
        FatalLine(
            "a constructor of %s threw, and the handle made at %s still refers "
            "to the object; clear it before the exception leaves",
            ObjectText(object).c_str(), handle->location().ToString().c_str());
      });
    }
  }
}
#endif

}  // namespace

void* Allocator::AllocateOutOfLine(AllocationHandle& handle,
                                   const TypeInfo& type, size_t bytes) {
  Collector& collector = CollectorOf(handle);
  // All buffers are empty in a pause and as the heap is verified, so that every
  // allocation comes here. Destructors, which may run outside of a pause, are
  // told by TryAllocate().
  HALFWORD_CHECK((!collector.is_in_pause() && !collector.is_in_prefinalizer() &&
                  !collector.is_verifying()) ||
                     collector.is_in_destructor(),
                 "Trace(), weak callbacks and prefinalizers must not allocate "
                 "in the heap");
  CheckAllocation(handle);
  collector.TakeRequestedSnapshot();
  void* const next = collector.TryAllocateInNextRun(type, bytes);
  if (__builtin_expect(next != nullptr, true)) return next;
  void* const object = collector.TryAllocate(type, bytes);
  collector.UpdateShare();
  if (__builtin_expect(object != nullptr, true)) {
    NotePlace(handle, object);
    return object;
  }
  // The last that is done here: above the stack pointer is then the frame of
  // the program's function that wants the object, and no unused word of this
  // one.
  return CallWithSavedRegisters(
      &collector,
      [](void* heap, const void* stack_pointer, const void* wanted,
         size_t wanted_bytes) {
        auto* const self = static_cast<Collector*>(heap);
        void* const made = self->AllocateCollecting(
            *static_cast<const TypeInfo*>(wanted), wanted_bytes, stack_pointer);
        self->UpdateShare();
        NotePlace(*self, made);
        return made;
      },
      &type, bytes);
}

void Allocator::NotePlace([[maybe_unused]] const AllocationHandle& handle,
                          [[maybe_unused]] void* object) {
#if HALFWORD_MEMORY_DEBUG
  DebugOf(RecordOf(object), object).made_at = handle.place_;
#endif
}

void Allocator::CheckAllocation([[maybe_unused]] AllocationHandle& handle) {
  HALFWORD_DCHECK(CollectorOf(handle).is_on_own_thread(),
                  "a heap allocates on the thread that created it");
  CollectorOf(handle).CheckMayChange();
  HALFWORD_DCHECK(
      CollectorOf(handle).scopes().disallow_depth == 0,
      "a DisallowGarbageCollectionScope, a prefinalizer and Equal() of "
      "HashTraits must not allocate in the heap");
  HALFWORD_DCHECK(!CollectorOf(handle).is_in_near_limit_callback(),
                  "the near-limit callback must not allocate in the heap; it "
                  "may release references or raise the limit");
  HALFWORD_DCHECK(
      !CollectorOf(handle).is_in_destructor(),
      "a destructor must not allocate in the heap: allocate after the "
      "collection, or what it needs before the object dies");
}

void Allocator::BeginConstruction(AllocationHandle& handle, void* object) {
  try {
    CollectorOf(handle).BeginConstruction(object);
  } catch (const std::bad_alloc&) {
    Abandon(handle, object);  // no constructor will run
    throw;
  }
}

void Allocator::EndConstruction(const void* object) {
  static_cast<Collector*>(RecordOf(object).heap)->EndConstruction(object);
}

void Allocator::Abandon(AllocationHandle& handle, void* object) {
#if HALFWORD_DCHECK_ENABLED
  CheckNoHandleRefersTo(CollectorOf(handle), object);
#endif
  CollectorOf(handle).AbandonObject(object);
}

void RefuseDelete() noexcept {
  FatalLine(
      "a managed object must not be deleted: the collector destroys it "
      "when nothing refers to it");
}

void RegisterPrefinalizer(void* object, PrefinalizerCallback callback) {
  HeapCore* const heap =
      IsInCage(object) ? CollectedHeapOf(RecordOf(object)) : nullptr;
  HALFWORD_CHECK(heap != nullptr,
                 "an object with a prefinalizer is made by "
                 "MakeGarbageCollected()");
  static_cast<Collector*>(heap)->prefinalizers().Add(object, callback);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
