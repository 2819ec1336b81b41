// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The out-of-line end of MakeGarbageCollected().
//
// The frames of AllocateOutOfLine() are shallow on purpose: when a collection
// is needed, the registers are saved from here, so that the scan begins at this
// frame and sees none of the collector's.

#include "halfword/allocation.h"

#include "base/stack.h"
#include "gc/collector.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

Collector& CollectorOf(AllocationHandle& handle) {
  return static_cast<Collector&>(handle);
}

struct Request {
  Collector* collector;
  const TypeInfo* type;
  size_t bytes;
  void* object;
};

}  // namespace

void* Allocator::AllocateOutOfLine(AllocationHandle& handle,
                                   const TypeInfo& type, size_t bytes) {
  Collector& collector = CollectorOf(handle);
  // All buffers are empty in a pause, so that every allocation comes here.
  // Destructors, which may run outside of one, are told by TryAllocate().
  HALFWORD_CHECK(!collector.is_in_pause() || collector.is_in_destructor(),
                 "Trace(), weak callbacks and prefinalizers must not allocate "
                 "in the heap");
  void* const object = collector.TryAllocate(type, bytes);
  if (__builtin_expect(object != nullptr, true)) return object;
  Request request{&collector, &type, bytes, nullptr};
  CallWithSavedRegisters(
      &request, [](void* context, const void* stack_pointer) {
        auto* const call = static_cast<Request*>(context);
        call->object = call->collector->AllocateCollecting(
            *call->type, call->bytes, stack_pointer);
      });
  return request.object;
}

void Allocator::BeginConstruction(AllocationHandle& handle, void* object) {
  CollectorOf(handle).BeginConstruction(object);
}

void Allocator::EndConstruction(AllocationHandle& handle, void* object) {
  CollectorOf(handle).EndConstruction(object);
}

void Allocator::Abandon(AllocationHandle& handle, void* object) {
  CollectorOf(handle).ForgetPrefinalizers(object);
  CollectorOf(handle).Abandon(object);
}

void RegisterPrefinalizer(void* object, PrefinalizerCallback callback) {
  HALFWORD_CHECK(IsInCage(object),
                 "an object with a prefinalizer is made by "
                 "MakeGarbageCollected()");
  static_cast<Collector*>(RecordOf(object).heap)
      ->AddPrefinalizer(object, callback);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
