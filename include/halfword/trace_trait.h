// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TraceTrait<T>: how an object of T is traced. The default calls T's own
// Trace(); a container specialises it, to add what is traced when the container
// is held weakly (GetWeakTraceDescriptor, see Visitor::TraceWeakContainer).

#ifndef HALFWORD_TRACE_TRAIT_H_
#define HALFWORD_TRACE_TRAIT_H_

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

class Visitor;

using TraceCallback = void (*)(Visitor* visitor, const void* object);

struct TraceDescriptor {
  const void* base_object_payload = nullptr;
  TraceCallback callback = nullptr;  // null: nothing to trace
};

template <typename T>
struct TraceTrait {
  static TraceDescriptor GetTraceDescriptor(const void* self) {
    return {self, Trace};
  }

  // What is traced of a weak container: by default nothing.
  static TraceDescriptor GetWeakTraceDescriptor(const void* self) {
    return {self, nullptr};
  }

  static void Trace(Visitor* visitor, const void* self) {
    static_cast<const T*>(self)->Trace(visitor);
  }
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_TRACE_TRAIT_H_
