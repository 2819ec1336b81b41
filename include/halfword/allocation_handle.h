// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AllocationHandle: where MakeGarbageCollected() takes memory from. A heap has
// one for its whole life; see Heap::GetAllocationHandle().

#ifndef HALFWORD_ALLOCATION_HANDLE_H_
#define HALFWORD_ALLOCATION_HANDLE_H_

#include "halfword/internal/allocation_buffer.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {
class Allocator;
}

class AllocationHandle {
 public:
  AllocationHandle(const AllocationHandle&) = delete;
  AllocationHandle& operator=(const AllocationHandle&) = delete;

 protected:
  AllocationHandle() = default;
  ~AllocationHandle() = default;

  friend class internal::Allocator;

  // By TypeSlot::buffer_index. Covers every index that can be given out, so
  // that a type registered by another heap's thread finds an empty buffer.
  internal::AllocationBuffer* buffers_ = nullptr;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_ALLOCATION_HANDLE_H_
