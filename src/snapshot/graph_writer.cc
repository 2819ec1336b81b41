// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The two inner loops of a snapshot. A comma stands in front of each node and
// edge; that of the first becomes a newline.

#include "snapshot/graph_writer.h"

#include <algorithm>
#include <cstring>

#include "heap/slot_ids.h"
#include "snapshot/digits.h"
#include "snapshot/fixed_nodes.h"
#include "snapshot/snapshot_state.h"

namespace halfword::inline HALFWORD_ABI::internal {

GraphWriter::GraphWriter(SnapshotGraph* graph, const StringLayout& layout,
                         JsonOutput* output)
    : graph_(*graph),
      layout_(layout),
      output_(*output),
      node_field_count_(graph->node_field_count()),
      edge_counts_(graph->edge_counts()),
      own_names_(graph->own_names()),
      keys_(graph),
      next_content_(layout.contents) {
  static_assert(sizeof(ShortText) == 16);
  for (size_t type = 0; type < kNodeTypeCount; ++type) {
    type_texts_[type] = MakeText({type});
  }
  for (size_t count = 0; count < kCountTexts; ++count) {
    count_texts_[count] = MakeDigits(count);
  }
  texts_.reserve(graph_.plans().labels().size());
  for (const EdgeLabel& label : graph_.plans().labels()) {
    texts_.push_back(MakeText(
        {static_cast<uint64_t>(label.type), layout_.names + label.name}));
  }
}

// A fixed number of bytes costs nothing; the last of them is overwritten next.
HALFWORD_ALWAYS_INLINE char* GraphWriter::PutText(char* at,
                                                  const ShortText& text) {
  std::memcpy(at, &text, sizeof(text));
  return at + text.bytes;
}

// A comma, and one behind each number.
GraphWriter::ShortText GraphWriter::MakeText(
    std::initializer_list<uint64_t> numbers) {
  char text[64];
  char* at = text;
  *at++ = ',';
  for (const uint64_t number : numbers) {
    at = PutDigits(at, number);
    *at++ = ',';
  }
  ShortText result = {};
  result.bytes = static_cast<uint8_t>(at - text);
  HALFWORD_DCHECK(result.bytes <= sizeof(result.data),
                  "two numbers of a snapshot fit into a short text");
  std::memcpy(result.data, text, result.bytes);
  return result;
}

GraphWriter::ShortText GraphWriter::MakeDigits(uint64_t number) {
  ShortText result = {};
  result.bytes =
      static_cast<uint8_t>(PutDigits(result.data, number) - result.data);
  return result;
}

// Of a node that no other is like: one number of digits, not two.
HALFWORD_ALWAYS_INLINE GraphWriter::ShortText GraphWriter::MakeText(
    NodeType type, uint64_t name) const {
  char text[kDigitsMax + 32];
  char* at = PutText(text, type_texts_[static_cast<size_t>(type)]);
  at = PutDigits(at, name);
  *at++ = ',';
  ShortText result;
  std::memcpy(result.data, text, sizeof(result.data));
  result.bytes = static_cast<uint8_t>(at - text);
  return result;
}

HALFWORD_ALWAYS_INLINE void GraphWriter::WriteNode(
    const ShortText& type_and_name, uint64_t id, const ShortText& self_bytes,
    uint32_t edge_count, uint32_t site) {
  char* at = output_.Room(kNodeBytesMax);
  char* const begin = at;
  at = PutText(at, type_and_name);
  at = PutDigits(at, id);
  at = PutText(at, self_bytes);
  at = __builtin_expect(edge_count < kCountTexts, true)
           ? PutText(at, count_texts_[edge_count])
           : PutDigits(at, edge_count);
  if (const AllocationTraces* const traces = graph_.traces()) {
    *at++ = ',';
    at = PutDigits(at, site != 0 ? traces->IdOfSite(site) : 0);
  }
  std::memcpy(at, ",0", 2);  // NOLINT: no text ends here
  if (__builtin_expect(is_first_, false)) {
    *begin = '\n';
    is_first_ = false;
  }
  output_.Filled(at + 2);
}

void GraphWriter::WriteNodes() {
  is_first_ = true;
  WritePlainNodes();
  graph_.nodes().ForEachPage([this](PageIndex page, NodeOrdinal first) {
    WritePageNodes(page, first);
  });
  WriteLeafNodes();
}

void GraphWriter::WritePlainNodes() {
  for (const SnapshotGraph::PlainNode& node : graph_.plain_nodes()) {
    WriteNode(
        MakeText({static_cast<uint64_t>(node.type), layout_.names + node.name}),
        node.id, MakeText({node.self_bytes}), node.edge_count, 0);
  }
}

void GraphWriter::WritePageNodes(PageIndex page, NodeOrdinal first) {
  uint32_t numbers[kPageGranules];
  const SlotIds& ids = *SlotIdsOf(page);
  ids.CopyTo(numbers);
  const ShortText self_bytes = MakeText({NodeSelfSize(RecordAt(page))});
  const uintptr_t begin = PageAddress(page);
  const TypePlan* last_plan = nullptr;
  ShortText text = {};
  NodeOrdinal node = first;
  graph_.ForEachOf(page, [&](const TypePlan& plan, uintptr_t object) {
    NodeType type = plan.node_type;
    const bool has_own_text =
        plan.string_kind != StringKind::kNone || graph_.ShowsOwnName(plan);
    if (plan.string_kind == StringKind::kIndirect) {
      type = IsNamedByBytes(plan, object) ? NodeType::kSlicedString
                                          : NodeType::kConcatenatedString;
    }
    if (has_own_text || &plan != last_plan) {
      text = MakeText(type, NameOf(plan, object));
      last_plan = has_own_text ? nullptr : &plan;
    }
    uint32_t edge_count = edge_counts_.Take();
    keys_.ForEachOf(node, [&](uint32_t, NodeOrdinal) { ++edge_count; });
    const size_t granule = (object - begin) / kGranuleBytes;
    WriteNode(text, IdOfNumber(numbers[granule]), self_bytes, edge_count,
              ids.SiteOf(static_cast<uint32_t>(granule)));
    ++node;
  });
}

uint64_t GraphWriter::NameOf(const TypePlan& plan, uintptr_t object) {
  if (IsNamedByBytes(plan, object)) return next_content_++;
  if (graph_.ShowsOwnName(plan)) return layout_.names + own_names_.Take();
  return layout_.names + plan.name;
}

// The node of a part that is in a word: its id is the even one behind that of
// the concatenation, which no object has.
void GraphWriter::WriteLeafNodes() {
  if (graph_.leaf_count() == 0) return;
  struct LeafSink {
    void Named(uint32_t, uintptr_t) {}
    void Element(uint32_t, uintptr_t) {}
    void WeakElement(uint32_t, uintptr_t) {}
    void Pair(uintptr_t, uintptr_t) {}
    void Leaf(uint32_t) { ++count; }
    uint32_t count = 0;
  };
  const ShortText no_bytes = MakeText({0});
  uint64_t string = layout_.leaves;
  graph_.nodes().ForEachPage([&](PageIndex page, NodeOrdinal) {
    graph_.ForEachOf(page, [&](const TypePlan& plan, uintptr_t object) {
      if (plan.string_kind != StringKind::kIndirect) return;
      LeafSink sink;
      graph_.WalkObject(plan, object, sink);
      if (sink.count == 0) return;
      const auto granule =
          static_cast<uint32_t>((object - PageAddress(page)) / kGranuleBytes);
      const uint32_t id = IdOfNumber(SlotIdsOf(page)->NumberOf(granule));
      WriteNode(MakeText({static_cast<uint64_t>(NodeType::kString), string++}),
                id + 1, no_bytes, 0, 0);
    });
  });
}

// Writes what WalkObject() and the like find.
class GraphWriter::EdgeSink {
 public:
  explicit EdgeSink(GraphWriter* writer)
      : writer_(*writer),
        nodes_(writer->graph_.nodes()),
        next_leaf_(writer->graph_.first_leaf()) {}

  HALFWORD_ALWAYS_INLINE void Named(uint32_t label, uintptr_t target) {
    ToNode(label, NodeOf(target));
  }
  void Element(uint32_t index, uintptr_t target) {
    Put(EdgeType::kElement, index, NodeOf(target));
  }
  void WeakElement(uint32_t index, uintptr_t target) {
    Put(EdgeType::kWeak, writer_.layout_.indices + WeakNameOf(index),
        NodeOf(target));
  }
  void Pair(uintptr_t key, uintptr_t value) {
    const NodeOrdinal value_node = nodes_.OrdinalOf(value);
    if (!nodes_.Has(key) || value_node == kNoNode) return;
    PairEdge(next_pair_++, value_node);
  }
  void Leaf(uint32_t label) { ToNode(label, next_leaf_++); }

  // Between nodes that are no objects, too.
  HALFWORD_ALWAYS_INLINE void ToNode(uint32_t label, NodeOrdinal node) {
    char* const begin = writer_.output_.Room(kEdgeBytesMax);
    char* const at = PutText(begin, writer_.texts_[label]);
    Finish(begin, at, node);
  }
  void ElementToNode(uint32_t index, NodeOrdinal node) {
    Put(EdgeType::kElement, index, node);
  }
  void PairEdge(uint32_t number, NodeOrdinal value) {
    Put(EdgeType::kInternal, writer_.layout_.pairs + number, value);
  }

 private:
  NodeOrdinal NodeOf(uintptr_t target) const {
    const NodeOrdinal node = nodes_.OrdinalOf(target);
    return __builtin_expect(node != kNoNode, true) ? node : kInvalidNode;
  }

  void Put(EdgeType type, uint64_t name, NodeOrdinal node) {
    char* const begin = writer_.output_.Room(kEdgeBytesMax);
    char* at = begin;
    *at++ = ',';
    *at++ = static_cast<char>('0' + static_cast<int>(type));
    *at++ = ',';
    at = PutDigits(at, name);
    *at++ = ',';
    Finish(begin, at, node);
  }

  HALFWORD_ALWAYS_INLINE void Finish(char* begin, char* at, NodeOrdinal node) {
    at = PutDigits(at, node * writer_.node_field_count_);
    if (__builtin_expect(writer_.is_first_, false)) {
      *begin = '\n';
      writer_.is_first_ = false;
    }
    writer_.output_.Filled(at);
  }

  GraphWriter& writer_;
  const NodeTable& nodes_;
  NodeOrdinal next_leaf_;
  uint32_t next_pair_ = 0;
};

void GraphWriter::WriteEdges() {
  is_first_ = true;
  EdgeSink sink(this);
  WriteFixedEdges(sink);
  keys_.Restart();
  graph_.nodes().ForEachPage([&](PageIndex page, NodeOrdinal first) {
    NodeOrdinal node = first;
    graph_.ForEachOf(page, [&](const TypePlan& plan, uintptr_t object) {
      if (plan.is_plain && !graph_.has_special_objects()) {
        WritePlainEdges(plan, object);
      } else {
        graph_.WalkObject(plan, object, sink);
      }
      keys_.ForEachOf(node, [&](uint32_t number, NodeOrdinal value) {
        sink.PairEdge(number, value);
      });
      ++node;
    });
  });
}

// What most edges of most heaps go through: a word is turned into the text of
// its target without a call.
HALFWORD_ALWAYS_INLINE void GraphWriter::WritePlainEdges(const TypePlan& plan,
                                                         uintptr_t object) {
  const NodeTable& nodes = graph_.nodes();
  const uint64_t node_field_count = node_field_count_;
  const PlannedEdge* edge = plan.edges.data();
  size_t left = plan.edges.size();
  while (left != 0) {
    const size_t count = std::min(left, kEdgesAtOnce);
    left -= count;
    char* at = output_.Room(count * kEdgeBytesMax);
    for (const PlannedEdge* const end = edge + count; edge != end; ++edge) {
      const Word word = WordAt(object + edge->offset);
      if (!IsReference(word)) continue;
      NodeOrdinal node = nodes.OrdinalOfGranule(WindowGranule(word));
      if (__builtin_expect(node == kNoNode, false)) node = kInvalidNode;
      at = PutText(at, texts_[edge->label]);
      at = PutDigits(at, node * node_field_count);
    }
    output_.Filled(at);
  }
}

void GraphWriter::WriteFixedEdges(EdgeSink& sink) {
  const SnapshotGraph::FixedLabels& labels = graph_.fixed_labels();
  sink.ElementToNode(1, kGcRootsNode);
  sink.ToNode(labels.heap, kHeapNode);
  sink.ElementToNode(2, kCostNode);
  // The invalid ones hang here, so that they are no part of the heap.
  for (uint32_t i = 0; i < kRootKindCount + 1; ++i) {
    sink.ElementToNode(i + 1, kFirstRootKindNode + i);
  }
  for (uint32_t i = 0; i < kRootKindCount; ++i) {
    sink.ToNode(labels.root_kinds[i], kFirstRootKindNode + i);
  }
  for (uint32_t i = 0; i < kRootKindCount; ++i) {
    const auto kind = static_cast<RootKind>(i);
    graph_.roots().Walk(kind, sink);
  }
  const auto cost_count = graph_.first_object() - kFixedNodeCount;
  for (uint32_t i = 0; i < cost_count; ++i) {
    sink.ElementToNode(i + 1, kFixedNodeCount + i);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
