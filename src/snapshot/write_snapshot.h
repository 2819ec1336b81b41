// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What stands behind WriteHeapSnapshot(): the same for a collector, which a
// heap that writes snapshots by itself has at hand.

#ifndef HALFWORD_SNAPSHOT_WRITE_SNAPSHOT_H_
#define HALFWORD_SNAPSHOT_WRITE_SNAPSHOT_H_

#include <functional>
#include <string>

#include "gc/collector.h"
#include "halfword/heap_snapshot.h"

namespace halfword::inline HALFWORD_ABI::internal {

SnapshotReport WriteSnapshot(Collector& collector, SnapshotSink& sink,
                             const SnapshotOptions& options);
// tell: called with the whole report by the process that has written the file.
using TellOfSnapshot = std::function<void(const SnapshotReport& report)>;
SnapshotReport WriteSnapshotFile(Collector& collector, const std::string& path,
                                 const SnapshotOptions& options,
                                 const TellOfSnapshot& tell = {});

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_WRITE_SNAPSHOT_H_
