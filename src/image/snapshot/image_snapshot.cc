// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nodes, edges and strings in the order that snapshot/graph_writer.h gives
// them.

#include "image/snapshot/image_snapshot.h"

#include <string>

#include "base/output_file.h"
#include "image/snapshot/image_graph.h"
#include "snapshot/digits.h"
#include "snapshot/file_sink.h"
#include "snapshot/fixed_nodes.h"
#include "snapshot/snapshot_sections.h"
#include "snapshot/snapshot_state.h"
#include "snapshot/string_texts.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

class Writer {
 public:
  Writer(ImageGraph* graph, const SnapshotOptions& options, JsonOutput* output)
      : graph_(*graph),
        layout_(graph->Layout()),
        options_(options),
        output_(*output) {}

  void WriteAll() {
    SnapshotContent content;
    content.node_count = graph_.node_count();
    content.edge_count = graph_.edge_count();
    content.write_nodes = [this] { WriteNodes(); };
    content.write_edges = [this] { WriteEdges(); };
    content.write_strings = [this] { WriteStrings(); };
    WriteDocument(content, &output_);
  }
  uint64_t string_count() const { return layout_.count; }

 private:
  // A row of numbers, behind the one before.
  void PutNumbers(std::initializer_list<uint64_t> numbers) {
    char* at = output_.Room(numbers.size() * (kDigitsMax + 1) + kDigitsSlack);
    char separator = is_first_ ? '\n' : ',';
    is_first_ = false;
    for (const uint64_t number : numbers) {
      *at++ = separator;
      at = PutDigits(at, number);
      separator = ',';
    }
    output_.Filled(at);
  }

  void PutNode(NodeType type, uint64_t name, uint64_t id, uint64_t self_bytes,
               uint64_t edge_count) {
    PutNumbers(
        {static_cast<uint64_t>(type), name, id, self_bytes, edge_count, 0});
  }

  void WriteNodes() {
    is_first_ = true;
    WritePlainNodes();
    NumberStream::Reader edge_counts(graph_.edge_counts());
    uint64_t next_content = layout_.contents;
    graph_.live().ForEach([&](ImageGranule object) {
      const TypePlan& plan = graph_.PlanOf(object);
      const bool is_by_bytes = graph_.IsNamedByBytes(plan, object);
      NodeType type = plan.node_type;
      if (plan.string_kind == StringKind::kIndirect) {
        type = is_by_bytes ? NodeType::kSlicedString
                           : NodeType::kConcatenatedString;
      }
      uint32_t edge_count = edge_counts.Take();
      graph_.ForEachPairOf(object,
                           [&](uint32_t, ImageGranule) { ++edge_count; });
      PutNode(type, is_by_bytes ? next_content++ : layout_.names + plan.name,
              ImageGraph::IdOf(object), graph_.SelfBytesOf(object), edge_count);
    });
    WriteLeafNodes();
  }

  void WritePlainNodes() {
    uint32_t number = 0;
    for (const FixedNode& node : kFixedNodes) {
      PutNode(node.type, NameOf(node.name), IdOfNumber(number), 0,
              EdgesOfFixed(number));
      ++number;
    }
    number = kFirstFreeNumber;
    for (const HeapCost& cost : graph_.costs()) {
      // Even, as those of heaps.
      PutNode(NodeType::kNative, NameOf(cost.name), IdOfNumber(number++) + 1,
              cost.bytes, 0);
    }
  }

  uint64_t NameOf(std::string_view name) {
    return layout_.names + graph_.names().Add(name);
  }

  uint64_t EdgesOfFixed(NodeOrdinal node) const {
    switch (node) {
      case kRootNode:
        return 3;
      case kGcRootsNode:
        return kRootKindCount + 1;
      case kHeapNode:
        return kRootKindCount;
      case NodeOfRootKind(RootKind::kPersistent):
        return graph_.roots().size();
      case kCostNode:
        return graph_.costs().size();
      default:
        return 0;
    }
  }

  void WriteLeafNodes() {
    uint64_t string = layout_.leaves;
    graph_.live().ForEach([&](ImageGranule object) {
      if (!graph_.LeafOf(graph_.PlanOf(object), object).has_value()) return;
      PutNode(NodeType::kString, string++, ImageGraph::IdOf(object) + 1, 0, 0);
    });
  }

  // What a walk finds, as edges.
  struct EdgeSink {
    void Named(uint32_t label, uintptr_t target) {
      writer.PutLabelled(label, writer.NodeOf(target));
    }
    void Element(uint32_t index, uintptr_t target) {
      writer.PutEdge(EdgeType::kElement, index, writer.NodeOf(target));
    }
    void WeakElement(uint32_t index, uintptr_t target) {
      writer.PutEdge(EdgeType::kWeak,
                     writer.layout_.indices + WeakNameOf(index),
                     writer.NodeOf(target));
    }
    void Leaf(uint32_t label) { writer.PutLabelled(label, next_leaf++); }
    void Pair(uintptr_t, uintptr_t value) {
      writer.PutEdge(EdgeType::kInternal, writer.layout_.pairs + next_pair++,
                     writer.NodeOf(value));
    }

    Writer& writer;
    NodeOrdinal next_leaf;
    uint32_t next_pair = 0;
  };

  NodeOrdinal NodeOf(uintptr_t object) const {
    return graph_.NodeOf(static_cast<ImageGranule>(object));
  }
  void PutEdge(EdgeType type, uint64_t name, uint64_t node) {
    PutNumbers({static_cast<uint64_t>(type), name, node * kNodeFieldCount});
  }
  void PutLabelled(uint32_t label, uint64_t node) {
    const EdgeLabel& text = graph_.labels()[label];
    PutEdge(text.type, layout_.names + text.name, node);
  }

  void WriteEdges() {
    is_first_ = true;
    WriteFixedEdges();
    EdgeSink sink{*this, graph_.first_leaf()};
    graph_.live().ForEach([&](ImageGranule object) {
      graph_.Walk(graph_.PlanOf(object), object, sink);
      graph_.ForEachPairOf(object, [&](uint32_t number, ImageGranule value) {
        PutEdge(EdgeType::kInternal, layout_.pairs + number, NodeOf(value));
      });
    });
  }

  // In the order of GraphWriter::WriteFixedEdges().
  void WriteFixedEdges() {
    const ImageGraph::FixedLabels& labels = graph_.fixed_labels();
    PutEdge(EdgeType::kElement, 1, kGcRootsNode);
    PutLabelled(labels.heap, kHeapNode);
    PutEdge(EdgeType::kElement, 2, kCostNode);
    for (uint32_t i = 0; i < kRootKindCount + 1; ++i) {
      PutEdge(EdgeType::kElement, i + 1, kFirstRootKindNode + i);
    }
    for (uint32_t i = 0; i < kRootKindCount; ++i) {
      PutLabelled(labels.root_kinds[i], kFirstRootKindNode + i);
    }
    for (const ImageGraph::Root& root : graph_.roots()) {
      PutLabelled(root.label, graph_.NodeOf(root.object));
    }
    for (uint32_t i = 0; i < graph_.costs().size(); ++i) {
      PutEdge(EdgeType::kElement, i + 1, kFixedNodeCount + i);
    }
  }

  void WriteStrings() {
    StringTexts texts(options_, &output_);
    texts.Write(kDummyString);
    graph_.live().ForEach([&](ImageGranule object) {
      const TypePlan& plan = graph_.PlanOf(object);
      if (graph_.IsNamedByBytes(plan, object)) {
        texts.WriteContent(graph_.ContentOf(plan, object));
      }
    });
    graph_.live().ForEach([&](ImageGranule object) {
      const auto leaf = graph_.LeafOf(graph_.PlanOf(object), object);
      if (leaf.has_value()) texts.WriteContent(*leaf);
    });
    uint32_t number = 0;
    for (const ImageGraph::Pair& pair : graph_.pairs()) {
      texts.WritePair(number++, TextOf(pair.key), TextOf(pair.value),
                      ImageGraph::IdOf(pair.table));
    }
    const uint32_t indices = WeakNameCount(graph_.weak_index_end());
    for (uint32_t i = 0; i < indices; ++i) {
      texts.WriteIndex(IndicesOfWeakName(i));
    }
    for (NameNumber i = 0; i < graph_.names().count(); ++i) {
      texts.Write(graph_.names().TextOf(i));
    }
  }

  StringTexts::Node TextOf(ImageGranule object) const {
    return {graph_.ClassNameOf(object), ImageGraph::IdOf(object)};
  }

  static constexpr size_t kDigitsSlack = 16;  // PutDigits() writes beyond

  ImageGraph& graph_;
  const StringLayout layout_;
  const SnapshotOptions& options_;
  JsonOutput& output_;
  bool is_first_ = true;
};

}  // namespace

SnapshotReport WriteImageSnapshot(const ImageView& view, SnapshotSink& sink,
                                  const SnapshotOptions& options) {
  SnapshotReport report;
  ImageGraph graph(view);
  if (!graph.HasIds()) {
    report.error = view.path() +
                   ": it has more places than a snapshot has ids: pack it "
                   "with 'halfword image pack'";
    return report;
  }
  if (graph.node_count() * kNodeFieldCount > kNodeIndexMax) {
    report.error = view.path() + ": it has more objects than a snapshot can";
    return report;
  }
  JsonOutput output(sink);
  Writer writer(&graph, options, &output);
  writer.WriteAll();
  report.node_count = graph.node_count();
  report.edge_count = graph.edge_count();
  report.string_count = writer.string_count();
  report.file_bytes = output.bytes();
  if (output.has_failed()) report.error = "the sink of the snapshot refused";
  return report;
}

SnapshotReport WriteImageSnapshot(const ImageView& view,
                                  const std::string& path,
                                  const SnapshotOptions& options) {
  OutputFile file(path);
  SnapshotReport report;
  if (file.Open()) {
    FileSink sink(&file);
    report = WriteImageSnapshot(view, sink, options);
    const bool is_written = report.ok() && file.Commit();
    if (!is_written && !file.error().empty()) report.error = file.error();
  } else {
    report.error = file.error();
  }
  return report;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
