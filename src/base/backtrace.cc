// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The unwinder that the C++ run-time library brings along for exceptions, by
// the interface that the C++ ABI for x86-64 and AArch64 gives it.

#include "base/backtrace.h"

#include <unwind.h>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

struct Frames {
  uintptr_t* frames;
  size_t count;
  size_t count_max;
  bool has_passed_own;
};

_Unwind_Reason_Code AddFrame(_Unwind_Context* context, void* argument) {
  auto& into = *static_cast<Frames*>(argument);
  if (!into.has_passed_own) {
    into.has_passed_own = true;
    return _URC_NO_REASON;
  }
  if (into.count == into.count_max) return _URC_END_OF_STACK;
  int is_at_instruction = 0;
  const uintptr_t address = _Unwind_GetIPInfo(context, &is_at_instruction);
  if (address == 0) return _URC_END_OF_STACK;
  // A return address may lie behind the end of its function, where a call that
  // never returns is the last thing that the function does.
  into.frames[into.count++] = address - (is_at_instruction != 0 ? 0 : 1);
  return _URC_NO_REASON;
}

}  // namespace

// Inlined, its caller would be taken for it.
[[gnu::noinline]] size_t CaptureBacktrace(uintptr_t* frames,
                                          size_t frame_count_max) {
  Frames into = {frames, 0, frame_count_max, false};
  _Unwind_Backtrace(AddFrame, &into);
  return into.count;
}

uintptr_t FunctionStart(uintptr_t address) {
  // It is meant for return addresses, and looks one byte before.
  return reinterpret_cast<uintptr_t>(
      _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(address + 1)));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
