// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AllocationHandle: where MakeGarbageCollected() takes memory from. A heap has
// one for its whole life; see Heap::GetAllocationHandle().

#ifndef HALFWORD_ALLOCATION_HANDLE_H_
#define HALFWORD_ALLOCATION_HANDLE_H_

#include "halfword/internal/allocation_buffer.h"
#include "halfword/source_location.h"

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

#if HALFWORD_MEMORY_DEBUG
  SourceLocation place_;  // of the latest call of MakeGarbageCollected()
#endif
};

// A handle, and the place in the program that uses it. In builds with memory
// debugging MakeGarbageCollected() takes one, so that reports say where an
// object was made; a handle becomes one by itself. A function that makes
// objects for others takes one too, and their places are reported instead of
// its own:
//
//   Node* MakeNode(halfword::AllocationPlace place) {
//     return halfword::MakeGarbageCollected<Node>(place);
//   }
//
// In other builds it is a handle and nothing else.
class AllocationPlace {
 public:
  AllocationPlace(AllocationHandle& handle,  // NOLINT: stands for the handle
                  [[maybe_unused]] const SourceLocation& location =
                      SourceLocation::Current())
      : handle_(handle)
#if HALFWORD_MEMORY_DEBUG
        ,
        location_(location)
#endif
  {
  }

  operator AllocationHandle&() const { return handle_; }  // NOLINT: likewise

#if HALFWORD_MEMORY_DEBUG
  const SourceLocation& location() const { return location_; }
#endif

 private:
  AllocationHandle& handle_;
#if HALFWORD_MEMORY_DEBUG
  SourceLocation location_;
#endif
};

// What MakeGarbageCollected() takes.
#if HALFWORD_MEMORY_DEBUG
using AllocationTarget = const AllocationPlace&;
#else
using AllocationTarget = AllocationHandle&;
#endif

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_ALLOCATION_HANDLE_H_
