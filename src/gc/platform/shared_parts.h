// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ForEachPart(): work in numbered parts, of which the threads of a platform
// take some, as a job of std::for_each(std::execution::par) would. For work
// that stops the program, so that another processor halves the time; marking,
// whose parts nobody knows beforehand, has a pool (gc/marking/mark_pool.h).
//
// Threads: any; the function is called by several at a time.

#ifndef HALFWORD_GC_PLATFORM_SHARED_PARTS_H_
#define HALFWORD_GC_PLATFORM_SHARED_PARTS_H_

#include <cstddef>
#include <type_traits>

#include "halfword/platform.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Which threads may share work: as many as it says, the caller's among them.
struct Sharing {
  Platform* platform = nullptr;  // null: none but the caller's
  size_t thread_count_max = 1;
};

namespace shared_parts {
using Call = void (*)(void* context, size_t part);
void ForEach(const Sharing& sharing, size_t part_count, Call call,
             void* context);
}  // namespace shared_parts

// Calls function(part) once for each part below part_count, in any order, and
// returns when all calls have returned. Where the platform has no threads or
// fails, the caller's does everything.
// Errors: std::bad_alloc, if a call throws that; some parts may be left out.
template <typename Function>
void ForEachPart(const Sharing& sharing, size_t part_count,
                 Function&& function) {
  using F = std::remove_reference_t<Function>;
  shared_parts::ForEach(
      sharing, part_count,
      [](void* context, size_t part) { (*static_cast<F*>(context))(part); },
      &function);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_PLATFORM_SHARED_PARTS_H_
