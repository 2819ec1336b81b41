// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ScopedFlag: says that a callback of the program is running, which may throw.

#ifndef HALFWORD_GC_SCOPED_FLAG_H_
#define HALFWORD_GC_SCOPED_FLAG_H_

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// True for as long as it lives; callbacks may throw.
class ScopedFlag {
 public:
  explicit ScopedFlag(bool* flag) : flag_(flag) { *flag_ = true; }
  ~ScopedFlag() { *flag_ = false; }
  ScopedFlag(const ScopedFlag&) = delete;
  ScopedFlag& operator=(const ScopedFlag&) = delete;

 private:
  bool* const flag_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_SCOPED_FLAG_H_
