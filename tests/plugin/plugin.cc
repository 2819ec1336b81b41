// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The plugin: uses the program's copy of Halfword.

#include "shared_node.h"

extern "C" [[gnu::visibility("default")]] Leaf* Answer(
    halfword::AllocationHandle& handle, const Node* from_program) {
  if (!halfword::Is<Leaf>(from_program)) return nullptr;
  return halfword::MakeGarbageCollected<Leaf>(handle);
}
