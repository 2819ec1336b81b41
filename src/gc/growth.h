// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Growth: how much may be allocated until the next collection.
//
// The budget is as much as lives, and at least a minimum. What a collection
// costs grows with what lives. Where nothing does it is nearly free, and an
// eighth of the minimum is enough: what dies at once then lies in the cache.
// From there the least budget rises fast, by kEmptyWeight times what lives and
// what roots there are (a deep stack is scanned each time), to the minimum; it
// is that anyway where little died, since such a heap is being built. Then it
// rises on by kLiveWeight, until live bytes and budget together are 5.5 times
// the minimum: a heap that small is not worth collecting often.
//
// While collections free little of what was allocated since the last, the
// budget is doubled step by step up to kFactorMax times: most of what was
// allocated then survives, so collecting that often buys nothing. It falls back
// as soon as they free much (design/growth.md#req.growth.adaptive).

#ifndef HALFWORD_GC_GROWTH_H_
#define HALFWORD_GC_GROWTH_H_

#include <algorithm>
#include <cstddef>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Growth {
 public:
  explicit Growth(size_t minimum_bytes)
      : minimum_bytes_(std::min(minimum_bytes, kMinimumBytesMax)) {}

  // The budget of a heap that has not been collected yet: nothing lives there.
  size_t InitialBudget() const { return EmptyBudget(); }

  // The budget after a collection: live_bytes live, allocated_bytes had been
  // allocated since the one before, of all together freed_bytes were freed.
  // Looking for them began at root_bytes of stack and handles.
  size_t BudgetAfter(size_t live_bytes, size_t allocated_bytes,
                     size_t freed_bytes, size_t root_bytes = 0) {
    base_bytes_ = minimum_bytes_;
    if (freed_bytes < allocated_bytes / kFewDivisor) {
      // One such collection is a heap being built; two are a pattern. One that
      // came early, as where nothing lives, says nothing of what would die
      // later.
      const bool is_telling = allocated_bytes >= minimum_bytes_ / 2;
      if (freed_few_ && is_telling) {
        factor_ = std::min(2 * factor_, kFactorMax);
      }
      freed_few_ |= is_telling;
    } else {
      freed_few_ = false;
      base_bytes_ = EmptyBudget();
      if (freed_bytes > allocated_bytes / 2) {
        factor_ = std::max(factor_ / 2, size_t{1});
      }
    }
    return Budget(live_bytes, root_bytes);
  }

  // The same, had so much lived.
  size_t Budget(size_t live_bytes, size_t root_bytes) const {
    const size_t room = kSmallHeapHalves * minimum_bytes_ / 2;
    const size_t least = std::min(
        base_bytes_ + kEmptyWeight * (live_bytes + root_bytes), minimum_bytes_);
    const size_t minimum = std::clamp(room - std::min(room, live_bytes), least,
                                      least + kLiveWeight * live_bytes);
    return std::max(live_bytes, factor_ * minimum);
  }

 private:
  // An eighth; of a larger minimum, which somebody asked for, not much less.
  size_t EmptyBudget() const {
    return std::max(minimum_bytes_ / kEmptyDivisor,
                    minimum_bytes_ - std::min(minimum_bytes_, kEmptyLessMax));
  }

  // More than any cage holds; what is multiplied with it does not overflow.
  static constexpr size_t kMinimumBytesMax = size_t{1} << 48;
  static constexpr size_t kFewDivisor = 4;
  static constexpr size_t kFactorMax = 4;
  static constexpr size_t kEmptyDivisor = 8;
  static constexpr size_t kEmptyLessMax = size_t{7} << 19;  // of 4 MiB
  static constexpr size_t kEmptyWeight = 32;
  static constexpr size_t kLiveWeight = 4;
  static constexpr size_t kSmallHeapHalves = 11;

  const size_t minimum_bytes_;
  size_t base_bytes_ = minimum_bytes_;
  size_t factor_ = 1;
  bool freed_few_ = false;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_GROWTH_H_
