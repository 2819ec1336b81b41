// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// WriteHeapSnapshot(): what a heap holds, as a .heapsnapshot file, which the
// Memory panel of Chrome's DevTools opens.
//
//   halfword::SnapshotReport report =
//       halfword::WriteHeapSnapshot(*heap, "now.heapsnapshot");
//   if (!report.ok()) std::fprintf(stderr, "%s\n", report.error.c_str());
//
// The file is shown by DevTools (Memory, Load profile), or in a terminal by
// `halfword snapshot summary now.heapsnapshot`. A large heap need not stop the
// program while it is written:
//
//   report = halfword::WriteHeapSnapshot(*heap, "now.heapsnapshot",
//                                        {.pause_ms_max = 100});
//   ...                                    // goes on
//   if (report.is_pending()) report.Wait();  // if it wants to know
//
// The heap is collected first, and the snapshot shows what that collection
// kept, by what: objects named by their class or their own
// GetHumanReadableName(), edges named by their fields, strings by their bytes,
// handles by the place in the program that made them. An object keeps its id
// from one snapshot to the next, so that DevTools can compare two.
//
// Sizes are those of slots; what no object takes stands below "(heap)", so that
// the total is HeapStatistics::committed_size_bytes.
//
// Threads: the heap's own. Cost: the program stands still meanwhile; about
// 100 ns an object beside the collection, and memory of a few bytes an object
// (design/snapshots.md).

#ifndef HALFWORD_HEAP_SNAPSHOT_H_
#define HALFWORD_HEAP_SNAPSHOT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "halfword/heap.h"
#include "halfword/stack_state.h"

namespace halfword::inline HALFWORD_ABI {

class SourceTable;

namespace internal {
class DetachedProcess;
}

// Takes a snapshot's bytes, in order.
class SnapshotSink {
 public:
  virtual ~SnapshotSink() = default;

  // False: it can take no more, and the snapshot ends with an error. Must not
  // allocate in the heap, free from it or collect it: it is being written.
  // Builds with checks end there, others say in the report that it happened.
  // It may make and drop handles; the snapshot shows those that the collection
  // at its beginning found.
  virtual bool Write(const char* data, size_t bytes) = 0;
};

struct SnapshotOptions {
  // Of the collection that comes first: see CollectOptions.
  StackState stack = StackState::kMayContainHeapPointers;

  // Of a longer string, so much is shown, and its length and a hash, so that
  // different strings stay different.
  size_t string_bytes_max = 1024;

  // Where objects come from, for classes that say so (source_position.h); null:
  // nothing is said of it. Line ends that it has not found yet are found first.
  SourceTable* sources = nullptr;

  // A snapshot of a file that would stop the program for longer than this is
  // written by a process of its own, which has the heap as it was; the program
  // goes on as soon as the heap is collected and its objects are named. 0: the
  // program writes it itself, however long it takes.
  // That process calls GetSourcePosition() and hand-written Trace(), has no
  // other threads, and of the program's open files standard error alone, so
  // that what the program closes is closed.
  double pause_ms_max = 0;

  // Leaves out what may be secret: contents of strings, and names that objects
  // give themselves.
  bool redact = false;
};

struct SnapshotReport {
  // One line; empty: the snapshot is complete.
  std::string error;

  size_t node_count = 0;
  size_t edge_count = 0;
  size_t string_count = 0;
  size_t file_bytes = 0;

  // Objects whose source position lies behind the end of the text, or in a
  // source that the table does not have. They are shown without one.
  size_t missing_position_count = 0;

  // Objects that give themselves names for which the bound of memory left no
  // room: they are shown by their class, or `<p id="x">` as `<p>`.
  size_t shortened_name_count = 0;

  // Taken at most, beside the heap; what the collection took that came first
  // counts as well.
  size_t memory_bytes = 0;

  // Collecting, counting and naming; and writing it out. The program stood
  // still for both, unless another process wrote.
  double generation_ms = 0;
  double serialization_ms = 0;

  // Of a process of its own: memory that it did not share with the program in
  // the end, because one of the two had written to it.
  size_t copied_bytes = 0;

  // Another process is still writing: Wait() for the rest of this report. If
  // nobody waits, the file is written all the same.
  bool is_pending() const { return process != nullptr; }
  // Returns when the snapshot is complete, or has failed. A copy of a report
  // waits for the same snapshot, and is told the same, as often as there are
  // copies. Threads: any, each with its own copy.
  void Wait();

  bool ok() const { return error.empty(); }

  // Shared by copies; nothing for the program to touch.
  std::shared_ptr<internal::DetachedProcess> process;
};

// Writes PATH.tmp and renames it once it is complete and on the disk, so that
// there is never a part of a snapshot under that name.
// Errors: in the report; the program goes on, and PATH is as it was.
// Requires: as Heap::Collect().
SnapshotReport WriteHeapSnapshot(Heap& heap, const std::string& path,
                                 const SnapshotOptions& options = {});

// The same to anything.
SnapshotReport WriteHeapSnapshot(Heap& heap, SnapshotSink& sink,
                                 const SnapshotOptions& options = {});

// Notes when and from where each object is allocated, from now on: snapshots
// then have what DevTools' Allocation view and timeline show (of a file that is
// named .heaptimeline: docs/format/heapsnapshot.md). Objects that live already
// are collected and numbered first, so that they are older than all that
// follow; where no collection can be done, they are not.
// Requires: as Heap::Collect(); on a heap with a precise stack, handles hold
// what is to stay.
//
// The site of an object is the function that called Halfword, and what had
// called that. Functions are named from the program's files, also where they
// are not exported; of a stripped one, by their place in it.
//
// Cost: an allocation takes some microseconds, and 8 bytes; stacks are kept
// once each. A heap can number 2^31 objects in all. HALFWORD_OPTIONS=
// track-allocations begins it with each heap of a program.
void StartTrackingAllocations(Heap& heap);

// Allocations are as fast as before, and no longer seen. What was noted stays.
void StopTrackingAllocations(Heap& heap);

// Of the snapshots that the heap writes by itself, near its limit or after a
// signal (docs/options.md); `stack` is not looked at. The sources must stay as
// long as the heap, or until this is called again.
void SetSnapshotOptions(Heap& heap, const SnapshotOptions& options);

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_SNAPSHOT_H_
