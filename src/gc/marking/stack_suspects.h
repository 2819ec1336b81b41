// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Words of the stack that only seem to hold an object.
//
// A cycle looks at the stack several times before its pause. Most words that
// would mark something then are of the moment: a hash, a spilled half of a
// random number, a reference that is dropped at once. What one of them marks
// stays for a cycle, and with it all that can be reached: of a queue whose
// dropped entries know their neighbours, all that were dropped since. So what
// the first looks find unmarked is marked only if it stands in the same place
// at the next one (design/concurrent_marking.md#req.beside.suspects).
//
// Of a stack that holds very much, the innermost frames are suspected, whose
// words change most.
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_MARKING_STACK_SUSPECTS_H_
#define HALFWORD_GC_MARKING_STACK_SUSPECTS_H_

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/system_memory.h"
#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class StackSuspects {
 public:
  // They are sorted in 20 microseconds.
  static constexpr size_t kCountMax = size_t{1} << 10;

  struct Suspect {
    uintptr_t place;  // of the word
    uintptr_t object;
    auto operator<=>(const Suspect&) const = default;
  };

  // Those of the last look are remembered, and this one has none yet.
  void BeginLook() {
    std::swap(before_, now_);
    now_.clear();
    std::ranges::sort(before_);
  }

  // Whether that stood there at the last look, too, or there are enough. If
  // not, it is one of those of this look. Errors: std::bad_alloc.
  bool Confirms(const Suspect& suspect) {
    if (now_.size() == kCountMax) return true;
    if (std::ranges::binary_search(before_, suspect)) return true;
    now_.push_back(suspect);
    return false;
  }

  // Those of this look.
  std::span<const Suspect> suspects() const { return now_; }

 private:
  using Suspects = std::vector<Suspect, SystemAllocator<Suspect>>;

  Suspects before_;  // sorted
  Suspects now_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_STACK_SUSPECTS_H_
