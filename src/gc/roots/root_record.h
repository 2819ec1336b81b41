// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RootRecord: what one marking held on to that cannot be asked for again: the
// stack is scanned in the middle of a pause, and handles come and go, those of
// the heap's own thread wherever a snapshot calls the program. A heap snapshot
// shows just these roots, so that it has what marking kept, and nothing else.

#ifndef HALFWORD_GC_ROOTS_ROOT_RECORD_H_
#define HALFWORD_GC_ROOTS_ROOT_RECORD_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/roots/handle_list.h"
#include "halfword/internal/persistent_node.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct RootRecord {
  // Objects that words of the stack may refer to, and those whose constructors
  // run, in the order of finding; an object may be there twice.
  std::vector<uintptr_t> stack;
  // Of those whose constructors run, what they refer to is in `stack`.
  std::vector<uintptr_t> under_construction;
  // By RootStrength and RootThreads.
  HandleList handles[2][2];
  // Bodies that ScopedMutableStrings hold. They have no place in the program.
  HandleList held;
  // Held by TraceWeakContainer() alone, without what they refer to.
  std::vector<uintptr_t> weak_containers;

  // What marking took of malloc's memory at most, this record aside.
  size_t marking_bytes = 0;

  HandleList& HandlesOf(RootStrength strength, RootThreads threads) {
    return handles[static_cast<int>(strength)][static_cast<int>(threads)];
  }
  const HandleList& HandlesOf(RootStrength strength,
                              RootThreads threads) const {
    return handles[static_cast<int>(strength)][static_cast<int>(threads)];
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_ROOTS_ROOT_RECORD_H_
