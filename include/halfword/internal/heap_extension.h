// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapExtension: what a layer above the collector keeps once a heap, such as
// the table of atoms. It is made at its first use and ends with the heap.

#ifndef HALFWORD_INTERNAL_HEAP_EXTENSION_H_
#define HALFWORD_INTERNAL_HEAP_EXTENSION_H_

#include <memory>
#include <vector>

#include "halfword/allocation_handle.h"

namespace halfword::inline HALFWORD_ABI::internal {

class HeapExtension {
 public:
  HeapExtension() = default;
  HeapExtension(const HeapExtension&) = delete;
  HeapExtension& operator=(const HeapExtension&) = delete;
  virtual ~HeapExtension() = default;

  // Before a fork() whose child goes on reading the heap while this process
  // changes it: adds descriptors that the child keeps open for as long as it
  // reads, since what it sees could change otherwise. The caller closes its own
  // of them after the fork. False: the system gives none.
  virtual bool HoldForFork(std::vector<int>*) { return true; }
};

enum class ExtensionIndex : unsigned char { kAtoms, kSnapshots, kImage };
inline constexpr int kExtensionCount = 3;

// Null until somebody sets it. Destroyed before the objects of the heap are, so
// that it may hold handles. Threads: the heap's own.
std::unique_ptr<HeapExtension>& ExtensionOf(AllocationHandle& handle,
                                            ExtensionIndex index);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_HEAP_EXTENSION_H_
