// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A snapshot from beginning to end: the graph, the file, and which process
// writes it.

#include "halfword/heap_snapshot.h"

#include <unistd.h>

#include <array>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/detached_process.h"
#include "base/error_line.h"
#include "base/options.h"
#include "base/output_file.h"
#include "gc/collector.h"
#include "halfword/internal/heap_extension.h"
#include "snapshot/file_sink.h"
#include "snapshot/report_text.h"
#include "snapshot/snapshot_graph.h"
#include "snapshot/snapshot_sections.h"
#include "snapshot/snapshot_state.h"
#include "snapshot/write_snapshot.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

namespace {

// What the program's code, which writing calls, must not change. Checks tell
// where it happens; without them, the report tells that it did.
class UnchangingHeap {
 public:
  explicit UnchangingHeap(Collector* collector)
      : collector_(*collector), before_(Amounts()) {
    ++collector_.scopes().snapshot_depth;
  }
  ~UnchangingHeap() { --collector_.scopes().snapshot_depth; }
  UnchangingHeap(const UnchangingHeap&) = delete;
  UnchangingHeap& operator=(const UnchangingHeap&) = delete;

  bool HasChanged() { return Amounts() != before_; }

 private:
  std::array<size_t, 3> Amounts() {
    collector_.CloseRuns();
    return {collector_.allocated_since_collection_bytes(),
            collector_.live_bytes_estimate(), collector_.cycle()};
  }

  Collector& collector_;
  const std::array<size_t, 3> before_;
};

// The part behind Begin().
void WriteRest(SnapshotGraph* graph, SnapshotSink& sink,
               SnapshotReport* report) {
  const double start_ms = MonotonicMs();
  UnchangingHeap heap(&graph->collector());
  if (!graph->Count()) {
    report->error = graph->error();
    return;
  }
  const double counted_ms = MonotonicMs();
  WriteSections(graph, sink, report);
  if (report->ok() && heap.HasChanged()) {
    report->error =
        "the heap changed while its snapshot was written: a SnapshotSink, "
        "GetSourcePosition() or Trace() must not allocate in it or collect it";
  }
  report->generation_ms += counted_ms - start_ms;
  report->serialization_ms = MonotonicMs() - counted_ms;
}

// False: the report says why.
bool Begin(SnapshotGraph* graph, SnapshotReport* report) {
  const double start_ms = MonotonicMs();
  if (!graph->Begin()) report->error = graph->error();
  report->generation_ms = MonotonicMs() - start_ms;
  return report->ok();
}

// The rest into a file, and its name.
void WriteFile(SnapshotGraph* graph, OutputFile* file, SnapshotReport* report) {
  FileSink sink(file);
  WriteRest(graph, sink, report);
  const double written_ms = MonotonicMs();
  // The file knows better why the sink refused.
  const bool is_written = report->ok() && file->Commit();
  if (!is_written && !file->error().empty()) report->error = file->error();
  report->serialization_ms += MonotonicMs() - written_ms;
}

// There may be none for the longer text either.
void SayNoMemory(SnapshotReport* report) {
  try {
    report->error = "malloc has no memory for the snapshot's tables";
  } catch (const std::bad_alloc&) {
    report->error = "out of memory";
  }
}

// Calls function(), which may run out of malloc's memory.
template <typename Function>
void WithMemory(SnapshotReport* report, Function function) {
  try {
    function();
  } catch (const std::bad_alloc&) {
    SayNoMemory(report);
  }
}

void PrintProfile(const Collector& collector, const SnapshotReport& report) {
  if (!report.ok() || !GetProcessOptions().profile_snapshot) return;
  PrintEvent(
      "snapshot heap=%d nodes=%zu edges=%zu strings=%zu bytes=%zu "
      "memory_bytes=%zu generation_ms=%.2f serialization_ms=%.2f",
      collector.id(), report.node_count, report.edge_count, report.string_count,
      report.file_bytes, report.memory_bytes, report.generation_ms,
      report.serialization_ms);
}

// What writing takes for a byte of the heap, until one was measured: more than
// it did on any machine that was tried, so that the first pause is no surprise.
constexpr double kNsPerByteAtFirst = 6;

bool WouldPauseTooLong(Collector& collector, const SnapshotOptions& options) {
  if (options.pause_ms_max <= 0) return false;
  const double measured = SnapshotState::Of(collector).ns_per_byte();
  const double ns_per_byte = measured != 0 ? measured : kNsPerByteAtFirst;
  const auto bytes = static_cast<double>(collector.live_bytes_estimate());
  return bytes * ns_per_byte / 1e6 > options.pause_ms_max;
}

void NotePace(Collector& collector, const SnapshotReport& report) {
  const auto bytes = static_cast<double>(collector.live_bytes_estimate());
  if (!report.ok() || bytes == 0) return;
  const double ms = report.generation_ms + report.serialization_ms;
  SnapshotState::Of(collector).set_ns_per_byte(ms * 1e6 / bytes);
}

// What another process has to keep open to see the heap as it is now.
class HeldForFork {
 public:
  explicit HeldForFork(Collector* collector) {
    for (int i = 0; i < kExtensionCount; ++i) {
      const auto& extension =
          ExtensionOf(*collector, static_cast<ExtensionIndex>(i));
      is_complete_ &=
          extension == nullptr || extension->HoldForFork(&descriptors_);
    }
  }
  ~HeldForFork() {
    for (const int descriptor : descriptors_) close(descriptor);
  }
  HeldForFork(const HeldForFork&) = delete;
  HeldForFork& operator=(const HeldForFork&) = delete;

  // False: it would see what is saved meanwhile.
  bool is_complete() const { return is_complete_; }
  const std::vector<int>& descriptors() const { return descriptors_; }

 private:
  std::vector<int> descriptors_;
  bool is_complete_ = true;
};

// False: no process can be had, and nothing was done.
bool WriteDetached(Collector* collector, SnapshotGraph* graph, OutputFile* file,
                   const TellOfSnapshot& tell, SnapshotReport* report) {
  struct Job {
    Collector* collector;
    const TellOfSnapshot* tell;
    SnapshotGraph* graph;
    OutputFile* file;
    SnapshotReport* report;
  } job = {collector, &tell, graph, file, report};
  const HeldForFork held(collector);
  if (!held.is_complete()) return false;
  std::vector<int> kept = held.descriptors();
  kept.push_back(file->descriptor());
  auto process = std::make_shared<DetachedProcess>();
  const bool has_started = process->Start(
      [](void* context) {
        const Job& own = *static_cast<Job*>(context);
        WithMemory(own.report,
                   [&] { WriteFile(own.graph, own.file, own.report); });
        PrintProfile(*own.collector, *own.report);
        if (!own.report->ok()) own.file->Discard();
        if (*own.tell) (*own.tell)(*own.report);
        own.report->copied_bytes = OwnMemoryBytes();
        return FormatReport(*own.report);
      },
      &job, kept);
  if (!has_started) return false;
  file->LeaveToAnotherProcess();
  report->process = std::move(process);
  return true;
}

}  // namespace

SnapshotReport WriteSnapshot(Collector& collector, SnapshotSink& sink,
                             const SnapshotOptions& options) {
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a snapshot is taken on the thread that created the heap");
  SnapshotReport report;
  WithMemory(&report, [&] {
    SnapshotGraph graph(&collector, options);
    if (Begin(&graph, &report)) WriteRest(&graph, sink, &report);
  });
  PrintProfile(collector, report);
  return report;
}

SnapshotReport WriteSnapshotFile(Collector& collector, const std::string& path,
                                 const SnapshotOptions& options,
                                 const TellOfSnapshot& tell) {
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a snapshot is taken on the thread that created the heap");
  SnapshotReport report;
  OutputFile file(path);
  if (!file.Open()) {
    report.error = file.error();
    if (tell) tell(report);
    return report;
  }
  WithMemory(&report, [&] {
    SnapshotGraph graph(&collector, options);
    if (!Begin(&graph, &report)) return;
    if (WouldPauseTooLong(collector, options) &&
        WriteDetached(&collector, &graph, &file, tell, &report)) {
      return;
    }
    WriteFile(&graph, &file, &report);
    NotePace(collector, report);
  });
  if (!report.is_pending()) {
    PrintProfile(collector, report);
    if (tell) tell(report);
  }
  return report;
}

void StartTracking(Collector& collector) {
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "allocations are tracked on the thread of the heap");
  if (collector.used_page_bytes() != 0) {
    SnapshotGraph(&collector, {.redact = true}).Begin();
  }
  collector.ObserveAllocations(&SnapshotState::Of(collector).MakeTracker());
}

}  // namespace internal

SnapshotReport WriteHeapSnapshot(Heap& heap, SnapshotSink& sink,
                                 const SnapshotOptions& options) {
  return internal::WriteSnapshot(
      internal::Collector::From(heap.GetHeapHandle()), sink, options);
}

SnapshotReport WriteHeapSnapshot(Heap& heap, const std::string& path,
                                 const SnapshotOptions& options) {
  return internal::WriteSnapshotFile(
      internal::Collector::From(heap.GetHeapHandle()), path, options);
}

void SnapshotReport::Wait() {
  if (process == nullptr) return;
  internal::ParseReport(process->Wait(), this);
  process.reset();
}

void StartTrackingAllocations(Heap& heap) {
  internal::StartTracking(internal::Collector::From(heap.GetHeapHandle()));
}

void StopTrackingAllocations(Heap& heap) {
  internal::Collector& collector =
      internal::Collector::From(heap.GetHeapHandle());
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "allocations are tracked on the thread of the heap");
  collector.ObserveAllocations(nullptr);
}

void SetSnapshotOptions(Heap& heap, const SnapshotOptions& options) {
  internal::Collector& collector =
      internal::Collector::From(heap.GetHeapHandle());
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a heap's snapshots are set up on its thread");
  internal::SnapshotState::Of(collector).options() = options;
}

}  // namespace halfword::inline HALFWORD_ABI
