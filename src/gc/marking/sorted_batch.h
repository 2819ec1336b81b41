// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A batch of objects, sorted by how they are traced: leaves need nothing more,
// those with lanes have a loop of their own, and the rest comes last. Where
// objects of several kinds come in no order, whatever branches on the kind of
// one waits for a mispredicted branch every other time; nothing here branches
// (design/marking.md#req.mark.sorted). Claiming is done in the same loop where
// nobody else sets bits, so that it has an end that is foreseen.

#ifndef HALFWORD_GC_MARKING_SORTED_BATCH_H_
#define HALFWORD_GC_MARKING_SORTED_BATCH_H_

#include <cstddef>
#include <cstdint>

#include "gc/marking/batch_sorting.h"
#include "gc/marking/mark_bits.h"
#include "gc/marking/mark_lanes.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/page_record.h"
#include "halfword/internal/type_info.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Of the object that a word of the mark stack refers to.
HALFWORD_ALWAYS_INLINE const TypeInfo& TypeOf(const PageRecord& record,
                                              Word word) {
  if (__builtin_expect(record.type != nullptr, true)) return *record.type;
  return TypeRegistry::TypeById(SharedTypeId(record, DecompressWord(word)));
}

// By TraceMode, 1 for those that have lanes, and for those that are traced one
// after the other.
struct SortSteps {
  size_t laned[kTraceModeCount];
  size_t other[kTraceModeCount];
};
constexpr SortSteps MakeSortSteps(bool has_lanes) {
  SortSteps steps = {};
  for (size_t i = 0; i < kTraceModeCount; ++i) {
    const auto mode = static_cast<TraceMode>(i);
    const bool is_laned = has_lanes && (mode == TraceMode::kFewLanes ||
                                        mode == TraceMode::kLanes);
    steps.laned[i] = is_laned;
    steps.other[i] = !is_laned && mode != TraceMode::kLeaf;
  }
  return steps;
}
inline constexpr SortSteps kSortStepsWithLanes = MakeSortSteps(true);
inline constexpr SortSteps kSortStepsWithoutLanes = MakeSortSteps(false);

struct SortedBatch {
  LaneObjects laned;
  Word others[kLaneObjectsMax];
  const TypeInfo* other_types[kLaneObjectsMax];
  size_t other_count = 0;
  size_t live_bytes = 0;  // of the objects of the batch

  // Takes `count` words. kClaims: the last first, as a stack would; sets their
  // mark bits by plain writes, and leaves out what was marked. Otherwise all
  // have been claimed. Requires: the batch is empty; at most kLaneObjectsMax.
  template <bool kClaims>
  HALFWORD_ALWAYS_INLINE void Sort(const Word* words, size_t count,
                                   const SortSteps& steps) {
    const PageRecord* const records = side_tables.records;
    uint64_t* const marked = side_tables.marked;
    // In registers: a store of a byte may be to any field.
    size_t lanes_at = 0;
    size_t others_at = 0;
    size_t bytes = 0;
    const auto add = [&](Word word) __attribute__((always_inline)) {
      const size_t granule = WindowGranule(word);
      const size_t is_new =
          kClaims ? static_cast<size_t>(1 + SetBit(marked, granule)) : 1;
      const PageRecord& record = records[granule / kPageGranules];
      const TypeInfo& type = TypeOf(record, word);
      const auto mode = static_cast<size_t>(type.trace_mode);
      laned.words[lanes_at] = word;
      laned.lanes[lanes_at] = type.strong_lanes;
      lanes_at += steps.laned[mode] & is_new;
      others[others_at] = word;
      other_types[others_at] = &type;
      others_at += steps.other[mode] & is_new;
      bytes += record.slot_bytes & (0 - is_new);
    };
    if constexpr (!kClaims) {
      for (size_t i = 0; i < count; ++i) add(words[i]);
    } else if (__builtin_expect(count == kLaneObjectsMax, true)) {
      for (size_t i = kLaneObjectsMax; i-- != 0;) add(words[i]);
    } else {
      for (size_t i = count; i-- != 0;) add(words[i]);
    }
    laned.count = lanes_at;
    other_count = others_at;
    live_bytes = bytes;
  }

  // Of a batch of `count` objects, for which there were so many words more. A
  // few lanes are counted among the others, as which they are traced where
  // batches are not sorted.
  BatchKinds Kinds(size_t count, size_t repeated_count) const {
    size_t few_count = 0;
    for (size_t i = 0; i < laned.count; ++i) {
      few_count += HasFewLanes(laned.lanes[i]);
    }
    return {.repeated = repeated_count,
            .leaves = count - laned.count - other_count,
            .laned = laned.count - few_count,
            .others = other_count + few_count};
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_SORTED_BATCH_H_
