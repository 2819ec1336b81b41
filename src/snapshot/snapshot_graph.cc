// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From a heap to its graph: collecting, naming, numbering, counting.

#include "snapshot/snapshot_graph.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "halfword/source_table.h"
#include "snapshot/fixed_nodes.h"
#include "snapshot/json_output.h"
#include "snapshot/snapshot_state.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of a name that an object gives itself.
constexpr size_t kOwnNameBytesMax = 1024;

// What names may take of a small heap, whatever its bound.
constexpr size_t kNameBytesMin = size_t{128} << 10;
// Of an object: the number of its name, until it is known, and of its edges.
constexpr size_t kNameNumberBytes = 3;
constexpr size_t kEdgeNumberBytes = 1;
// Of a function: what its name takes, where allocations are tracked.
constexpr size_t kNameBytesPerFunction = 128;

// Where that is used up, so many names are still taken that stand for many
// others: HTML has some 140 tags.
constexpr NameNumber kShortenedNamesMax = 256;

// What names may take: what the bound of all memory leaves
// (design/snapshots.md#req.snapshot.memory) when the rest has been thought of,
// pairs of ephemerons for a hundredth of what lives among it.
size_t NameBytesMax(size_t live_bytes, const NodeTable& nodes,
                    const AllocationTracker* tracker) {
  const size_t bound = std::max(live_bytes / 100 * 15, 6 * nodes.count());
  size_t rest = nodes.bytes() +
                (kNameNumberBytes + kEdgeNumberBytes) * nodes.count() +
                live_bytes / 100 + JsonOutput::kBufferBytes;
  if (tracker != nullptr) {
    rest += tracker->functions().count() * kNameBytesPerFunction +
            tracker->tree().nodes().size() / 8;
  }
  return std::max(kNameBytesMin, bound - std::min(bound, rest));
}

// Keeps collections off while the program's code runs.
class NoCollection {
 public:
  explicit NoCollection(Collector* collector) : collector_(*collector) {
    ++collector_.scopes().no_collection_depth;
  }
  ~NoCollection() { --collector_.scopes().no_collection_depth; }
  NoCollection(const NoCollection&) = delete;
  NoCollection& operator=(const NoCollection&) = delete;

 private:
  Collector& collector_;
};

}  // namespace

bool IsNamedByBytes(const TypePlan& plan, uintptr_t object) {
  if (plan.string_kind == StringKind::kNone) return false;
  return plan.string_kind == StringKind::kWhole ||
         reinterpret_cast<const IndirectBody*>(object)->IsSlice();
}

// Counts what WalkObject() finds.
class SnapshotGraph::EdgeCounter {
 public:
  explicit EdgeCounter(SnapshotGraph* graph) : graph_(*graph) {}

  // Of an object on a page; kNoPage: of what is no object.
  void Begin(PageIndex page) {
    page_ = page;
    count_ = 0;
  }
  uint32_t count() const { return count_; }

  void Named(uint32_t, uintptr_t) { ++count_; }
  void Element(uint32_t, uintptr_t) { ++count_; }
  void WeakElement(uint32_t index, uintptr_t) {
    ++count_;
    graph_.weak_index_end_ =
        std::max(graph_.weak_index_end_, uint64_t{index} + 1);
  }
  void Leaf(uint32_t) {
    ++count_;
    ++graph_.leaf_count_;
  }
  void Pair(uintptr_t key, uintptr_t value) {
    if (!graph_.nodes_->Has(key) || !graph_.nodes_->Has(value)) return;
    ++count_;
    ++graph_.edge_count_;  // the key's
    graph_.pairs_.Add(page_, graph_.nodes_->PlaceOfPage(PageIndexOf(key)));
  }

 private:
  SnapshotGraph& graph_;
  PageIndex page_ = kNoPage;
  uint32_t count_ = 0;
};

SnapshotGraph::SnapshotGraph(Collector* collector,
                             const SnapshotOptions& options)
    : collector_(collector), options_(options) {
  const auto label = [this](EdgeType type, const char* name) {
    return plans_.LabelOf(type, names_.Add(name));
  };
  fixed_labels_.heap = label(EdgeType::kShortcut, "heap");
  for (size_t i = 0; i < kRootKindCount; ++i) {
    fixed_labels_.root_kinds[i] = label(EdgeType::kProperty, kRootKindEdges[i]);
  }
  indirect_labels_ = {.parent = label(EdgeType::kInternal, "parent"),
                      .first = label(EdgeType::kInternal, "first"),
                      .second = label(EdgeType::kInternal, "second")};
}

bool SnapshotGraph::Fail(std::string text) {
  error_ = std::move(text);
  return false;
}

bool SnapshotGraph::Begin() {
  if (collector_->is_in_pause() || collector_->is_in_destructor()) {
    return Fail(
        "a snapshot cannot be taken inside a collection or a destructor");
  }
  // Before anything is walked, so that the walk computes nothing.
  if (options_.sources != nullptr) options_.sources->Prepare();
  return CollectAndName() && NumberObjects() && MakePlainNodes();
}

bool SnapshotGraph::Count() {
  const AllocationTracker* const tracker =
      SnapshotState::Of(*collector_).tracker();
  if (tracker != nullptr) {
    traces_.emplace(*tracker, &names_);
    memory_bytes_max_ =
        std::max(memory_bytes_max_,
                 memory_bytes() - traces_->bytes() + traces_->bytes_max());
  }
  nodes_.emplace(*collector_, static_cast<NodeOrdinal>(plain_nodes_.size()));
  CountEdges();
  if (node_count() * node_field_count() > kNodeIndexMax) {
    return Fail("the heap has more objects than a snapshot can hold: " +
                std::to_string(node_count()) + " of " +
                std::to_string(kNodeIndexMax / node_field_count()));
  }
  return true;
}

bool SnapshotGraph::CollectAndName() {
  constexpr int kAttemptsMax = 2;
  for (int attempt = 0; attempt < kAttemptsMax; ++attempt) {
    RootRecord record;
    const CollectOptions how = {.stack = options_.stack, .reason = "snapshot"};
    switch (collector_->CollectRecording(how, &record)) {
      case Collector::Recording::kDone:
        break;
      case Collector::Recording::kForbidden:
        return Fail(
            "a snapshot begins with a collection, which a "
            "NoGarbageCollectionScope or DisallowGarbageCollectionScope "
            "forbids");
      case Collector::Recording::kNoMemory:
        throw std::bad_alloc();
    }
    roots_.emplace(std::move(record), &plans_, &names_);
    memory_bytes_max_ = std::max(
        memory_bytes_max_, roots_->record().marking_bytes + roots_->bytes());
    has_special_objects_ = !roots_->record().under_construction.empty() ||
                           !roots_->record().weak_containers.empty();
    if (NameObjects()) return true;
  }
  return Fail(
      "a GetHumanReadableName() allocates in the heap or frees from it each "
      "time it is called; it must not");
}

// False: the heap is not what it was.
bool SnapshotGraph::NameObjects() {
  const NoCollection guard(collector_);
  collector_->CloseRuns();
  const size_t allocated = collector_->allocated_since_collection_bytes();
  const size_t live = collector_->live_bytes_estimate();
  own_names_ = NumberStream();
  refused_name_count_ = 0;
  named_count_ = 0;
  if (options_.redact) return true;
  const NodeTable nodes(*collector_, 0);
  name_bytes_max_ =
      NameBytesMax(live, nodes, SnapshotState::Of(*collector_).tracker());
  nodes.ForEachPage([this](PageIndex page, NodeOrdinal) {
    ForEachOf(page, [this](const TypePlan& plan, uintptr_t object) {
      if (ShowsOwnName(plan)) own_names_.Put(NameOf(plan, object));
      ++named_count_;
    });
  });
  collector_->CloseRuns();
  return collector_->allocated_since_collection_bytes() == allocated &&
         collector_->live_bytes_estimate() == live;
}

// Its own; that of its class if it has none, or it is under construction.
NameNumber SnapshotGraph::NameOf(const TypePlan& plan, uintptr_t object) {
  if (IsUnderConstruction(object)) return plan.name;
  char name[kOwnNameBytesMax + 1];
  const size_t bytes = plan.type->name_of(reinterpret_cast<const void*>(object),
                                          name, sizeof(name));
  if (bytes == 0) return plan.name;
  // What numbers of names were expected to take, and did not, is for names.
  const size_t expected = kNameNumberBytes * named_count_;
  const size_t spared = expected - std::min(expected, own_names_.bytes());
  NameNumber number = names_.TryAdd({name, bytes}, name_bytes_max_ + spared);
  if (number != kNoName) return number;
  ++refused_name_count_;
  number = AddShortened(name, bytes);
  return number != kNoName ? number : plan.name;
}

// A name for which there is no room. DevTools counts `<p id="x">` as a `<p>`,
// and is to do so for all of them or none: it would be misleading to find some
// below the name of their class in the program. kNoName if it is no such name.
NameNumber SnapshotGraph::AddShortened(char* name, size_t bytes) {
  if (*name != '<') return kNoName;
  if (void* const space = std::memchr(name, ' ', bytes)) {
    char* const end = static_cast<char*>(space);
    *end = '>';
    bytes = static_cast<size_t>(end - name) + 1;
  }
  const NameNumber old_count = names_.count();
  const bool takes_new = shortened_count_ < kShortenedNamesMax;
  const NameNumber number =
      names_.TryAdd({name, bytes}, takes_new ? SIZE_MAX : 0);
  shortened_count_ += names_.count() - old_count;
  return number;
}

bool SnapshotGraph::NumberObjects() {
  uint32_t& next = SnapshotState::Of(*collector_).next_number();
  std::vector<PageIndex> pages;
  collector_->ForEachPage([&](PageIndex page) { pages.push_back(page); });
  std::sort(pages.begin(), pages.end());
  for (const PageIndex page : pages) {
    if (collector_->NumberSlots(page, &next, kLastNumber)) continue;
    return Fail(
        "the 2^31 ids that snapshots of one heap can give to objects are used "
        "up; snapshots of a new heap begin anew");
  }
  return true;
}

bool SnapshotGraph::MakePlainNodes() {
  SnapshotState& state = SnapshotState::Of(*collector_);
  costs_ = HeapCostsOf(*collector_);
  uint32_t number = 0;
  for (const FixedNode& node : kFixedNodes) {
    plain_nodes_.push_back({.type = node.type,
                            .name = names_.Add(node.name),
                            .id = IdOfNumber(number++),
                            .self_bytes = 0,
                            .edge_count = 0});
  }
  plain_nodes_[kRootNode].edge_count = 3;
  plain_nodes_[kGcRootsNode].edge_count = kRootKindCount + 1;
  plain_nodes_[kHeapNode].edge_count = kRootKindCount;
  plain_nodes_[kCostNode].edge_count = static_cast<uint32_t>(costs_.size());
  uint32_t repeat = 0;
  for (size_t i = 0; i < costs_.size(); ++i) {
    const HeapCost& cost = costs_[i];
    repeat = i > 0 && costs_[i - 1].name == cost.name ? repeat + 1 : 0;
    const uint32_t cost_number =
        state.NumberOfCost(cost.name + std::to_string(repeat));
    if (cost_number == 0) return Fail("the ids of snapshots are used up");
    plain_nodes_.push_back({.type = NodeType::kNative,
                            .name = names_.Add(cost.name),
                            // Even: no allocation to DevTools' timeline.
                            .id = IdOfNumber(cost_number) + 1,
                            .self_bytes = static_cast<uint32_t>(cost.bytes),
                            .edge_count = 0});
  }
  return true;
}

void SnapshotGraph::CountEdges() {
  EdgeCounter counter(this);
  nodes_->ForEachPage([&](PageIndex page, NodeOrdinal) {
    ForEachOf(page, [&](const TypePlan& plan, uintptr_t object) {
      if (IsNamedByBytes(plan, object)) ++string_count_;
      if (plan.is_plain && !has_special_objects_) {
        CountPlain(plan, object);
      } else {
        counter.Begin(page);
        WalkObject(plan, object, counter);
        edge_counts_.Put(counter.count());
        edge_count_ += counter.count();
      }
    });
  });
  for (size_t i = 0; i < kRootKindCount; ++i) {
    const auto kind = static_cast<RootKind>(i);
    counter.Begin(kNoPage);
    roots_->Walk(kind, counter);
    plain_nodes_[NodeOfRootKind(kind)].edge_count = counter.count();
  }
  for (const PlainNode& node : plain_nodes_) edge_count_ += node.edge_count;
}

HALFWORD_ALWAYS_INLINE void SnapshotGraph::CountPlain(const TypePlan& plan,
                                                      uintptr_t object) {
  uint32_t count = 0;
  for (const PlannedEdge& edge : plan.edges) {
    count += IsReference(WordAt(object + edge.offset)) ? 1 : 0;
  }
  edge_counts_.Put(count);
  edge_count_ += count;
}

bool SnapshotGraph::IsIn(const std::vector<uintptr_t>& sorted,
                         uintptr_t object) {
  return std::binary_search(sorted.begin(), sorted.end(), object);
}

size_t SnapshotGraph::memory_bytes() const {
  return sizeof(*this) + names_.bytes() + plans_.bytes() + roots_->bytes() +
         (nodes_.has_value() ? nodes_->bytes() : 0) + edge_counts_.bytes() +
         own_names_.bytes() + pairs_.bytes() +
         plain_nodes_.capacity() * sizeof(PlainNode) +
         (traces_.has_value() ? traces_->bytes() : 0);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
