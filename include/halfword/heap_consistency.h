// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapConsistency: write barriers for references that no Member stores; and
// scopes in which a heap does not collect.
//
//   {
//     halfword::subtle::NoGarbageCollectionScope scope(heap->GetHeapHandle());
//     ... objects that only a host table refers to are being moved ...
//   }
//
// Scopes nest, and each kind may be entered and left by hand.
// Threads: the heap's own.

#ifndef HALFWORD_HEAP_CONSISTENCY_H_
#define HALFWORD_HEAP_CONSISTENCY_H_

#include <cstddef>

#include "halfword/heap.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/write_barrier.h"
#include "halfword/member.h"
#include "halfword/trace_trait.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

enum class WriteBarrierType : unsigned char { kNone, kMarking, kGenerational };

// Passed from the question for the barrier to the barrier.
struct WriteBarrierParams {
  WriteBarrierType type = WriteBarrierType::kNone;
};

}  // namespace internal

namespace subtle {

// For a store of a reference that is not made through a Member: ask which
// barrier it needs, and call that after the store.
//
//   HeapConsistency::WriteBarrierParams params;
//   if (HeapConsistency::GetWriteBarrierType(slot, value, params) ==
//       HeapConsistency::WriteBarrierType::kMarking) {
//     HeapConsistency::DijkstraWriteBarrier(params, value);
//   }
//
// The answer is kMarking while the thread's heap marks outside a pause, and
// kNone otherwise.
// There are no generations: kGenerational is never answered, and its barriers
// do nothing.
// Threads: the heap's own. Cost: one test of a thread-local flag.
class HeapConsistency final {
 public:
  HeapConsistency() = delete;

  using WriteBarrierType = internal::WriteBarrierType;
  using WriteBarrierParams = internal::WriteBarrierParams;

  // The slot lies in a managed object; the value may point into the middle of
  // one.
  static WriteBarrierType GetWriteBarrierType(const void* slot,
                                              const void* value,
                                              WriteBarrierParams& params) {
    static_cast<void>(slot);
    return TypeFor(internal::RawPointer(value), params);
  }
  template <typename T, typename... Policies>
  static WriteBarrierType GetWriteBarrierType(
      const internal::BasicMember<T, Policies...>& member,
      WriteBarrierParams& params) {
    return TypeFor(member.GetRawStorage(), params);
  }
  // The slot may lie anywhere. The callback would give the heap, which the
  // flag of the thread stands for.
  template <typename HeapHandleCallback>
  static WriteBarrierType GetWriteBarrierType(const void* slot,
                                              WriteBarrierParams& params,
                                              HeapHandleCallback callback) {
    static_cast<void>(callback);
    return TypeFor(internal::RawPointer(slot), params);
  }
  static WriteBarrierType GetWriteBarrierType(const void* value,
                                              WriteBarrierParams& params) {
    return TypeFor(internal::RawPointer(value), params);
  }

  // Has the object marked. It may be given by a pointer into its middle.
  static void DijkstraWriteBarrier(const WriteBarrierParams& params,
                                   const void* object) {
    if (IsMarking(params)) internal::ObjectBarrier(object);
  }

  // Has each element traced; they lie in a managed object.
  static void DijkstraWriteBarrierRange(const WriteBarrierParams& params,
                                        const void* first_element,
                                        size_t element_bytes,
                                        size_t element_count,
                                        TraceCallback trace_callback) {
    if (IsMarking(params)) {
      internal::RangeBarrier(first_element, element_bytes, element_count,
                             trace_callback);
    }
  }

  // Has an object traced again that may have been traced before; once its
  // constructor is done. It may be given by a pointer into its middle.
  static void SteeleWriteBarrier(const WriteBarrierParams& params,
                                 const void* object) {
    if (IsMarking(params)) internal::RetraceBarrier(object);
  }

  static void GenerationalBarrier(const WriteBarrierParams&, const void*) {}
  static void GenerationalBarrierForUncompressedSlot(const WriteBarrierParams&,
                                                     const void*) {}
  static void GenerationalBarrierForSourceObject(const WriteBarrierParams&,
                                                 const void*) {}

 private:
  template <typename Storage>
  static WriteBarrierType TypeFor(Storage value, WriteBarrierParams& params) {
    params.type = internal::write_barrier_is_on && !value.IsCleared() &&
                          !value.IsSentinel()
                      ? WriteBarrierType::kMarking
                      : WriteBarrierType::kNone;
    return params.type;
  }
  static bool IsMarking(const WriteBarrierParams& params) {
    HALFWORD_DCHECK(params.type == WriteBarrierType::kMarking,
                    "ask GetWriteBarrierType() whether this barrier is due");
    return params.type == WriteBarrierType::kMarking;
  }
};

// To ask for a collection in here, or to allocate where one would be due, ends
// the process: for code that must not be interrupted by one. Debug builds end
// it at any allocation.
class [[nodiscard]] DisallowGarbageCollectionScope final {
 public:
  static bool IsGarbageCollectionAllowed(HeapHandle& heap);
  static void Enter(HeapHandle& heap);
  // Requires: entered.
  static void Leave(HeapHandle& heap);

  explicit DisallowGarbageCollectionScope(HeapHandle& heap) : heap_(heap) {
    Enter(heap_);
  }
  ~DisallowGarbageCollectionScope() { Leave(heap_); }
  DisallowGarbageCollectionScope(const DisallowGarbageCollectionScope&) =
      delete;
  DisallowGarbageCollectionScope& operator=(
      const DisallowGarbageCollectionScope&) = delete;

 private:
  HeapHandle& heap_;
};

// Collections that are asked for in here do nothing, and allocations go on
// beyond the budget, up to the heap's limit: out of room, they are answered as
// in a heap without stack scanning.
class [[nodiscard]] NoGarbageCollectionScope final {
 public:
  static void Enter(HeapHandle& heap);
  // Requires: entered.
  static void Leave(HeapHandle& heap);

  explicit NoGarbageCollectionScope(HeapHandle& heap) : heap_(heap) {
    Enter(heap_);
  }
  ~NoGarbageCollectionScope() { Leave(heap_); }
  NoGarbageCollectionScope(const NoGarbageCollectionScope&) = delete;
  NoGarbageCollectionScope& operator=(const NoGarbageCollectionScope&) = delete;

 private:
  HeapHandle& heap_;
};

}  // namespace subtle
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_CONSISTENCY_H_
