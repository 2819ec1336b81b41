// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapGraph: a snapshot in flat arrays: nodes by ordinal, edges by source.
//
// An edge is one word: its target's ordinal and its kind, as far as the rules
// of DevTools tell kinds apart. What few edges have beside that (being one of a
// pair, being refused by distances) stands in a list of their own, and the kind
// says so. Ids and the names of edges are not kept: they are read again for the
// few nodes that are shown.
//
// Cost: 4 bytes an edge, 14 a node.

#ifndef HALFWORD_ANALYSIS_FILE_HEAP_GRAPH_H_
#define HALFWORD_ANALYSIS_FILE_HEAP_GRAPH_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/file/word_array.h"

namespace halfword::analysis {

using Node = uint32_t;  // an ordinal
using NameSlot = uint32_t;

// The types of nodes that rules know; the numbers are those of V8.
enum class NodeKind : uint8_t {
  kHidden,
  kArray,
  kString,
  kObject,
  kCode,
  kClosure,
  kRegExp,
  kNumber,
  kNative,
  kSynthetic,
  kConcatenatedString,
  kSlicedString,
  kSymbol,
  kBigInt,
  kObjectShape,
  kOther,
};

// By kind; that of kOther is in the file.
inline constexpr std::string_view kNodeTypes[] = {"hidden",
                                                  "array",
                                                  "string",
                                                  "object",
                                                  "code",
                                                  "closure",
                                                  "regexp",
                                                  "number",
                                                  "native",
                                                  "synthetic",
                                                  "concatenated string",
                                                  "sliced string",
                                                  "symbol",
                                                  "bigint",
                                                  "object shape"};
constexpr std::string_view TypeNameOf(NodeKind kind) {
  return kNodeTypes[static_cast<size_t>(kind)];
}

enum class EdgeKind : uint8_t {
  kOther,  // property, context
  kElement,
  kInternal,
  kHidden,
  kShortcut,
  kWeak,
  kSpecial,  // see SpecialEdge
};

enum class Detachedness : uint8_t { kUnknown, kAttached, kDetached };

struct Edge {
  Node target;
  EdgeKind kind;
};

// What one word does not hold.
struct SpecialEdge {
  static constexpr uint32_t kNoPair = UINT32_MAX;

  uint32_t edge;  // its place among all
  EdgeKind kind;
  // No way for distances (devtools-rules: descriptors, native contexts).
  bool is_refused;
  // The copy of a pair's edge that the table has: it holds nothing.
  bool is_of_table;
  // Distances go along the later of a pair's edges.
  bool waits_for_pair;
  // The number of the pair's text, which both edges share.
  uint32_t pair;
};

class HeapGraph {
 public:
  static constexpr Node kNodeCountMax = Node{1} << 29;

  Node node_count() const { return static_cast<Node>(self_bytes.size()); }
  uint32_t edge_count() const { return static_cast<uint32_t>(edges.size()); }

  NodeKind KindOf(Node node) const { return kinds[node]; }
  uint32_t FirstEdge(Node node) const { return first_edges[node]; }
  uint32_t EndEdge(Node node) const { return first_edges[node + 1]; }

  static uint32_t PackEdge(Node target, EdgeKind kind) {
    return target << 3 | static_cast<uint32_t>(kind);
  }
  // Its kind may be kSpecial.
  Edge EdgeAt(uint32_t edge) const {
    const uint32_t word = edges[edge];
    return {word >> 3, static_cast<EdgeKind>(word & 7)};
  }
  // Requires: the edge's kind is kSpecial.
  const SpecialEdge& SpecialOf(uint32_t edge) const {
    return *std::lower_bound(special_edges.begin(), special_edges.end(), edge,
                             [](const SpecialEdge& special, uint32_t wanted) {
                               return special.edge < wanted;
                             });
  }
  EdgeKind TrueKind(uint32_t edge, EdgeKind kind) const {
    return kind == EdgeKind::kSpecial ? SpecialOf(edge).kind : kind;
  }

  // Calls visit(edge's place, Edge with its true kind) for each edge of a node.
  template <typename Visit>
  void ForEachEdge(Node node, Visit visit) const {
    for (uint32_t i = FirstEdge(node); i != EndEdge(node); ++i) {
      Edge edge = EdgeAt(i);
      edge.kind = TrueKind(i, edge.kind);
      visit(i, edge);
    }
  }

  Node root = 0;
  uint64_t extra_native_bytes = 0;
  bool has_detachedness = false;
  std::vector<NodeKind> kinds;
  std::vector<Detachedness> detachedness;
  std::vector<uint32_t> self_bytes;
  std::vector<NameSlot> names;
  WordArray first_edges;  // and one for the end
  WordArray edges;
  std::vector<SpecialEdge> special_edges;
  uint32_t pair_count = 0;  // of different texts
  // Of nodes named Array, and the targets of their first `elements` edges.
  std::vector<std::pair<Node, Node>> array_elements;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_HEAP_GRAPH_H_
