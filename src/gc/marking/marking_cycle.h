// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MarkingCycle: the part of a cycle that marks outside the pause.
//
// It begins with what handles refer to. From then on helpers mark beside the
// program, and the heap's thread in steps, as far as they are behind the
// schedule: all is to be marked when the program has allocated a given number
// of bytes. What it allocates meanwhile is unmarked, and lives only if it is
// found (design/concurrent_marking.md#req.beside.complete).
//
//   begin -> step, step, ... until dry -> all roots, and little found ->
//   pause
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_MARKING_MARKING_CYCLE_H_
#define HALFWORD_GC_MARKING_MARKING_CYCLE_H_

#include <cstddef>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "base/system_memory.h"
#include "gc/marking/concurrent_markers.h"
#include "gc/marking/mark_exchange.h"
#include "gc/marking/marker.h"
#include "gc/marking/marking_plan.h"
#include "gc/marking/stack_suspects.h"
#include "gc/roots/construction_list.h"
#include "halfword/platform.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Looks at the roots that could have ended a cycle, but for time, or for what
// the stack seemed to hold; and steps that could have looked, but for time.
struct PutOffCounts {
  int long_looks = 0;
  int suspicious_looks = 0;
  int long_steps = 0;
};

class MarkingCycle : public InSystemMemory {
 public:
  // Objects that a step of the heap's thread looks at between two looks at the
  // clock: some 20 microseconds', or 50 if each has to be waited for.
  static constexpr size_t kStepObjects = size_t{1} << 9;

  MarkingCycle(const PageHeap* heap, const ConstructionList* constructing,
               const MarkingSchedule& schedule);

  // Calls helpers. Requires: the handles are marked. Errors: std::bad_alloc.
  void Start(Platform& platform, size_t helper_count);

  Marker& marker() { return marker_; }
  PutOffCounts& put_offs() { return put_offs_; }
  bool has_helpers() const {
    return helpers_.has_value() && helpers_->has_job();
  }
  // False: in the child of a fork, of a cycle that began before.
  bool is_of_this_process() const { return process_ == ProcessId(); }
  // A helper had no memory.
  bool has_failed() const { return exchange_->has_failed(); }

  // Marks on the heap's thread what only that may, and as much of the rest as
  // helpers are behind the schedule, for a limited time.
  void Step(size_t allocated_bytes);
  // It is late, and was given until then: what is left is spread over that.
  void Extend(size_t allocated_bytes, size_t end_bytes);

  // Whether the last step had no time for all that was due; of marking, which
  // helpers share, or of looks at ephemerons, which they do not.
  bool is_behind() const { return is_behind_; }
  bool is_behind_at_weak() const { return is_behind_at_weak_; }
  // Or for what only this thread may trace.
  bool has_left_own_work() const { return has_left_own_work_; }

  // Marks up to so many objects, here. Returns whether none is left.
  bool Mark(size_t object_count);

  // A look at all roots begins: of what the stack seems to hold, the marker
  // marks what it found there at the last look, too.
  void BeginLook() { suspects_.BeginLook(); }
  // Marks what a look has brought, if that is soon done. Returns whether it is.
  bool MarkLook(bool is_late);
  bool has_suspects() const { return !suspects_.suspects().empty(); }
  // Marks the rest.
  void MarkSuspects();

  // When it is dry: marks values of ephemerons whose keys were found after
  // them, and forgets weak slots whose targets were, for a limited time.
  // Returns whether the pause will find next to none.
  bool LookAtWeak();

  // Whether nothing was left to be marked, neither here nor at a helper's.
  bool IsDry() const;

  // Whether it is not dry, and the heap's thread has nothing to do.
  bool IsLeftToHelpers() const;

  // False: one of them had no memory, and what it found is lost.
  bool StopHelpers();

  // The pause has begun: the marker gets all that helpers have found.
  void EnterPause();

  // At its end: what the next cycle may learn from this one.
  void Report(size_t allocated_bytes, MarkingPlan* plan) const;

  // It has ended: gives back a piece of what it has noted. Returns whether
  // little is left.
  bool ReleaseSome() { return marker_.ReleaseSome(); }

  // In the child of a fork, where there are no helpers: the cycle is lost.
  void Abandon();

 private:
  bool DoOwnWork();
  size_t marked_bytes() const;
  size_t BytesBehind(size_t allocated_bytes) const;
  void MarkBytes(size_t bytes);
  // Marks some objects of what is here, and takes nothing from others.
  void DrainOwn();
  void AskHelpers();
  void DropHelpers();
  bool SiftWeakSlots(double end_ms);
  void SiftForHelpers();
  void ShareWork();

  const std::shared_ptr<MarkExchange> exchange_ =
      std::make_shared<MarkExchange>();
  const size_t begin_bytes_;  // of the cycle
  MarkingSchedule schedule_;
  bool is_extended_ = false;
  PutOffCounts put_offs_;
  const int process_ = ProcessId();
  Marker marker_;
  StackSuspects suspects_;
  std::optional<ConcurrentMarkers> helpers_;
  size_t beside_bytes_ = 0;         // marked before the pause
  bool has_left_own_work_ = false;  // a step had no time for all
  bool is_behind_ = false;
  bool is_behind_at_weak_ = false;
  size_t step_allocated_bytes_ = 0;  // of the last step
  int unanswered_count_ = 0;         // of AskHelpers(), in turn
  // What steps of the heap's thread took, of its processor's time, and marked.
  double step_ms_ = 0;
  size_t step_bytes_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARKING_CYCLE_H_
