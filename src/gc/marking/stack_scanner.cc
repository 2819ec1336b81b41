// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tries each word of a stack in every form that a reference may have. Most fail
// the first comparison with the cage's bounds.

#include "gc/marking/stack_scanner.h"

#include <cstdint>

#include "cage/cage.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

#if HALFWORD_REFERENCES == 32

void ScanHalf(uint32_t half, const void* place, Marker* marker) {
  if (!IsReference(half)) return;
  marker->MarkConservatively(DecompressWord(half), place);
}

void ScanShifted(uintptr_t value, const void* place, Marker* marker) {
  // With zeros above it the shifted word lies in [window, 2 * window); with the
  // sign above it, all bits above the window are set. A zero-based pointer is
  // the former.
  const uintptr_t above = value / kWindowBytes;
  if (above == 1 || above == ~uintptr_t{0} / kWindowBytes) {
    const uintptr_t window = side_tables.begin & ~(kWindowBytes - 1);
    marker->MarkConservatively(window | WindowOffset(value), place);
  }
}

#endif

HALFWORD_NO_SANITIZE void ScanValue(const uintptr_t* place, Marker* marker) {
  const uintptr_t value = *place;
  marker->MarkConservatively(value, place);
#if HALFWORD_REFERENCES == 32
  ScanHalf(static_cast<uint32_t>(value), place, marker);
  ScanHalf(static_cast<uint32_t>(value >> 32), place, marker);
  if (kBasedDecode) ScanShifted(value, place, marker);
#endif
}

}  // namespace

// The stack is full of redzones and of other functions' variables.
HALFWORD_NO_SANITIZE void ScanWords(const void* begin, const void* end,
                                    Marker* marker) {
  for (auto* at = static_cast<const uintptr_t*>(begin);
       at < static_cast<const uintptr_t*>(end); ++at) {
    ScanValue(at, marker);
  }
}

HALFWORD_NO_SANITIZE void ScanStack(const StackBounds& bounds,
                                    const void* stack_pointer, Marker* marker) {
  HALFWORD_CHECK(bounds.Contains(stack_pointer),
                 "a heap collects on the thread that created it, and on the "
                 "stack that the system gave that thread");
  ScanWords(stack_pointer, bounds.start, marker);
#if HALFWORD_HAS_ASAN
  for (auto* at = static_cast<const uintptr_t*>(stack_pointer);
       at < static_cast<const uintptr_t*>(bounds.start); ++at) {
    ForEachFakeFrame(
        reinterpret_cast<const void*>(*at),
        [](void* context, const void* begin, const void* end) {
          ScanWords(begin, end, static_cast<Marker*>(context));
        },
        marker);
  }
#endif
  Cage::Get().NoteEndOfScan();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
