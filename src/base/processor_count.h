// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How many processors the machine has. The C library reads that from a file
// each time, which takes a twentieth of the opening of an image.

#ifndef HALFWORD_BASE_PROCESSOR_COUNT_H_
#define HALFWORD_BASE_PROCESSOR_COUNT_H_

#include <cstddef>
#include <thread>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// As they were when it was first asked; 0: unknown. Threads: any.
inline size_t ProcessorCount() {
  static const size_t kCount = std::thread::hardware_concurrency();
  return kCount;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_PROCESSOR_COUNT_H_
