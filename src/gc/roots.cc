// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the handles of public headers call: nodes come from the region of the
// object's heap.

#include <mutex>
#include <new>
#include <type_traits>

#include "base/error_line.h"
#include "base/fork_locks.h"
#include "gc/collector.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/persistent_node.h"
#include "halfword/liveness_broker.h"
#include "halfword/type_casting.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

void AcquireNode(RootHandle* handle, RootStrength strength,
                 RootThreads threads) {
  HeapCore* const heap = IsInCage(handle->pointer)
                             ? CollectedHeapOf(RecordOf(handle->pointer))
                             : nullptr;
  HALFWORD_CHECK(heap != nullptr,
                 "a Persistent refers to objects made by "
                 "MakeGarbageCollected(); this pointer is none");
  auto* const collector = static_cast<Collector*>(heap);
  [[maybe_unused]] const bool is_own = collector->is_on_own_thread();
  HALFWORD_DCHECK(threads == RootThreads::kAnyThread || is_own,
                  "a Persistent is used on the thread of its object's heap; "
                  "use CrossThreadPersistent on others");
  HALFWORD_DCHECK(!is_own || collector->IsLive(handle->pointer),
                  "a Persistent refers to objects that live; this one is dead");
  try {
    collector->Roots(strength, threads).Take(handle);
  } catch (const std::bad_alloc&) {
    // It would refer to what no collection knows of.
    __atomic_store_n(&handle->pointer, nullptr, __ATOMIC_RELEASE);
    throw;
  }
}

void ReleaseNode(RootHandle* handle) { PersistentRegion::GiveBack(handle); }

bool AreInOneHeap(const void* a, const void* b) {
  if (!IsInCage(b) || RecordOf(a).heap != RecordOf(b).heap) return false;
  HALFWORD_DCHECK(static_cast<HeapCore*>(RecordOf(b).heap)->IsLive(b),
                  "a Persistent refers to objects that live; this one is dead");
  return true;
}

bool IsOnThreadOf(const void* object) {
  return static_cast<const Collector*>(RecordOf(object).heap)
      ->is_on_own_thread();
}

std::mutex& CrossThreadRootMutex() {
  // Never destroyed: static handles of the program may be destroyed after it.
  static constinit std::mutex mutex;
  static_assert(std::is_trivially_destructible_v<std::mutex>);
  HoldWhileForking(ForkLock::kHandles, &mutex);
  return mutex;
}

bool IsMarkedObject(const void* address) {
  const uintptr_t object = SlotBegin(reinterpret_cast<uintptr_t>(address));
  return object != 0 && IsMarked(object);
}

void RefuseCast(const TypeInfo& type) {
  FatalLine(
      "%s has a hand-written Trace and lists no bases, so Is<>, DynamicTo<> "
      "and To<> cannot tell what it is; add HALFWORD_BASES(class, base) to it "
      "and to its bases",
      type.name);
}

const TypeInfo& SharedTypeOf(const PageRecord& record, const void* object) {
  if (record.kind == PageKind::kLargeTail) {
    const auto address = reinterpret_cast<uintptr_t>(object);
    return *RecordAt(PageIndexOf(address) - record.run_pages).type;
  }
  HALFWORD_DCHECK(record.kind == PageKind::kSlots,
                  "casts by type need the address of a managed object");
  return TypeRegistry::TypeById(
      SharedTypeId(record, reinterpret_cast<uintptr_t>(object)));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
