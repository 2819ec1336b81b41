// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The conservative scan of a stack: whatever might be a reference to an object
// keeps it alive.
//
// A compiler may keep a reference in any of these forms, in a register that the
// caller saved or in a stack slot, and each of them is recognised:
//
//   pointer         the whole address, also into the middle of an object
//   word            the 32-bit word at any 4-byte alignment, alone, zero- or
//                   sign-extended, in a half of a general or vector register
//   shifted word    the word shifted, not yet based (the based decoder's
//                   intermediate), with zeros or with the sign above it
//
// Registers are seen because the caller has pushed them (base/stack.h).

#ifndef HALFWORD_GC_MARKING_STACK_SCANNER_H_
#define HALFWORD_GC_MARKING_STACK_SCANNER_H_

#include "base/stack.h"
#include "gc/marking/marker.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Marks what the words from stack_pointer up to the stack's start may refer to,
// and under AddressSanitizer what the fake frames of live functions hold.
// Requires: stack_pointer lies in the bounds and all callee-saved registers
// stand above it.
void ScanStack(const StackBounds& bounds, const void* stack_pointer,
               Marker* marker);

// Marks what [begin, end) may refer to. Requires: both are 8-byte aligned.
void ScanWords(const void* begin, const void* end, Marker* marker);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_STACK_SCANNER_H_
