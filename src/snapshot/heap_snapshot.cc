// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A snapshot from beginning to end: the graph, the sections in the order in
// which DevTools looks for them, the file.

#include "halfword/heap_snapshot.h"

#include <new>
#include <string_view>

#include "base/clock.h"
#include "base/error_line.h"
#include "base/options.h"
#include "base/output_file.h"
#include "gc/collector.h"
#include "snapshot/graph_writer.h"
#include "snapshot/json_output.h"
#include "snapshot/location_section.h"
#include "snapshot/snapshot_graph.h"
#include "snapshot/snapshot_state.h"
#include "snapshot/string_section.h"
#include "snapshot/write_snapshot.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

namespace {

constexpr std::string_view kMeta =
    R"({"snapshot":{"meta":{)"
    R"("node_fields":["type","name","id","self_size","edge_count",)"
    R"("detachedness"],)"
    R"("node_types":[["hidden","array","string","object","code","closure",)"
    R"("regexp","number","native","synthetic","concatenated string",)"
    R"("sliced string","symbol","bigint","object shape"],)"
    R"("string","number","number","number","number"],)"
    R"("edge_fields":["type","name_or_index","to_node"],)"
    R"("edge_types":[["context","element","property","internal","hidden",)"
    R"("shortcut","weak"],"string_or_number","node"],)"
    R"("trace_function_info_fields":["function_id","name","script_name",)"
    R"("script_id","line","column"],)"
    R"("trace_node_fields":["id","function_info_index","count","size",)"
    R"("children"],)"
    R"("sample_fields":["timestamp_us","last_assigned_id"],)"
    R"("location_fields":["object_index","script_id","line","column"]},)";

void WriteHeader(const SnapshotGraph& graph, JsonOutput* output) {
  output->Put(kMeta);
  output->Put("\n\"node_count\":");
  output->PutNumber(graph.node_count());
  output->Put(",\"edge_count\":");
  output->PutNumber(graph.edge_count());
  output->Put(",\"trace_function_count\":0,\"extra_native_bytes\":0},\n");
}

void WriteSections(SnapshotGraph* graph, JsonOutput* output,
                   SnapshotReport* report) {
  const StringLayout layout(graph);
  GraphWriter writer(graph, layout, output);
  WriteHeader(*graph, output);
  output->Put("\"nodes\":[");
  writer.WriteNodes();
  output->Put("\n],\n\"edges\":[");
  writer.WriteEdges();
  output->Put(
      "\n],\n\"trace_function_infos\":[],\n\"trace_tree\":[],\n"
      "\"samples\":[],\n\"locations\":[");
  report->missing_position_count = WriteLocations(graph, output);
  output->Put("\n],\n\"strings\":[");
  WriteStrings(graph, output);
  output->Put("\n]}\n");
  output->Flush();
  report->string_count = layout.count;
  report->memory_bytes =
      graph->memory_bytes() + writer.memory_bytes() + JsonOutput::kBufferBytes;
}

class FileSink final : public SnapshotSink {
 public:
  explicit FileSink(OutputFile* file) : file_(*file) {}
  bool Write(const char* data, size_t bytes) override {
    return file_.Write(data, bytes);
  }

 private:
  OutputFile& file_;
};

SnapshotReport WriteUnguarded(Collector& collector, SnapshotSink& sink,
                              const SnapshotOptions& options) {
  SnapshotReport report;
  const double start_ms = MonotonicMs();
  SnapshotGraph graph(&collector, options);
  if (!graph.Generate()) {
    report.error = graph.error();
    return report;
  }
  const double generated_ms = MonotonicMs();
  JsonOutput output(sink);
  WriteSections(&graph, &output, &report);
  report.node_count = graph.node_count();
  report.edge_count = graph.edge_count();
  report.file_bytes = output.bytes();
  report.generation_ms = generated_ms - start_ms;
  report.serialization_ms = MonotonicMs() - generated_ms;
  if (output.has_failed()) report.error = "the sink of the snapshot refused";
  return report;
}

void PrintProfile(const Collector& collector, const SnapshotReport& report) {
  PrintEvent(
      "snapshot heap=%d nodes=%zu edges=%zu strings=%zu bytes=%zu "
      "memory_bytes=%zu generation_ms=%.2f serialization_ms=%.2f",
      collector.id(), report.node_count, report.edge_count, report.string_count,
      report.file_bytes, report.memory_bytes, report.generation_ms,
      report.serialization_ms);
}

}  // namespace

SnapshotReport WriteSnapshot(Collector& collector, SnapshotSink& sink,
                             const SnapshotOptions& options) {
  SnapshotReport report;
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a snapshot is taken on the thread that created the heap");
  try {
    report = WriteUnguarded(collector, sink, options);
  } catch (const std::bad_alloc&) {
    report.error = "malloc has no memory for the snapshot's tables";
  }
  if (report.ok() && GetProcessOptions().profile_snapshot) {
    PrintProfile(collector, report);
  }
  return report;
}

SnapshotReport WriteSnapshotFile(Collector& collector, const std::string& path,
                                 const SnapshotOptions& options) {
  SnapshotReport report;
  OutputFile file(path);
  if (!file.Open()) {
    report.error = file.error();
    return report;
  }
  FileSink sink(&file);
  report = WriteSnapshot(collector, sink, options);
  const double written_ms = MonotonicMs();
  // The file knows better why the sink refused.
  const bool is_written = report.ok() && file.Commit();
  if (!is_written && !file.error().empty()) report.error = file.error();
  report.serialization_ms += MonotonicMs() - written_ms;
  return report;
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

void SetSnapshotOptions(Heap& heap, const SnapshotOptions& options) {
  internal::Collector& collector =
      internal::Collector::From(heap.GetHeapHandle());
  internal::SnapshotState::Of(collector).options() = options;
}

}  // namespace halfword::inline HALFWORD_ABI
