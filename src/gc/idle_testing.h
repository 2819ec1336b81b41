// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of idle work share: how much is worth a cycle, and an object whose
// end is seen. Only tests include this file.

#ifndef HALFWORD_GC_IDLE_TESTING_H_
#define HALFWORD_GC_IDLE_TESTING_H_

#include "gc/gc_testing.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline constexpr StackState kNoStack = StackState::kNoHeapPointers;
inline constexpr double kLongMs = 60'000;
// More than marking in a pause may take.
inline constexpr int kManyBlocks = 50'000;
// The same by what marking was found to take on a fast machine.
inline constexpr int kManyMeasuredBlocks = 300'000;

class DiesLoudly : public GarbageCollected<DiesLoudly> {
 public:
  explicit DiesLoudly(int* deaths) : deaths_(deaths) {}
  ~DiesLoudly() { ++*deaths_; }
  void Trace(Visitor*) const {}

 private:
  int* const deaths_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_IDLE_TESTING_H_
