// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SnapshotGraph: all that must be known of a heap before the first byte of its
// snapshot can be written, because the format begins with how many nodes and
// edges there are, and with each node, how many edges it has.
//
// Begin() and Count() go over the heap three times:
//
//   collect    what is allocated then is what the marker kept
//   name       asks objects for their own names: that is the program's code, so
//              if it has allocated, all begins again, once
//   count      the edges of each object, and the pairs of ephemerons
//
// and keeps a byte or two an object, 136 bytes a page, and names
// (design/snapshots.md#req.snapshot.memory). The edges themselves are read from
// the heap again when they are written.
//
// Threads: the heap's own. The heap must not change while a graph exists.

#ifndef HALFWORD_SNAPSHOT_SNAPSHOT_GRAPH_H_
#define HALFWORD_SNAPSHOT_SNAPSHOT_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/number_stream.h"
#include "gc/collector.h"
#include "halfword/heap_snapshot.h"
#include "snapshot/allocation_traces.h"
#include "snapshot/edge_walker.h"
#include "snapshot/heap_cost.h"
#include "snapshot/name_table.h"
#include "snapshot/node_table.h"
#include "snapshot/pair_census.h"
#include "snapshot/root_edges.h"
#include "snapshot/snapshot_format.h"
#include "snapshot/type_plan.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SnapshotGraph {
 public:
  // What a fixed or cost node has.
  struct PlainNode {
    NodeType type;
    NameNumber name;
    uint32_t id;
    uint32_t self_bytes;
    uint32_t edge_count;
  };

  // An ephemeron, by its objects.
  struct Pair {
    uint32_t number;
    uintptr_t table;
    uintptr_t key;
    uintptr_t value;
  };

  // Labels of edges between fixed nodes.
  struct FixedLabels {
    uint32_t heap;
    uint32_t root_kinds[kRootKindCount];
  };

  SnapshotGraph(Collector* collector, const SnapshotOptions& options);
  SnapshotGraph(const SnapshotGraph&) = delete;
  SnapshotGraph& operator=(const SnapshotGraph&) = delete;

  // The parts of it that need the program to stand still: false if it cannot be
  // done; error() says why.
  bool Begin();
  // The rest. False as above.
  bool Count();
  const std::string& error() const { return error_; }

  Collector& collector() { return *collector_; }
  const SnapshotOptions& options() const { return options_; }
  const NodeTable& nodes() const { return *nodes_; }
  const RootEdges& roots() const { return *roots_; }
  const std::vector<PlainNode>& plain_nodes() const { return plain_nodes_; }
  const FixedLabels& fixed_labels() const { return fixed_labels_; }
  const IndirectLabels& indirect_labels() const { return indirect_labels_; }
  NameTable& names() { return names_; }
  TypePlans& plans() { return plans_; }
  const PairCensus& pairs() const { return pairs_; }
  // Null: allocations were never tracked.
  const AllocationTraces* traces() const {
    return traces_.has_value() ? &*traces_ : nullptr;
  }
  // Of each node in the file.
  size_t node_field_count() const {
    return traces_.has_value() ? kTracedNodeFieldCount : kNodeFieldCount;
  }
  // Of each object.
  const NumberStream& edge_counts() const { return edge_counts_; }
  // Of each object whose class has names of its own, the name's number.
  const NumberStream& own_names() const { return own_names_; }
  bool ShowsOwnName(const TypePlan& plan) const {
    return plan.type->name_of != nullptr && !options_.redact;
  }

  // Objects, and behind them the leaves of concatenations.
  NodeOrdinal first_object() const {
    return static_cast<NodeOrdinal>(plain_nodes_.size());
  }
  NodeOrdinal first_leaf() const {
    return first_object() + static_cast<NodeOrdinal>(nodes_->count());
  }
  uint64_t node_count() const { return first_leaf() + leaf_count_; }
  uint64_t edge_count() const { return edge_count_; }
  // Nodes whose names are their bytes, leaves not counted.
  uint32_t string_count() const { return string_count_; }
  uint32_t leaf_count() const { return leaf_count_; }
  // Elements of weak arrays have numbers below.
  uint64_t weak_index_end() const { return weak_index_end_; }

  // Calls visit(plan, object) for each object of a page, in order.
  template <typename Visit>
  void ForEachOf(PageIndex page, Visit visit) {
    const PageRecord& record = RecordAt(page);
    if (record.type != nullptr) {
      const TypePlan& plan = plans_.Of(*record.type);
      ForEachObject(page, [&](uintptr_t object) { visit(plan, object); });
    } else {
      ForEachObject(page, [&](uintptr_t object) {
        visit(plans_.Of(TypeOfSlot(record, object)), object);
      });
    }
  }

  // The edges of an object to its own targets, in the same order each time.
  template <typename Sink>
  void WalkObject(const TypePlan& plan, uintptr_t object, Sink& sink) const {
    bool is_weak = false;
    if (has_special_objects_) {
      if (IsIn(roots_->record().under_construction, object)) return;
      is_weak = IsIn(roots_->record().weak_containers, object);
    }
    WalkEdges(plan, indirect_labels_, object, is_weak, sink);
  }

  // Calls visit(pair) for each ephemeron, by number.
  template <typename Visit>
  void WalkPairs(Visit visit) {
    PairSink<Visit> sink{*nodes_, visit, {}};
    for (const PageIndex page : pairs_.table_pages()) {
      ForEachOf(page, [&](const TypePlan& plan, uintptr_t object) {
        sink.pair.table = object;
        WalkObject(plan, object, sink);
      });
    }
  }

  // Before the snapshot, of objects.
  size_t live_bytes() const { return collector_->live_bytes_estimate(); }

  // Whether some objects do not have all edges that their class tells.
  bool has_special_objects() const { return has_special_objects_; }

  // Its class may not be asked for anything.
  bool IsUnderConstruction(uintptr_t object) const {
    return has_special_objects_ &&
           IsIn(roots_->record().under_construction, object);
  }

  // Of all that is kept here.
  size_t memory_bytes() const;
  // What was taken at most by what has ended: by marking, and by reading names
  // of functions.
  size_t memory_bytes_max() const { return memory_bytes_max_; }

  // Objects whose own names found no room.
  size_t refused_name_count() const { return refused_name_count_; }

 private:
  class EdgeCounter;

  // Of what a walk meets, the pairs of objects that have nodes.
  template <typename Visit>
  struct PairSink {
    void Named(uint32_t, uintptr_t) {}
    void Element(uint32_t, uintptr_t) {}
    void WeakElement(uint32_t, uintptr_t) {}
    void Leaf(uint32_t) {}
    void Pair(uintptr_t key, uintptr_t value) {
      if (!nodes.Has(key) || !nodes.Has(value)) return;
      pair.key = key;
      pair.value = value;
      visit(pair);
      ++pair.number;
    }

    const NodeTable& nodes;
    Visit& visit;
    SnapshotGraph::Pair pair;
  };

  static bool IsIn(const std::vector<uintptr_t>& sorted, uintptr_t object);

  bool CollectAndName();
  bool NameObjects();
  NameNumber NameOf(const TypePlan& plan, uintptr_t object);
  NameNumber AddShortened(char* name, size_t bytes);
  bool NumberObjects();
  void CountEdges();
  void CountPlain(const TypePlan& plan, uintptr_t object);
  bool MakePlainNodes();
  uint32_t CountRoots(RootKind kind) const;
  bool Fail(std::string text);

  Collector* const collector_;
  const SnapshotOptions options_;
  std::string error_;
  NameTable names_;
  TypePlans plans_{&names_};
  FixedLabels fixed_labels_ = {};
  IndirectLabels indirect_labels_ = {};
  size_t name_bytes_max_ = 0;
  NameNumber shortened_count_ = 0;  // taken beyond
  size_t named_count_ = 0;          // objects that were asked, or need not be
  size_t refused_name_count_ = 0;
  size_t memory_bytes_max_ = 0;
  std::optional<RootEdges> roots_;
  std::optional<NodeTable> nodes_;
  std::vector<PlainNode> plain_nodes_;
  std::vector<HeapCost> costs_;
  NumberStream edge_counts_;
  NumberStream own_names_;
  PairCensus pairs_;
  std::optional<AllocationTraces> traces_;
  bool has_special_objects_ = false;
  uint64_t edge_count_ = 0;
  uint32_t string_count_ = 0;
  uint32_t leaf_count_ = 0;
  uint64_t weak_index_end_ = 0;
};

// Whether a node of a string is named by its bytes. A concatenation is not:
// DevTools puts its bytes together.
bool IsNamedByBytes(const TypePlan& plan, uintptr_t object);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_SNAPSHOT_GRAPH_H_
