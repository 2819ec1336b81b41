// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AllocationBuffer: the open run that allocation takes objects from.
//
// A heap has one a type (two words in an array by TypeSlot::buffer_index), so
// that inline allocation is: load, add, compare, store. A buffer that is empty
// (cursor == end == 0, as buffer 0 always is) sends the caller out of line;
// what must see every allocation keeps all buffers so.

#ifndef HALFWORD_INTERNAL_ALLOCATION_BUFFER_H_
#define HALFWORD_INTERNAL_ALLOCATION_BUFFER_H_

#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct AllocationBuffer {
  uintptr_t cursor = 0;  // the next slot
  uintptr_t end = 0;     // of the run

  bool empty() const { return cursor == end; }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_ALLOCATION_BUFFER_H_
