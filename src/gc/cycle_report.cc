// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who is told of a cycle: statistics, trace-gc and the program. Part of
// Collector.

#include "base/error_line.h"
#include "base/options.h"
#include "gc/collector.h"
#include "gc/program_call.h"
#include "gc/scoped_flag.h"

namespace halfword::inline HALFWORD_ABI::internal {

void Collector::NoteStep(double ms) {
  pauses_.Add(ms);
  steps_.Add(ms);
}

CycleRecord Collector::Report(const CollectOptions& options, CycleRecord record,
                              size_t freed_bytes) {
  pauses_.Add(record.pause_ms);
  record.number = collection_count_;
  record.cause = options.reason != nullptr ? options.reason : "explicit";
  record.step_count = steps_.count();
  record.step_ms_max = steps_.max_ms();
  record.step_ms_total = steps_.total_ms();
  record.live_bytes = pacer_.live_bytes();
  record.freed_bytes = freed_bytes;
  steps_ = {};
  if (GetProcessOptions().trace_gc) {
    PrintEvent(
        "gc heap=%d cycle=%zu cause=%s mode=%s pause_ms=%.2f mark_ms=%.2f "
        "sweep_ms=%.2f live_bytes=%zu freed_bytes=%zu steps=%zu "
        "step_ms_max=%.2f step_ms=%.2f weak_references=%zu",
        id_, record.number, record.cause, record.mode, record.pause_ms,
        record.mark_ms, record.sweep_ms, record.live_bytes, record.freed_bytes,
        record.step_count, record.step_ms_max, record.step_ms_total,
        record.weak_reference_count);
  }
  return record;
}

void Collector::CallCycleCallback(const CycleRecord& record) {
  if (!options_.cycle_callback || is_in_cycle_callback_) return;
  // It may collect, which is no reason to call it again.
  const ScopedFlag flag(&is_in_cycle_callback_);
  const ProgramCall call;
  options_.cycle_callback(*owner_, record);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
