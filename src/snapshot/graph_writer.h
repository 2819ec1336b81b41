// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// GraphWriter: the numbers of a snapshot: its nodes and its edges. It goes over
// the heap once for each, and writes as it goes; what a class or a name has in
// common is put together once, as a short text that is copied.
//
// Strings of the file, in this order:
//
//   0          <dummy>
//   contents   of nodes that are strings, in the order of nodes
//   leaves     parts of concatenations that are in a word
//   pairs      names of ephemerons
//   indices    "0", "1", ...: names of weak elements (weak_index.h)
//   names      the NameTable
//
// so that a string has its number before its bytes are looked at.

#ifndef HALFWORD_SNAPSHOT_GRAPH_WRITER_H_
#define HALFWORD_SNAPSHOT_GRAPH_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "snapshot/json_output.h"
#include "snapshot/key_pairs.h"
#include "snapshot/snapshot_graph.h"
#include "snapshot/weak_index.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Where each kind of string begins.
struct StringLayout {
  struct Counts {
    uint64_t contents;
    uint64_t leaves;
    uint64_t pairs;
    uint64_t weak_index_end;
    uint64_t names;
  };

  explicit StringLayout(const Counts& counts)
      : contents(1),
        leaves(contents + counts.contents),
        pairs(leaves + counts.leaves),
        indices(pairs + counts.pairs),
        names(indices + WeakNameCount(counts.weak_index_end)),
        count(names + counts.names) {}
  explicit StringLayout(SnapshotGraph* graph)
      : StringLayout({graph->string_count(), graph->leaf_count(),
                      graph->pairs().count(), graph->weak_index_end(),
                      graph->names().count()}) {}

  uint64_t contents;
  uint64_t leaves;
  uint64_t pairs;
  uint64_t indices;
  uint64_t names;
  uint64_t count;
};

class GraphWriter {
 public:
  GraphWriter(SnapshotGraph* graph, const StringLayout& layout,
              JsonOutput* output);

  // The numbers between the brackets.
  void WriteNodes();
  void WriteEdges();

  size_t memory_bytes() const {
    return texts_.capacity() * sizeof(ShortText) + keys_.bytes();
  }

 private:
  class EdgeSink;

  // ",2,1234567,": what comes before the number of a node.
  // It is copied whole, in one register.
  struct ShortText {
    char data[15];
    uint8_t bytes;
  };
  // What is written of a node or an edge, and what is overwritten behind it.
  static constexpr size_t kNodeBytesMax = 96;
  static constexpr size_t kEdgeBytesMax = 64;
  // Most nodes have fewer edges, whose digits are put together once.
  static constexpr size_t kCountTexts = 64;
  static constexpr size_t kEdgesAtOnce = JsonOutput::kRoomMax / kEdgeBytesMax;

  static ShortText MakeText(std::initializer_list<uint64_t> numbers);
  static ShortText MakeDigits(uint64_t number);
  ShortText MakeText(NodeType type, uint64_t name) const;
  static char* PutText(char* at, const ShortText& text);

  void WritePlainNodes();
  void WritePageNodes(PageIndex page, NodeOrdinal first);
  // site: of the tracker, 0 if none is known.
  void WriteNode(const ShortText& type_and_name, uint64_t id,
                 const ShortText& self_bytes, uint32_t edge_count,
                 uint32_t site);
  uint64_t NameOf(const TypePlan& plan, uintptr_t object);
  void WriteLeafNodes();
  void WriteFixedEdges(EdgeSink& sink);
  void WritePlainEdges(const TypePlan& plan, uintptr_t object);

  SnapshotGraph& graph_;
  const StringLayout layout_;
  JsonOutput& output_;
  const uint64_t node_field_count_;
  ShortText type_texts_[kNodeTypeCount];  // in front of a name
  ShortText count_texts_[kCountTexts];    // without commas
  std::vector<ShortText> texts_;          // of labels, in front of a target
  NumberStream::Reader edge_counts_;
  NumberStream::Reader own_names_;
  KeyPairs keys_;
  uint64_t next_content_;
  bool is_first_ = true;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_GRAPH_WRITER_H_
