// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PersistentNode: one root. Every Persistent, WeakPersistent and their
// cross-thread forms owns one in a region of its object's heap, which the
// collector walks.
//
// A node lies in a block of 4 KiB that is aligned to its size, so that its
// region is found from its address. Next to read:
// src/gc/roots/persistent_region.h.

#ifndef HALFWORD_INTERNAL_PERSISTENT_NODE_H_
#define HALFWORD_INTERNAL_PERSISTENT_NODE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "halfword/source_location.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct PersistentNode;

// What a handle is to the collector. pointer may be null or the sentinel (then
// there is no node), or lie inside an object (a mixin). While a handle has no
// node, the place where it was made stands there instead, with the lowest bit
// set.
struct RootHandle {
  const void* pointer = nullptr;
  uintptr_t node_or_location = 0;

  RootHandle() = default;
  explicit RootHandle(const SourceLocation& location) { DropNode(location); }

  PersistentNode* node() const {
    return node_or_location & 1
               ? nullptr
               : reinterpret_cast<PersistentNode*>(node_or_location);
  }
  void set_node(PersistentNode* node) {
    node_or_location = reinterpret_cast<uintptr_t>(node);
  }
  // Forgets the node, if there is one, and remembers a place.
  void DropNode(const SourceLocation& location) {
    node_or_location = std::bit_cast<uintptr_t>(location);
    if (node_or_location != 0) node_or_location |= 1;
  }
  SourceLocation location() const;
};
static_assert(sizeof(SourceLocation) == sizeof(uintptr_t),
              "a place in the program is one pointer to static data");

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

enum class RootStrength : unsigned char { kStrong, kWeak };
enum class RootThreads : uint8_t { kOwnThread, kAnyThread };

// Gives a handle to an object a node in the region of the object's heap.
// The node gets the handle's location.
// Requires: handle->pointer lies in an object. kAnyThread: the lock is held.
void AcquireNode(RootHandle* handle, RootStrength strength,
                 RootThreads threads);

inline SourceLocation RootHandle::location() const {
  if (const PersistentNode* const own = node()) return own->location;
  return std::bit_cast<SourceLocation>(node_or_location & ~uintptr_t{1});
}

// Gives the node back. Requires: handle->node() is not null.
void ReleaseNode(RootHandle* handle);

// Whether the pages of two objects belong to one heap.
// Requires: both lie in objects.
bool AreInOneHeap(const void* a, const void* b);

// Whether the caller runs on the thread of the object's heap.
// Requires: it lies in an object.
bool IsOnThreadOf(const void* object);

// Guards every cross-thread handle of the process: their pointers, nodes and
// regions. The collector holds it from its last look at those that hold objects
// to the clearing of weak ones, so that no handle comes or goes in between.
std::mutex& CrossThreadRootMutex();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_PERSISTENT_NODE_H_
