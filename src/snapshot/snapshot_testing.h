// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of snapshots share: one that is taken into memory, parsed, and
// checked for all that DevTools takes for granted. Only tests include this
// file; the loader is in loaded_snapshot_test.cc.

#ifndef HALFWORD_SNAPSHOT_SNAPSHOT_TESTING_H_
#define HALFWORD_SNAPSHOT_SNAPSHOT_TESTING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap_snapshot.h"
#include "heap/slot_ids.h"
#include "nlohmann/json_fwd.hpp"
#include "snapshot/snapshot_state.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Keeps what it is given, as far as there is room.
class StringSink final : public SnapshotSink {
 public:
  explicit StringSink(size_t bytes_max = SIZE_MAX) : bytes_max_(bytes_max) {}

  bool Write(const char* data, size_t bytes) override {
    ++write_count_;
    if (bytes > bytes_max_ - text_.size()) return false;
    text_.append(data, bytes);
    return true;
  }

  const std::string& text() const { return text_; }
  size_t write_count() const { return write_count_; }

 private:
  const size_t bytes_max_;
  std::string text_;
  size_t write_count_ = 0;
};

// The id that the last snapshot gave to an object; 0: none has.
inline uint64_t SnapshotIdOf(const void* object) {
  const auto address = reinterpret_cast<uintptr_t>(object);
  const SlotIds* const ids = SlotIdsOf(PageIndexOf(address));
  if (ids == nullptr) return 0;
  const auto granule =
      static_cast<uint32_t>((address & (kPageBytes - 1)) / kGranuleBytes);
  const uint32_t number = ids->NumberOf(granule);
  return number == 0 ? 0 : IdOfNumber(number);
}

struct ShownNode {
  std::string type;
  std::string name;
  uint64_t id;
  uint64_t self_bytes;
  size_t first_edge;
  size_t edge_count;
  uint64_t trace;  // 0: none
};

// Where something was allocated.
struct ShownTrace {
  std::string function;
  std::string module;
  uint64_t parent;  // 0: none
  uint64_t count;
  uint64_t bytes;
};

struct ShownSample {
  uint64_t time_us;
  uint64_t last_id;
};

// Counted from 0.
struct ShownLocation {
  uint32_t source;
  uint32_t line;
  uint32_t column;

  bool operator==(const ShownLocation&) const = default;
};

struct ShownEdge {
  std::string type;
  std::string name;  // of an element, its index
  size_t target;

  bool operator==(const ShownEdge&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const ShownEdge& edge) {
  return out << edge.type << ' ' << edge.name << " -> " << edge.target;
}

// Of collections that find nothing on the stack, unless a test wants more.
inline constexpr SnapshotOptions kPrecise = {.stack =
                                                 StackState::kNoHeapPointers};

class LoadedSnapshot {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  explicit LoadedSnapshot(Heap& heap, const SnapshotOptions& options = kPrecise)
      : text_(Take(heap, options)) {
    if (!report_.ok()) return;
    const size_t taken =
        heap.CollectStatistics(HeapStatistics::kBrief).committed_size_bytes;
    Load();
    EXPECT_EQ(SelfBytes(), taken) << "sizes do not add up to the heap's";
  }
  // What was taken otherwise.
  explicit LoadedSnapshot(std::string text) : text_(std::move(text)) { Load(); }

  const SnapshotReport& report() const { return report_; }
  const std::string& text() const { return text_; }
  const std::vector<std::string>& strings() const { return strings_; }
  const std::vector<ShownNode>& nodes() const { return nodes_; }
  size_t edge_count() const { return edges_.size(); }

  // The one node of that name.
  size_t Find(std::string_view name) const {
    const std::vector<size_t> all = FindAll(name);
    EXPECT_EQ(all.size(), 1u) << "nodes that are called " << name;
    return all.empty() ? kNone : all.front();
  }
  std::vector<size_t> FindAll(std::string_view name) const {
    std::vector<size_t> found;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].name == name) found.push_back(i);
    }
    return found;
  }
  // Of a type of nodes: "native", "string", ...
  size_t Count(std::string_view type) const {
    return static_cast<size_t>(std::count_if(
        nodes_.begin(), nodes_.end(),
        [&](const ShownNode& node) { return node.type == type; }));
  }
  // kNone: it has none.
  size_t NodeOf(const void* object) const {
    const auto place = by_id_.find(SnapshotIdOf(object));
    return place != by_id_.end() ? place->second : kNone;
  }
  size_t NodeOfId(uint64_t id) const {
    const auto place = by_id_.find(id);
    return place != by_id_.end() ? place->second : kNone;
  }
  const ShownNode& operator[](size_t node) const { return nodes_.at(node); }

  std::vector<ShownEdge> EdgesOf(size_t node) const {
    if (node >= nodes_.size()) return {};
    const auto first =
        edges_.begin() + static_cast<ptrdiff_t>(nodes_[node].first_edge);
    return {first, first + static_cast<ptrdiff_t>(nodes_[node].edge_count)};
  }
  // "property next_ -> Node", sorted.
  std::vector<std::string> EdgeTextsOf(size_t node) const {
    std::vector<std::string> texts;
    for (const ShownEdge& edge : EdgesOf(node)) {
      texts.push_back(edge.type + " " + edge.name + " -> " +
                      nodes_[edge.target].name);
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  bool HasEdge(size_t node, const ShownEdge& wanted) const {
    const std::vector<ShownEdge> edges = EdgesOf(node);
    return std::find(edges.begin(), edges.end(), wanted) != edges.end();
  }
  // Where the edge of that name leads to; kNone: there is none.
  size_t Follow(size_t node, std::string_view name) const {
    for (const ShownEdge& edge : EdgesOf(node)) {
      if (edge.name == name) return edge.target;
    }
    return kNone;
  }

  // By node.
  const std::map<size_t, ShownLocation>& locations() const {
    return locations_;
  }

  // By id; empty: allocations were not tracked.
  const std::map<uint64_t, ShownTrace>& traces() const { return traces_; }
  const std::vector<ShownSample>& samples() const { return samples_; }
  // The functions from where a node was allocated, the innermost first.
  std::vector<std::string> StackOf(size_t node) const {
    std::vector<std::string> functions;
    for (uint64_t id = nodes_.at(node).trace; id != 0;
         id = traces_.at(id).parent) {
      functions.push_back(traces_.at(id).function);
    }
    return functions;
  }

  uint64_t SelfBytes() const {
    uint64_t sum = 0;
    for (const ShownNode& node : nodes_) sum += node.self_bytes;
    return sum;
  }
  // Of the heap's objects: all that hangs below a root or another object.
  size_t first_object() const { return first_object_; }

  // What the root holds: weak edges hold nothing, and the two edges of a pair
  // hold its value together.
  std::vector<bool> Held() const;

 private:
  std::string Take(Heap& heap, const SnapshotOptions& options) {
    StringSink sink;
    report_ = WriteHeapSnapshot(heap, sink, options);
    if (report_.ok()) {
      EXPECT_EQ(report_.file_bytes, sink.text().size());
      EXPECT_GT(report_.memory_bytes, 0u);
      was_reported_ = true;
    }
    return sink.text();
  }

  void Load();
  void CheckHeader(const nlohmann::json& snapshot);
  void LoadStrings(const nlohmann::json& strings);
  void LoadNodes(const nlohmann::json& snapshot, const nlohmann::json& numbers);
  void LoadEdges(const nlohmann::json& snapshot, const nlohmann::json& numbers);
  void LoadLocations(const nlohmann::json& snapshot,
                     const nlohmann::json& numbers);
  void LoadTraces(const nlohmann::json& json);
  void LoadTraceTree(const nlohmann::json& nodes, uint64_t parent,
                     const std::vector<ShownTrace>& functions);
  std::string StringAt(uint64_t index) const {
    EXPECT_LT(index, strings_.size());
    return index < strings_.size() ? strings_[index] : "";
  }
  static std::optional<std::pair<uint64_t, uint64_t>> TableAndKeyOf(
      const ShownEdge& edge);

  SnapshotReport report_;
  bool was_reported_ = false;
  const std::string text_;
  std::vector<std::string> strings_;
  std::vector<ShownNode> nodes_;
  std::vector<ShownEdge> edges_;
  std::map<uint64_t, size_t> by_id_;
  std::map<size_t, ShownLocation> locations_;
  std::map<uint64_t, ShownTrace> traces_;
  std::vector<ShownSample> samples_;
  size_t first_object_ = 0;
};

// Of what is there, by the heap's own account: how many objects of each class.
inline std::map<std::string, size_t> ObjectsByType(Heap& heap) {
  std::map<std::string, size_t> counts;
  const HeapStatistics statistics =
      heap.CollectStatistics(HeapStatistics::kDetailed);
  for (const HeapStatistics::TypeStatistics& type : statistics.type_stats) {
    if (type.object_count != 0) counts[type.name] += type.object_count;
  }
  return counts;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_SNAPSHOT_TESTING_H_
