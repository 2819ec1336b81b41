// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether a marker sorts its batches by how objects are traced.
//
// A processor foresees what is as it was the last time. Where objects of
// several kinds come in no order, or many words are of objects that are marked
// already, a marker that looks at one after the other waits for a mispredicted
// branch every other time; sorting the batch first needs none. Where all are
// alike, sorting costs a third more. A heap may have parts of either sort: so
// some batches of each period are counted, and say what is done with the next
// ones (design/marking.md#req.mark.sorted). Where most have so many lanes that
// one object is traced by them, sorting also pays if all are alike: the lanes
// of many objects are tested faster.

#ifndef HALFWORD_GC_MARKING_BATCH_SORTING_H_
#define HALFWORD_GC_MARKING_BATCH_SORTING_H_

#include <algorithm>
#include <cstddef>

#include "halfword/internal/build_config.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI::internal {

// How many words of a batch are of what kind.
struct BatchKinds {
  size_t repeated = 0;  // found to be marked, by a branch if not sorted
  size_t leaves = 0;
  size_t laned = 0;
  size_t others = 0;
};

class BatchSorting {
 public:
  // Begins a batch; whether to sort it.
  HALFWORD_ALWAYS_INLINE bool BeginBatch() {
    left_ = (left_ == 0 ? kPeriodBatches : left_) - 1;
    return is_sorting_ || is_counted();
  }

  // Whether the batch is to be counted.
  bool is_counted() const { return left_ < kCountedBatches; }

  // What a counted batch was made of.
  void Count(const BatchKinds& batch) {
    counted_.repeated += batch.repeated;
    counted_.leaves += batch.leaves;
    counted_.laned += batch.laned;
    counted_.others += batch.others;
    if (left_ != 0) return;
    const auto [repeated, leaves, laned, others] = counted_;
    const size_t traced = leaves + laned + others;
    // As if it were foreseen that words are as most are, and objects of the
    // most frequent kind.
    const size_t surprises =
        std::min(repeated, traced) + traced - std::max({leaves, laned, others});
    is_sorting_ = surprises * kWordsASurprise > repeated + traced ||
                  laned * 2 > repeated + traced;
    counted_ = {};
  }

 private:
  static constexpr size_t kPeriodBatches = 512;
  static constexpr size_t kCountedBatches = 8;
  // Batches are sorted from one surprise of so many words. With four, counting
  // took a tenth of a DOM for unmixed; what is all alike has next to none.
  static constexpr size_t kWordsASurprise = 6;

  // The last of a period are counted, and the first batches are.
  size_t left_ = kCountedBatches;
  bool is_sorting_ = false;
  BatchKinds counted_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_BATCH_SORTING_H_
