// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// StackState: what a program says of its stack when it asks for a collection.

#ifndef HALFWORD_STACK_STATE_H_
#define HALFWORD_STACK_STATE_H_

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

// Whether the stack may hold pointers to managed objects that nothing else
// holds. kNoHeapPointers makes a collection precise; it is a promise.
enum class StackState : unsigned char {
  kMayContainHeapPointers,
  kNoHeapPointers,
};
using EmbedderStackState = StackState;

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_STACK_STATE_H_
