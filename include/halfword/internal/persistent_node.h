// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PersistentNode: one root. Every Persistent, WeakPersistent and their
// cross-thread forms owns one in a region of its object's heap, which the
// collector walks.
//
// A node lies in a block of 4 KiB that is aligned to its size, so that its
// region is found from its address. Next to read: src/gc/persistent_region.h.

#ifndef HALFWORD_INTERNAL_PERSISTENT_NODE_H_
#define HALFWORD_INTERNAL_PERSISTENT_NODE_H_

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "halfword/source_location.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What a handle looks like to the collector: all handles begin with it.
// pointer may be null or the sentinel (then node is null), or lie inside an
// object (a mixin).
struct PersistentNode;
struct RootHandle {
  const void* pointer = nullptr;
  PersistentNode* node = nullptr;
};

struct PersistentNode {
  // In use: the handle. Free: the next free node, with the lowest bit set.
  uintptr_t owner_or_next = 0;
  SourceLocation location;

  bool is_used() const { return owner_or_next != 0 && !(owner_or_next & 1); }
  RootHandle* owner() const {
    return reinterpret_cast<RootHandle*>(owner_or_next);
  }
  void set_owner(RootHandle* handle) {
    owner_or_next = reinterpret_cast<uintptr_t>(handle);
  }
};

enum class RootStrength : uint8_t { kStrong, kWeak };
enum class RootThreads : uint8_t { kOwnThread, kAnyThread };

// Gives a handle to an object a node in the region of the object's heap.
// Requires: handle->pointer lies in an object. kAnyThread: the lock is held.
void AcquireNode(RootHandle* handle, RootStrength strength,
                 RootThreads threads, const SourceLocation& location);

// Gives the node back. Requires: handle->node is not null.
void ReleaseNode(RootHandle* handle);

// Whether the pages of two objects belong to one heap.
// Requires: both lie in objects.
bool AreInOneHeap(const void* a, const void* b);

// Guards every cross-thread handle of the process: their pointers, nodes and
// regions. The collector holds it from the scan of the roots to the clearing of
// weak ones, so that no handle comes or goes in between.
std::mutex& CrossThreadRootMutex();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_PERSISTENT_NODE_H_
