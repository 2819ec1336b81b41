// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The nodes that every snapshot begins with:
//
//   0 root                 synthetic, without a name, as DevTools wants it
//   1   (GC roots)         the kinds of roots, where people look for them
//   2   Heap               what DevTools takes for a user's root: distances are
//                          counted from it, and arrays are counted as parts of
//                          what has them
//   3     (Stack roots)
//   4     (Persistent roots)
//   5     (Cross-thread roots)
//   6     (String roots)
//   7     (Weak roots)
//   8   (invalid references)  of a program that has some: to another heap, or
//                          to what is dead
//   9   (heap)             what the heap costs beside its objects
//
// Then come the parts of that cost, then the objects.

#ifndef HALFWORD_SNAPSHOT_FIXED_NODES_H_
#define HALFWORD_SNAPSHOT_FIXED_NODES_H_

#include <cstddef>
#include <cstdint>

#include "snapshot/node_table.h"
#include "snapshot/root_edges.h"
#include "snapshot/snapshot_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline constexpr NodeOrdinal kRootNode = 0;
inline constexpr NodeOrdinal kGcRootsNode = 1;
inline constexpr NodeOrdinal kHeapNode = 2;
inline constexpr NodeOrdinal kFirstRootKindNode = 3;
inline constexpr NodeOrdinal kInvalidNode = kFirstRootKindNode + kRootKindCount;
inline constexpr NodeOrdinal kCostNode = kInvalidNode + 1;
inline constexpr NodeOrdinal kFixedNodeCount = kCostNode + 1;

struct FixedNode {
  NodeType type;
  const char* name;
};

inline constexpr FixedNode kFixedNodes[kFixedNodeCount] = {
    {NodeType::kSynthetic, ""},
    {NodeType::kSynthetic, "(GC roots)"},
    {NodeType::kNative, "Heap"},
    {NodeType::kSynthetic, "(Stack roots)"},
    {NodeType::kSynthetic, "(Persistent roots)"},
    {NodeType::kSynthetic, "(Cross-thread roots)"},
    {NodeType::kSynthetic, "(String roots)"},
    {NodeType::kSynthetic, "(Weak roots)"},
    {NodeType::kSynthetic, "(invalid references)"},
    {NodeType::kSynthetic, "(heap)"},
};

// What the heap calls its edges to the kinds of roots.
inline constexpr const char* kRootKindEdges[kRootKindCount] = {
    "stack", "persistent", "cross_thread", "string", "weak"};

constexpr NodeOrdinal NodeOfRootKind(RootKind kind) {
  return kFirstRootKindNode + static_cast<NodeOrdinal>(kind);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_FIXED_NODES_H_
