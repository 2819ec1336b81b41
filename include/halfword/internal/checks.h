// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Two kinds of assertion. HALFWORD_CHECK is always on and guards what would
// corrupt a heap; HALFWORD_DCHECK is on where HALFWORD_DCHECK_ENABLED is 1
// (debug and relassert builds) and guards the use of the API. Both take a
// message that says what to do, print one line and abort.

#ifndef HALFWORD_INTERNAL_CHECKS_H_
#define HALFWORD_INTERNAL_CHECKS_H_

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Prints "halfword: FILE:LINE: check failed: CONDITION: MESSAGE" and aborts.
[[noreturn]] HALFWORD_COLD void CheckFailed(const char* file, int line,
                                            const char* condition,
                                            const char* message);

}  // namespace halfword::inline HALFWORD_ABI::internal

#define HALFWORD_CHECK(condition, message)                                 \
  (__builtin_expect(static_cast<bool>(condition), true)                    \
       ? static_cast<void>(0)                                              \
       : ::halfword::internal::CheckFailed(__FILE__, __LINE__, #condition, \
                                           message))

#if HALFWORD_DCHECK_ENABLED
#define HALFWORD_DCHECK(condition, message) HALFWORD_CHECK(condition, message)
#else
#define HALFWORD_DCHECK(condition, message) \
  static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif

#endif  // HALFWORD_INTERNAL_CHECKS_H_
