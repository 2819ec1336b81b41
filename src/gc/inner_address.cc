// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What traits ask of an address that may lie in the middle of an object.

#include "halfword/internal/checks.h"
#include "halfword/object_size_trait.h"
#include "halfword/trace_trait.h"
#include "halfword/visitor.h"
#include "heap/heap_core.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Where the object begins that the address lies in.
uintptr_t BeginOf(const void* address) {
  HALFWORD_DCHECK(
      IsInCage(address) && CollectedHeapOf(RecordOf(address)) != nullptr,
      "only objects made by MakeGarbageCollected() have a trace "
      "descriptor and a size");
  return SlotBegin(reinterpret_cast<uintptr_t>(address));
}

}  // namespace

TraceDescriptor TraceTraitFromInnerAddressImpl::GetTraceDescriptor(
    const void* address) {
  const uintptr_t begin = BeginOf(address);
  const TypeInfo& type = TypeOfSlot(RecordAt(PageIndexOf(begin)), begin);
  const auto* const object = reinterpret_cast<const void*>(begin);
  if (type.trace_mode == TraceMode::kCustom) return {object, type.trace};
  // A class without Trace() is traced by its list of fields, which only a
  // visitor reads.
  return {object, [](Visitor* visitor, const void* self) {
            visitor->TraceStrongContainer(self);
          }};
}

size_t ObjectSizeOf(const void* address) {
  return SlotBytes(RecordAt(PageIndexOf(BeginOf(address))));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
