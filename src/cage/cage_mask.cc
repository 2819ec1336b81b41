// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The based decoder's mask. The rest of the program sees it as a constant
// (internal/word.h), which lets a compiler load it once a function; here it is
// written, behind the compilers' back: the storage is defined in assembly, so
// that neither of them, nor the linker's optimiser, knows its value. For the
// same reason it has to be right before any function of the program runs that
// might load it early, and a constructor of the highest priority that programs
// may use reserves the window (design/references.md#req.word.constant-mask).

#include "cage/cage_mask.h"

#if HALFWORD_DECODE_BASED && HALFWORD_REFERENCES == 32

#include "cage/cage.h"

// The mask of a window at 0, so that null and the sentinel decode to themselves
// before the base is known, and where there is no cage.
#define HALFWORD_STRING_OF(value) #value
#define HALFWORD_STRING(value) HALFWORD_STRING_OF(value)
asm(".pushsection .data\n"
    ".balign 8\n"
    ".globl halfword_cage_mask\n"
    ".hidden halfword_cage_mask\n"
    ".type halfword_cage_mask, @object\n"
    ".size halfword_cage_mask, 8\n"
    "halfword_cage_mask:\n"
    "  .quad (0x80000000 << " HALFWORD_STRING(HALFWORD_VIRTUAL_BITS) ") - 1\n"
    ".popsection\n");

namespace halfword::inline HALFWORD_ABI::internal {

HALFWORD_NOINLINE void SetCageMask(uintptr_t window_begin) {
  const uintptr_t mask = window_begin | (kWindowBytes - 1);
  uintptr_t* place;
  // The address is laundered, since writing to a const object is undefined.
  asm volatile("" : "=r"(place) : "0"(&halfword_cage_mask));
  __atomic_store_n(place, mask, __ATOMIC_RELEASE);
}

namespace {

// A window that cannot be had is reported when the first heap is made.
[[gnu::constructor(101)]] void ReserveBeforeMain() { Cage::TryReserve(); }

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal

#else

namespace halfword::inline HALFWORD_ABI::internal {

void SetCageMask(uintptr_t) {}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif
