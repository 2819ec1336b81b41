// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether an address can be read at all: for pointers that may be damaged, by
// those who would rather say so than crash.

#ifndef HALFWORD_BASE_READABLE_MEMORY_H_
#define HALFWORD_BASE_READABLE_MEMORY_H_

#include <cstddef>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Says nothing about what stands there. The answer may be old as soon as it is
// given, if another thread unmaps memory.
// Cost: a system call for each page of the system that the range touches.
bool IsReadable(const void* address, size_t bytes);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_READABLE_MEMORY_H_
