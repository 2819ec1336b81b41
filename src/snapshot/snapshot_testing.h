// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of snapshots share: one that is taken into memory, parsed, and
// checked for all that DevTools takes for granted. Only tests include this
// file.

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
#include "nlohmann/json.hpp"
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
  size_t first_object_ = 0;
};

inline void LoadedSnapshot::Load() {
  EXPECT_TRUE(std::all_of(text_.begin(), text_.end(), [](char c) {
    return (c >= 0x20 && c < 0x7f) || c == '\n';
  })) << "not all of it is printable ASCII";
  const nlohmann::json json =
      nlohmann::json::parse(text_, nullptr, /*allow_exceptions=*/false);
  ASSERT_FALSE(json.is_discarded()) << "this is no JSON: " << text_;
  for (const char* section :
       {"snapshot", "nodes", "edges", "trace_function_infos", "trace_tree",
        "samples", "locations", "strings"}) {
    ASSERT_TRUE(json.contains(section)) << section;
  }
  CheckHeader(json["snapshot"]);
  LoadStrings(json["strings"]);
  LoadNodes(json["snapshot"], json["nodes"]);
  LoadEdges(json["snapshot"], json["edges"]);
}

inline void LoadedSnapshot::CheckHeader(const nlohmann::json& snapshot) {
  const nlohmann::json& meta = snapshot["meta"];
  EXPECT_EQ(meta["node_fields"].size(), meta["node_types"].size());
  EXPECT_EQ(meta["edge_fields"].size(), meta["edge_types"].size());
  EXPECT_TRUE(meta["node_types"][0].is_array());
  EXPECT_TRUE(meta["edge_types"][0].is_array());
  // DevTools looks for these by name.
  for (const char* name :
       {"type", "name", "id", "self_size", "edge_count", "detachedness"}) {
    EXPECT_EQ(std::count(meta["node_fields"].begin(), meta["node_fields"].end(),
                         name),
              1)
        << name;
  }
  EXPECT_EQ(meta["edge_fields"],
            nlohmann::json({"type", "name_or_index", "to_node"}));
  for (const char* name : {"location_fields", "sample_fields",
                           "trace_function_info_fields", "trace_node_fields"}) {
    EXPECT_TRUE(meta[name].is_array()) << name;
  }
  if (was_reported_) {
    EXPECT_EQ(snapshot["node_count"], report_.node_count);
    EXPECT_EQ(snapshot["edge_count"], report_.edge_count);
  }
}

inline void LoadedSnapshot::LoadStrings(const nlohmann::json& strings) {
  strings_ = strings.get<std::vector<std::string>>();
  ASSERT_FALSE(strings_.empty());
  EXPECT_EQ(strings_.front(), "<dummy>");
  if (was_reported_) {
    EXPECT_EQ(strings_.size(), report_.string_count);
  }
}

inline void LoadedSnapshot::LoadNodes(const nlohmann::json& snapshot,
                                      const nlohmann::json& numbers) {
  const nlohmann::json& meta = snapshot["meta"];
  const auto fields = meta["node_fields"].get<std::vector<std::string>>();
  const auto types = meta["node_types"][0].get<std::vector<std::string>>();
  ASSERT_EQ(numbers.size(),
            snapshot["node_count"].get<size_t>() * fields.size());
  size_t first_edge = 0;
  for (size_t at = 0; at < numbers.size(); at += fields.size()) {
    std::map<std::string, uint64_t> values;
    for (size_t i = 0; i < fields.size(); ++i) {
      values[fields[i]] = numbers[at + i].get<uint64_t>();
    }
    ASSERT_LT(values["type"], types.size());
    nodes_.push_back({types[values["type"]], StringAt(values["name"]),
                      values["id"], values["self_size"], first_edge,
                      values["edge_count"]});
    first_edge += values["edge_count"];
    EXPECT_EQ(values["detachedness"], 0u);
    EXPECT_LE(values["id"], UINT32_MAX);
    EXPECT_LE(values["self_size"], uint64_t{1} << 30);
    EXPECT_GT(values["id"], 0u);
    EXPECT_TRUE(by_id_.emplace(values["id"], nodes_.size() - 1).second)
        << "two nodes have the id " << values["id"];
  }
  EXPECT_EQ(first_edge, snapshot["edge_count"].get<size_t>());
  ASSERT_FALSE(nodes_.empty());
  EXPECT_EQ(nodes_.front().type, "synthetic");
  EXPECT_EQ(nodes_.front().name, "");
}

inline void LoadedSnapshot::LoadEdges(const nlohmann::json& snapshot,
                                      const nlohmann::json& numbers) {
  const auto types =
      snapshot["meta"]["edge_types"][0].get<std::vector<std::string>>();
  const size_t node_fields = snapshot["meta"]["node_fields"].size();
  ASSERT_EQ(numbers.size(), snapshot["edge_count"].get<size_t>() * 3);
  for (size_t at = 0; at < numbers.size(); at += 3) {
    const auto type = numbers[at].get<size_t>();
    const auto name = numbers[at + 1].get<uint64_t>();
    const auto target = numbers[at + 2].get<size_t>();
    ASSERT_LT(type, types.size());
    ASSERT_EQ(target % node_fields, 0u);
    ASSERT_LT(target / node_fields, nodes_.size());
    const bool is_number = types[type] == "element" || types[type] == "hidden";
    edges_.push_back({types[type],
                      is_number ? std::to_string(name) : StringAt(name),
                      target / node_fields});
  }
  const size_t cost = Find("(heap)");
  if (cost != kNone) first_object_ = cost + 1 + nodes_[cost].edge_count;
}

// "1 / part of key (Item @5) -> value (Item @7) pair in WeakMap (table @9)"
inline std::optional<std::pair<uint64_t, uint64_t>>
LoadedSnapshot::TableAndKeyOf(const ShownEdge& edge) {
  constexpr std::string_view kKey = " / part of key (";
  constexpr std::string_view kTable = " pair in WeakMap (table @";
  const size_t key = edge.name.find(kKey);
  const size_t table = edge.name.find(kTable);
  if (edge.type != "internal" || key == std::string::npos ||
      table == std::string::npos) {
    return std::nullopt;
  }
  const size_t key_end = edge.name.find(") -> value (", key);
  const size_t key_id = edge.name.rfind('@', key_end) + 1;
  return std::pair(std::stoull(edge.name.substr(table + kTable.size())),
                   std::stoull(edge.name.substr(key_id)));
}

inline std::vector<bool> LoadedSnapshot::Held() const {
  std::vector<bool> held(nodes_.size());
  std::vector<size_t> found = {0};
  held[0] = true;
  std::vector<ShownEdge> waiting;  // of pairs
  const auto reach = [&](size_t node) {
    if (!held[node]) found.push_back(node);
    held[node] = true;
  };
  while (!found.empty()) {
    const size_t node = found.back();
    found.pop_back();
    for (const ShownEdge& edge : EdgesOf(node)) {
      if (TableAndKeyOf(edge)) {
        waiting.push_back(edge);
      } else if (edge.type != "weak") {
        reach(edge.target);
      }
    }
    if (!found.empty()) continue;
    for (const ShownEdge& edge : waiting) {
      const auto [table, key] = *TableAndKeyOf(edge);
      if (NodeOfId(table) == kNone || NodeOfId(key) == kNone) continue;
      if (held[NodeOfId(table)] && held[NodeOfId(key)]) reach(edge.target);
    }
  }
  return held;
}

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
