// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The out-of-line half of HALFWORD_CHECK.

#include "halfword/internal/checks.h"

#include "base/error_line.h"

namespace halfword::inline HALFWORD_ABI::internal {

void CheckFailed(const char* file, int line, const char* condition,
                 const char* message) {
  FatalLine("%s:%d: check failed: %s: %s", file, line, condition, message);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
