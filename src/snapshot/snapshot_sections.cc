// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The header, and the brackets around what other files write.

#include "snapshot/snapshot_sections.h"

#include <algorithm>
#include <string_view>

#include "snapshot/graph_writer.h"
#include "snapshot/json_output.h"
#include "snapshot/location_section.h"
#include "snapshot/string_section.h"
#include "snapshot/trace_sections.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr std::string_view kMetaBegin =
    R"({"snapshot":{"meta":{)"
    R"("node_fields":["type","name","id","self_size","edge_count",)";
constexpr std::string_view kTraceField = R"("trace_node_id",)";
constexpr std::string_view kMeta =
    R"("detachedness"],)"
    R"("node_types":[["hidden","array","string","object","code","closure",)"
    R"("regexp","number","native","synthetic","concatenated string",)"
    R"("sliced string","symbol","bigint","object shape"],)"
    R"("string","number","number","number",)";
constexpr std::string_view kTraceFieldType = R"("number",)";
constexpr std::string_view kMetaEnd =
    R"("number"],)"
    R"("edge_fields":["type","name_or_index","to_node"],)"
    R"("edge_types":[["context","element","property","internal","hidden",)"
    R"("shortcut","weak"],"string_or_number","node"],)"
    R"("trace_function_info_fields":["function_id","name","script_name",)"
    R"("script_id","line","column"],)"
    R"("trace_node_fields":["id","function_info_index","count","size",)"
    R"("children"],)"
    R"("sample_fields":["timestamp_us","last_assigned_id"],)"
    R"("location_fields":["object_index","script_id","line","column"]},)";

void WriteHeader(const SnapshotContent& content, JsonOutput* output) {
  output->Put(kMetaBegin);
  if (content.is_traced) output->Put(kTraceField);
  output->Put(kMeta);
  if (content.is_traced) output->Put(kTraceFieldType);
  output->Put(kMetaEnd);
  output->Put("\n\"node_count\":");
  output->PutNumber(content.node_count);
  output->Put(",\"edge_count\":");
  output->PutNumber(content.edge_count);
  output->Put(",\"trace_function_count\":");
  output->PutNumber(content.trace_function_count);
  output->Put(",\"extra_native_bytes\":0},\n");
}

void WriteOptional(const std::function<void()>& write) {
  if (write) write();
}

}  // namespace

void WriteDocument(const SnapshotContent& content, JsonOutput* output) {
  WriteHeader(content, output);
  output->Put("\"nodes\":[");
  content.write_nodes();
  output->Put("\n],\n\"edges\":[");
  content.write_edges();
  output->Put("\n],\n\"trace_function_infos\":[");
  WriteOptional(content.write_trace_functions);
  output->Put("],\n\"trace_tree\":[");
  WriteOptional(content.write_trace_tree);
  output->Put("],\n\"samples\":[");
  WriteOptional(content.write_samples);
  output->Put("],\n\"locations\":[");
  WriteOptional(content.write_locations);
  output->Put("\n],\n\"strings\":[");
  content.write_strings();
  output->Put("\n]}\n");
  output->Flush();
}

void WriteSections(SnapshotGraph* graph, SnapshotSink& sink,
                   SnapshotReport* report) {
  JsonOutput buffer(sink);
  JsonOutput* const output = &buffer;
  const StringLayout layout(graph);
  GraphWriter writer(graph, layout, output);
  SnapshotContent content;
  content.is_traced = graph->traces() != nullptr;
  content.node_count = graph->node_count();
  content.edge_count = graph->edge_count();
  content.trace_function_count =
      content.is_traced ? graph->traces()->functions().size() : 0;
  content.write_nodes = [&] { writer.WriteNodes(); };
  content.write_edges = [&] { writer.WriteEdges(); };
  content.write_trace_functions = [&] {
    WriteTraceFunctions(*graph, layout, output);
  };
  content.write_trace_tree = [&] { WriteTraceTree(*graph, output); };
  content.write_samples = [&] { WriteSamples(*graph, output); };
  content.write_locations = [&] {
    report->missing_position_count = WriteLocations(graph, output);
  };
  content.write_strings = [&] { WriteStrings(graph, output); };
  WriteDocument(content, output);
  report->node_count = graph->node_count();
  report->edge_count = graph->edge_count();
  report->string_count = layout.count;
  report->file_bytes = output->bytes();
  report->shortened_name_count = graph->refused_name_count();
  report->memory_bytes = std::max(
      graph->memory_bytes_max(),
      graph->memory_bytes() + writer.memory_bytes() + JsonOutput::kBufferBytes);
  if (output->has_failed()) report->error = "the sink of the snapshot refused";
}

}  // namespace halfword::inline HALFWORD_ABI::internal
