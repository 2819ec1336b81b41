// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Snapshots that a heap writes by itself, as HALFWORD_OPTIONS asked for: near
// its limit, or after a signal. Their names are
// Heap.<date>-<time>.<process>.<number>.heapsnapshot; the numbers are those of
// the process, from 1.

#include <atomic>
#include <string>

#include "base/clock.h"
#include "base/error_line.h"
#include "base/options.h"
#include "gc/collector.h"
#include "gc/snapshot_schedule.h"
#include "snapshot/snapshot_state.h"
#include "snapshot/write_snapshot.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

std::string NextPath() {
  static std::atomic<int> last{0};
  std::string path = GetProcessOptions().snapshot_folder;
  if (!path.empty() && path.back() != '/') path += '/';
  return path + "Heap." + LocalTimeText() + "." + std::to_string(ProcessId()) +
         "." + std::to_string(last.fetch_add(1) + 1) + ".heapsnapshot";
}

const char* NameOf(SnapshotCause cause) {
  switch (cause) {
    case SnapshotCause::kNearLimit:
      return "near the limit";
    case SnapshotCause::kOutOfMemory:
      return "out of memory";
    case SnapshotCause::kSignal:
      break;
  }
  return "signal";
}

}  // namespace

void WriteAutomaticSnapshot(Collector& collector, SnapshotCause cause,
                            bool stack_may_hold_pointers) {
  const std::string path = NextPath();
  SnapshotOptions options = SnapshotState::Of(collector).options();
  options.redact |= GetProcessOptions().redact_snapshots;
  options.stack = stack_may_hold_pointers ? StackState::kMayContainHeapPointers
                                          : StackState::kNoHeapPointers;
  const auto tell = [&](const SnapshotReport& report) {
    if (report.ok()) {
      PrintEvent("snapshot heap=%d cause='%s' file='%s'", collector.id(),
                 NameOf(cause), path.c_str());
    } else {
      PrintLine("no snapshot of heap %d (%s): %s", collector.id(),
                NameOf(cause), report.error.c_str());
    }
  };
  WriteSnapshotFile(collector, path, options, tell);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
