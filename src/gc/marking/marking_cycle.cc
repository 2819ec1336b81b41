// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Steps, and how much a step does.

#include "gc/marking/marking_cycle.h"

#include <algorithm>

#include "base/clock.h"
#include "base/spin.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// A step that is not behind does so much, where nobody else marks.
constexpr size_t kStepBytesMin = size_t{128} << 10;
// Of what lives, what a cycle that is late plans to mark yet, at least.
constexpr size_t kLeftDivisor = 16;
// Where own work is left to the pause, the next cycle begins so much sooner.
constexpr size_t kLeftOwnDivisor = 4;
// Of a look: so much in any case, which is more than a program makes between
// two of the last steps; and the rest if that takes no longer than a step, such
// as a large array that the program has just made.
constexpr size_t kFewObjects = size_t{1} << 12;
// Of weak arrays, between two looks at the clock.
constexpr size_t kScannedElements = size_t{1} << 13;
// Helpers that run give what they are asked for sooner.
constexpr double kAnswerMsMax = 0.02;
constexpr int kUnansweredMax = 4;
// Of weak slots, blocks that the heap's thread sifts itself.
constexpr size_t kOwnBlocksMax = 4;

}  // namespace

MarkingCycle::MarkingCycle(const PageHeap* heap,
                           const ConstructionList* constructing,
                           const MarkingSchedule& schedule)
    : begin_bytes_(schedule.begin_bytes), schedule_(schedule), marker_(heap) {
  marker_.MarkBeside({exchange_.get(), constructing, false});
  marker_.Suspect(&suspects_);
}

void MarkingCycle::Start(Platform& platform, size_t helper_count) {
  if (helper_count == 0) return;
  marker_.GiveAll();
  helpers_.emplace(marker_.heap(), marker_.constructing(), exchange_,
                   helper_count, platform);
}

size_t MarkingCycle::marked_bytes() const {
  return marker_.work_bytes() +
         (helpers_.has_value() ? exchange_->marked_bytes() : 0);
}

// What should have been marked by now, less what was.
size_t MarkingCycle::BytesBehind(size_t allocated_bytes) const {
  const size_t passed =
      allocated_bytes - std::min(allocated_bytes, schedule_.begin_bytes);
  const size_t all =
      std::max<size_t>(schedule_.end_bytes -
                           std::min(schedule_.end_bytes, schedule_.begin_bytes),
                       1);
  const double due =
      static_cast<double>(schedule_.live_bytes - schedule_.marked_bytes) *
      std::min(1.0, static_cast<double>(passed) / static_cast<double>(all));
  const size_t due_bytes = schedule_.marked_bytes + static_cast<size_t>(due);
  return due_bytes - std::min(due_bytes, marked_bytes());
}

void MarkingCycle::Extend(size_t allocated_bytes, size_t end_bytes) {
  const size_t live_bytes = schedule_.live_bytes;
  const size_t marked = marked_bytes();
  // What lives is a guess, and there is more to mark, or it would not be late.
  const size_t left_bytes = std::max(live_bytes - std::min(live_bytes, marked),
                                     live_bytes / kLeftDivisor);
  schedule_ = {allocated_bytes, end_bytes, marked + left_bytes, marked};
  is_extended_ = true;
}

// What this thread has left first, then what helpers have given. Returns
// whether there was time for all. What waits for a constructor is left, too.
// Once there was no time for all, it is marked as where nobody helps: helpers
// find it faster than this thread gets it done.
bool MarkingCycle::DoOwnWork() {
  const double end_ms =
      MonotonicMs() + (has_left_own_work_ ? MarkingPlan::kStepMsMax
                                          : MarkingPlan::kHelpedStepMsMax);
  OwnThreadWork work;
  marker_.TakeOwnWork(&work);
  bool is_done = marker_.DoOwnWork(&work, end_ms);
  bool has_deferred = false;
  while (is_done && exchange_->has_own_work()) {
    is_done = MonotonicMs() < end_ms && exchange_->TakeOwnWork(&work);
    has_deferred |= !work.parts.empty();
    is_done = is_done && marker_.DoOwnWork(&work, end_ms);
  }
  marker_.LeaveOwnWork(&work);
  // What a class defers refers to others of its kind, often: helpers would give
  // them back one by one.
  while (has_deferred && !marker_.is_dry() && MonotonicMs() < end_ms) {
    DrainOwn();
  }
  return is_done;
}

void MarkingCycle::Step(size_t allocated_bytes) {
  step_allocated_bytes_ = allocated_bytes;
  is_behind_at_weak_ = false;
  has_left_own_work_ = !DoOwnWork();
  is_behind_ = has_left_own_work_;
  if (has_left_own_work_) {
    ShareWork();
    return;
  }
  size_t bytes = BytesBehind(allocated_bytes);
  if (!has_helpers()) bytes = std::max(bytes, kStepBytesMin);
  // What is left is soon done, or there is nobody else.
  const bool is_late = allocated_bytes >= schedule_.end_bytes;
  if (is_late) bytes = SIZE_MAX;
  if (bytes != 0) {
    AskHelpers();
    MarkBytes(bytes);
  } else {
    // Arrays that have changed are no helper's.
    const double end_ms = MonotonicMs() + MarkingPlan::kHelpedStepMsMax;
    do {
      DrainOwn();
    } while (marker_.has_moved() && MonotonicMs() < end_ms);
  }
  is_behind_ =
      !marker_.is_dry() && (is_late || BytesBehind(allocated_bytes) != 0);
  ShareWork();
  if (is_late || is_extended_) SiftForHelpers();
}

void MarkingCycle::SiftForHelpers() {
  if (!exchange_->has_slots_to_sift()) return;
  const double end_ms = MonotonicMs() + MarkingPlan::kStepMsMax;
  while (exchange_->SiftSome() && MonotonicMs() < end_ms) {
  }
}

// They are behind, and all that is left waits on their stacks: of a list it is
// one word. Without this the program would leave them behind, and the pause
// would mark the rest. A helper that does not run, since others use its
// processor, cannot answer; in a cycle that is late, helpers that do not answer
// a few times in turn are sent home, and this thread goes on without.
void MarkingCycle::AskHelpers() {
  if (!has_helpers() || !marker_.is_dry() || exchange_->has_work()) return;
  const double end_ms = MonotonicMs() + kAnswerMsMax;
  exchange_->Ask(true);
  bool has_answer = marker_.TakeAsked() || helpers_->IsIdle();
  while (!has_answer && MonotonicMs() < end_ms) {
    PauseProcessor();
    has_answer = marker_.TakeAsked() || helpers_->IsIdle();
  }
  exchange_->Ask(false);
  unanswered_count_ = has_answer ? 0 : unanswered_count_ + 1;
  if (is_extended_ && unanswered_count_ >= kUnansweredMax) DropHelpers();
}

// Waits until they run, as the pause would have to.
void MarkingCycle::DropHelpers() {
  helpers_->HandOverTo(&marker_);
  helpers_.reset();
  marker_.TakeFromExchange();
}

void MarkingCycle::MarkBytes(size_t bytes) {
  const bool is_helped = has_helpers() && bytes != SIZE_MAX;
  const double end_ms =
      MonotonicMs() +
      (is_helped ? MarkingPlan::kHelpedStepMsMax : MarkingPlan::kStepMsMax);
  const double begin_cpu_ms = ThreadCpuMs();
  const size_t begin = marker_.work_bytes();
  while (!Mark(kStepObjects) && marker_.work_bytes() - begin < bytes &&
         MonotonicMs() < end_ms) {
  }
  step_ms_ += ThreadCpuMs() - begin_cpu_ms;
  step_bytes_ += marker_.work_bytes() - begin;
}

bool MarkingCycle::Mark(size_t object_count) {
  return has_helpers() ? marker_.DrainBeside(object_count)
                       : marker_.DrainSome(object_count);
}

// What is put into the exchange without helpers nobody takes before the pause.
void MarkingCycle::DrainOwn() {
  if (has_helpers()) {
    marker_.DrainOwn(kStepObjects);
  } else {
    static_cast<void>(marker_.DrainSome(kStepObjects));
  }
}

bool MarkingCycle::MarkLook(bool is_late) {
  const double end_ms = MonotonicMs() + (is_late ? MarkingPlan::kLateLookMsMax
                                                 : MarkingPlan::kStepMsMax);
  bool is_done = Mark(kFewObjects);
  while (!is_done && MonotonicMs() < end_ms) is_done = Mark(kStepObjects);
  return is_done;
}

void MarkingCycle::MarkSuspects() {
  for (const StackSuspects::Suspect& suspect : suspects_.suspects()) {
    marker_.MarkRoot(reinterpret_cast<const void*>(suspect.object));
  }
}

bool MarkingCycle::LookAtWeak() {
  const double end_ms = MonotonicMs() + MarkingPlan::kStepMsMax;
  Marker::Scan scan;
  do {
    scan = marker_.ScanWeakArrays(kScannedElements);
  } while (scan == Marker::Scan::kNotAtEnd && MonotonicMs() < end_ms);
  if (scan != Marker::Scan::kDone || !marker_.is_dry()) {
    is_behind_at_weak_ = scan == Marker::Scan::kNotAtEnd &&
                         BytesBehind(step_allocated_bytes_) != 0;
    ShareWork();
    return false;
  }
  return SiftWeakSlots(end_ms);
}

// Many are left to helpers; the marking is dry again when they have done it.
bool MarkingCycle::SiftWeakSlots(double end_ms) {
  WeakSlots* const slots = marker_.weak_slots();
  exchange_->TakeSifted(marker_.sifted_weak_slots());
  if (has_helpers() && slots->block_count() > kOwnBlocksMax) {
    exchange_->GiveSlotsToSift(slots);
    ShareWork();
    return false;
  }
  while (!slots->empty()) {
    slots->SiftSome(marker_.sifted_weak_slots());
    if (MonotonicMs() >= end_ms) return slots->empty();
  }
  return true;
}

// The rest is for helpers.
void MarkingCycle::ShareWork() {
  if (!has_helpers()) return;
  marker_.GiveAll();
  if (exchange_->has_work()) helpers_->NotifyWork();
}

bool MarkingCycle::IsDry() const {
  HALFWORD_DCHECK(has_helpers() || !exchange_->has_work(),
                  "nobody would take what is in the exchange");
  // In this order: helpers leave own work there before they leave.
  return marker_.is_dry() && !has_left_own_work_ &&
         (!has_helpers() || helpers_->IsIdle()) && !exchange_->has_own_work();
}

bool MarkingCycle::IsLeftToHelpers() const {
  return has_helpers() && marker_.is_dry() && !has_left_own_work_ &&
         !exchange_->has_own_work() && !exchange_->has_work() &&
         !helpers_->IsIdle();
}

bool MarkingCycle::StopHelpers() {
  if (helpers_.has_value()) helpers_->Stop();
  return !has_failed();
}

void MarkingCycle::EnterPause() {
  if (helpers_.has_value()) helpers_->HandOverTo(&marker_);
  beside_bytes_ = marker_.work_bytes();
  OwnThreadWork work;
  while (exchange_->TakeOwnWork(&work)) continue;
  // Helpers have found much that this thread had no time to trace.
  if (work.objects.size() + work.parts.size() >= kFewObjects) {
    beside_bytes_ /= kLeftOwnDivisor;
  }
  marker_.EndBeside(&work);
}

void MarkingCycle::Report(size_t allocated_bytes, MarkingPlan* plan) const {
  plan->NoteMarking(step_ms_, step_bytes_);
  plan->NoteCycle(allocated_bytes - std::min(allocated_bytes, begin_bytes_),
                  beside_bytes_);
}

void MarkingCycle::Abandon() {
  if (helpers_.has_value()) helpers_->Abandon();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
