// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bounds of the stack, the registers on it, and AddressSanitizer's frames
// beside it. See stack.h.

#include "base/stack.h"

#include <pthread.h>

#include <cstddef>

#include "base/error_line.h"
#include "halfword/internal/checks.h"

#if HALFWORD_HAS_ASAN
#include <sanitizer/asan_interface.h>
#endif

#if !defined(__linux__)
#error "base/stack.cc: write CallWithSavedRegisters for this system"
#endif

// CallWithSavedRegisters is assembly as a whole: a compiler would be free to
// put its own words between the registers and the frames above them. The
// .cfi lines tell unwinders where the caller's registers are at each
// instruction. Nothing is read back but the frame pointer: the callback, a
// function like any other, has preserved the rest. The registers of a third and
// a fourth argument, and that of a result, are left alone.
#define HALFWORD_ASM_FUNCTION(symbol, body)                  \
  __asm__(                                                   \
      ".pushsection .text,\"ax\",@progbits\n.p2align 4\n"    \
      ".globl " symbol "\n.hidden " symbol "\n.type " symbol \
      ",@function\n" symbol ":\n.cfi_startproc\n" body       \
      ".cfi_endproc\n.size " symbol ", .-" symbol "\n.popsection\n")

#if defined(__x86_64__)

// At a call the stack pointer is a multiple of 16, so below the return address
// come an odd number of words. One of the seven is 0, and not whatever was
// there before, which a scan would take for a root. The context stays in rdi.
HALFWORD_ASM_FUNCTION(HALFWORD_STACK_SYMBOL, R"(
  endbr64
  .cfi_remember_state
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq $0
  pushq %rbx
  .cfi_offset %rbx, -32
  pushq %r12
  .cfi_offset %r12, -40
  pushq %r13
  .cfi_offset %r13, -48
  pushq %r14
  .cfi_offset %r14, -56
  pushq %r15
  .cfi_offset %r15, -64
  movq %rsi, %rax
  movq %rsp, %rsi
  callq *%rax
  leave
  .cfi_restore_state
  ret
)");

#elif defined(__aarch64__)

// "hint #34" is bti c, in the form that assemblers of every version take.
// Unwinders know d8..d15 as registers 72..79. The context stays in x0.
HALFWORD_ASM_FUNCTION(HALFWORD_STACK_SYMBOL, R"(
  hint #34
  .cfi_remember_state
  stp x29, x30, [sp, #-160]!
  .cfi_def_cfa_offset 160
  .cfi_offset 29, -160
  .cfi_offset 30, -152
  mov x29, sp
  .cfi_def_cfa_register 29
  stp x19, x20, [sp, #16]
  .cfi_offset 19, -144
  .cfi_offset 20, -136
  stp x21, x22, [sp, #32]
  .cfi_offset 21, -128
  .cfi_offset 22, -120
  stp x23, x24, [sp, #48]
  .cfi_offset 23, -112
  .cfi_offset 24, -104
  stp x25, x26, [sp, #64]
  .cfi_offset 25, -96
  .cfi_offset 26, -88
  stp x27, x28, [sp, #80]
  .cfi_offset 27, -80
  .cfi_offset 28, -72
  stp d8, d9, [sp, #96]
  .cfi_offset 72, -64
  .cfi_offset 73, -56
  stp d10, d11, [sp, #112]
  .cfi_offset 74, -48
  .cfi_offset 75, -40
  stp d12, d13, [sp, #128]
  .cfi_offset 76, -32
  .cfi_offset 77, -24
  stp d14, d15, [sp, #144]
  .cfi_offset 78, -16
  .cfi_offset 79, -8
  mov x9, x1
  mov x1, sp
  blr x9
  ldp x29, x30, [sp], #160
  .cfi_restore_state
  ret
)");

#else
#error "base/stack.cc: write CallWithSavedRegisters for this processor"
#endif

namespace halfword::inline HALFWORD_ABI::internal {

StackBounds AskForStackBounds() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
    FatalLine(
        "the C library does not know where the stack of this thread is; the "
        "main thread's is read from /proc/self/maps");
  }
  void* end = nullptr;
  size_t bytes = 0;
  const int result = pthread_attr_getstack(&attributes, &end, &bytes);
  HALFWORD_CHECK(result == 0, "a thread has a stack");
  pthread_attr_destroy(&attributes);
  return {static_cast<const char*>(end) + bytes, end};
}

StackBounds CurrentThreadStackBounds() {
  static constinit thread_local StackBounds bounds = {nullptr, nullptr};
  if (bounds.start == nullptr) bounds = AskForStackBounds();
  return bounds;
}

#if HALFWORD_HAS_ASAN
void ForEachFakeFrame(const void* word_value, FakeFrameVisitor visit,
                      void* context) {
  void* const fake_stack = __asan_get_current_fake_stack();
  if (fake_stack == nullptr) return;
  void* begin = nullptr;
  void* end = nullptr;
  const void* const real_frame = __asan_addr_is_in_fake_stack(
      fake_stack, const_cast<void*>(word_value), &begin, &end);
  if (real_frame == nullptr) return;
  visit(context, begin, end);
}
#endif

}  // namespace halfword::inline HALFWORD_ABI::internal
