// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a conservative scan must know of the machine: where the stack of this
// thread lies, how the registers get onto it, and where AddressSanitizer hides
// the frames it takes off it. Linux on x86-64 and aarch64.

#ifndef HALFWORD_BASE_STACK_H_
#define HALFWORD_BASE_STACK_H_

#include <cstddef>

#include "halfword/internal/build_config.h"
#include "halfword/internal/compiler.h"

// The assembler's name of CallWithSavedRegisters, which cannot be the mangled
// one: it is written by hand. It names the build's choice as the mangled one
// would.
#define HALFWORD_STACK_STRING_(text) #text
#define HALFWORD_STACK_NAME_(choice) \
  "halfword_call_with_saved_registers_" HALFWORD_STACK_STRING_(choice)
#define HALFWORD_STACK_SYMBOL HALFWORD_STACK_NAME_(HALFWORD_ABI)

namespace halfword::inline HALFWORD_ABI::internal {

// Stacks grow down: a scan goes from the stack pointer up to `start`.
struct StackBounds {
  const void* start;  // One past the highest address.
  const void* end;    // The lowest address the stack may grow to.

  bool Contains(const void* address) const {
    return address >= end && address < start;
  }
  // Whether a scan that begins at the stack pointer comes to the address. What
  // is below that says nothing: of a stack without a limit all is that lies
  // between it and the next mapping, such as the memory of malloc().
  bool IsScanned(const void* address, const void* stack_pointer) const {
    return Contains(stack_pointer) && address >= stack_pointer &&
           address < start;
  }
};

// The stack that the system gave this thread, which is not the one it runs on
// where a program switches stacks by hand (fibers).
// Cost: asks the system once a thread; the first call may allocate with malloc.
StackBounds CurrentThreadStackBounds();

// The same, asked anew: the main thread's stack may grow further down after
// setrlimit(RLIMIT_STACK). Cost: for the main thread, reads /proc/self/maps.
StackBounds AskForStackBounds();

using StackCallback = void (*)(void* context, const void* stack_pointer);

// Puts all registers that a called function must preserve onto the stack and
// calls callback(context, stack_pointer), where stack_pointer is the lowest of
// them. So the words in [stack_pointer, StackBounds::start) are all that the
// caller and its callers hold in registers and frames, and none of callback's
// own: a collector entered this way never takes its own variables for roots.
// Exceptions and debuggers pass through.
// Layout, upwards from stack_pointer, all of it in the frame of this function:
//   x86-64:  r15 r14 r13 r12 rbx 0 rbp, return address
//   aarch64: x29 x30 x19..x28 d8..d15
void CallWithSavedRegisters(void* context, StackCallback callback) __asm__(
    HALFWORD_STACK_SYMBOL);

// The same with two words more for the callback, and with its result. A caller
// that ends with this call has no frame while the callback runs if the compiler
// makes a jump of it: then nothing stands between its own caller's frame and
// the registers. (What stands in the unused words of a frame is what some call
// before has left there.)
using StackFunction = void* (*)(void* context, const void* stack_pointer,
                                const void* first, size_t second);
void* CallWithSavedRegisters(void* context, StackFunction function,
                             const void* first,
                             size_t second) __asm__(HALFWORD_STACK_SYMBOL);

// Under AddressSanitizer (detect_stack_use_after_return), local variables may
// live in a frame on the heap while the stack holds only that frame's address.
// If `word_value` points into such a live frame of this thread, calls
// visit(context, begin, end) with its bounds, once. Without AddressSanitizer
// there are no such frames.
// The frame holds red zones: read it in a HALFWORD_NO_SANITIZE function.
using FakeFrameVisitor = void (*)(void* context, const void* begin,
                                  const void* end);
#if HALFWORD_HAS_ASAN
void ForEachFakeFrame(const void* word_value, FakeFrameVisitor visit,
                      void* context);
#else
inline void ForEachFakeFrame(const void*, FakeFrameVisitor, void*) {}
#endif

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_STACK_H_
