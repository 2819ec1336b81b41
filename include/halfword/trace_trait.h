// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TraceTrait<T>: how an object of T is traced. The default calls T's own
// Trace(); a container specialises it, to add what is traced when the container
// is held weakly (GetWeakTraceDescriptor, see Visitor::TraceWeakContainer). A
// specialisation derives from internal::TraceTraitBase<T>, and stands before
// the first object of T is made.

#ifndef HALFWORD_TRACE_TRAIT_H_
#define HALFWORD_TRACE_TRAIT_H_

#include <type_traits>

#include "halfword/internal/field_access.h"
#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI {

class Visitor;

using TraceCallback = void (*)(Visitor* visitor, const void* object);

struct TraceDescriptor {
  const void* base_object_payload = nullptr;  // where the object begins
  TraceCallback callback = nullptr;           // null: nothing to trace
};

using TraceDescriptorCallback = TraceDescriptor (*)(const void* address);

template <typename T>
struct TraceTrait;

namespace internal {

// For an address in the middle of an object, such as a mixin.
struct TraceTraitFromInnerAddressImpl {
  // Requires: the address lies in an object.
  static TraceDescriptor GetTraceDescriptor(const void* address);
};

template <typename T>
struct TraceTraitBase {
  static TraceDescriptor GetTraceDescriptor(const void* self) {
    if constexpr (IsGarbageCollectedMixinTypeV<T>) {
      return TraceTraitFromInnerAddressImpl::GetTraceDescriptor(self);
    } else {
      return {self, TraceTrait<T>::Trace};
    }
  }

  // What is traced of a weak container: by default nothing.
  static TraceDescriptor GetWeakTraceDescriptor(const void* self) {
    return {self, nullptr};
  }

  static void Trace(Visitor* visitor, const void* self) {
    FieldAccess::Trace<T>(visitor, self);
  }
};

}  // namespace internal

template <typename T>
struct TraceTrait : internal::TraceTraitBase<T> {};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_TRACE_TRAIT_H_
