// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How tests read a snapshot (snapshot_testing.h), and that a fault in one does
// not escape them.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest-spi.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

void LoadedSnapshot::Load() {
  EXPECT_TRUE(std::all_of(text_.begin(), text_.end(), [](char c) {
    return static_cast<signed char>(c) >= 0x20 || c == '\n';
  })) << "not all of it is ASCII without control characters";
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
  LoadLocations(json["snapshot"], json["locations"]);
  LoadTraces(json);
}

void LoadedSnapshot::CheckHeader(const nlohmann::json& snapshot) {
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

void LoadedSnapshot::LoadStrings(const nlohmann::json& strings) {
  strings_ = strings.get<std::vector<std::string>>();
  ASSERT_FALSE(strings_.empty());
  EXPECT_EQ(strings_.front(), "<dummy>");
  if (was_reported_) {
    EXPECT_EQ(strings_.size(), report_.string_count);
  }
}

void LoadedSnapshot::LoadNodes(const nlohmann::json& snapshot,
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
                      values["edge_count"], values["trace_node_id"]});
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

void LoadedSnapshot::LoadEdges(const nlohmann::json& snapshot,
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

void LoadedSnapshot::LoadLocations(const nlohmann::json& snapshot,
                                   const nlohmann::json& numbers) {
  const nlohmann::json& meta = snapshot["meta"];
  EXPECT_EQ(meta["location_fields"],
            nlohmann::json({"object_index", "script_id", "line", "column"}));
  const size_t node_fields = meta["node_fields"].size();
  ASSERT_EQ(numbers.size() % 4, 0u);
  for (size_t at = 0; at < numbers.size(); at += 4) {
    const auto index = numbers[at].get<size_t>();
    ASSERT_EQ(index % node_fields, 0u);
    ASSERT_LT(index / node_fields, nodes_.size());
    const ShownLocation location = {numbers[at + 1].get<uint32_t>(),
                                    numbers[at + 2].get<uint32_t>(),
                                    numbers[at + 3].get<uint32_t>()};
    EXPECT_TRUE(locations_.emplace(index / node_fields, location).second)
        << "a node has two locations";
  }
}

void LoadedSnapshot::LoadTraces(const nlohmann::json& json) {
  const auto numbers = json["trace_function_infos"].get<std::vector<size_t>>();
  const size_t count = json["snapshot"].value("trace_function_count", 0u);
  const nlohmann::json& meta = json["snapshot"]["meta"];
  const auto fields = meta["node_fields"].get<std::vector<std::string>>();
  EXPECT_EQ(std::count(fields.begin(), fields.end(), "trace_node_id"),
            count != 0 ? 1 : 0);
  ASSERT_EQ(numbers.size(), count * 6);
  std::vector<ShownTrace> functions;
  for (size_t at = 0; at < numbers.size(); at += 6) {
    EXPECT_EQ(numbers[at], at / 6);
    functions.push_back(
        {StringAt(numbers[at + 1]), StringAt(numbers[at + 2]), 0, 0, 0});
  }
  LoadTraceTree(json["trace_tree"], 0, functions);
  std::map<uint64_t, uint64_t> alive;
  for (const ShownNode& node : nodes_) {
    if (node.trace == 0) continue;
    ASSERT_TRUE(traces_.contains(node.trace)) << node.trace;
    ++alive[node.trace];
  }
  for (const auto& [trace, alive_count] : alive) {
    EXPECT_LE(alive_count, traces_[trace].count);
  }
  const nlohmann::json& samples = json["samples"];
  ASSERT_EQ(samples.size() % 2, 0u);
  for (size_t at = 0; at < samples.size(); at += 2) {
    const ShownSample sample = {samples[at].get<uint64_t>(),
                                samples[at + 1].get<uint64_t>()};
    if (!samples_.empty()) {
      EXPECT_GE(sample.time_us, samples_.back().time_us);
      EXPECT_GE(sample.last_id, samples_.back().last_id);
    }
    samples_.push_back(sample);
  }
  EXPECT_EQ(samples_.empty(), count == 0);
}

// Of one level: id, function, count, bytes and children of each node.
void LoadedSnapshot::LoadTraceTree(const nlohmann::json& nodes, uint64_t parent,
                                   const std::vector<ShownTrace>& functions) {
  ASSERT_EQ(nodes.size() % 5, 0u);
  for (size_t at = 0; at < nodes.size(); at += 5) {
    const auto id = nodes[at].get<uint64_t>();
    const auto function = nodes[at + 1].get<size_t>();
    ASSERT_LT(function, functions.size());
    ShownTrace trace = functions[function];
    trace.parent = parent;
    trace.count = nodes[at + 2].get<uint64_t>();
    trace.bytes = nodes[at + 3].get<uint64_t>();
    EXPECT_GT(id, 0u);
    EXPECT_TRUE(traces_.emplace(id, trace).second) << "trace " << id;
    LoadTraceTree(nodes[at + 4], id, functions);
  }
}

// "1 / part of key (Item @5) -> value (Item @7) pair in WeakMap (table @9)"
std::optional<std::pair<uint64_t, uint64_t>> LoadedSnapshot::TableAndKeyOf(
    const ShownEdge& edge) {
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

std::vector<bool> LoadedSnapshot::Held() const {
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

namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  HALFWORD_FIELDS(Node, next_)
};

// Of a heap with two objects.
nlohmann::json SoundSnapshot() {
  const std::unique_ptr<Heap> heap = Heap::Create();
  const Persistent<Node> root =
      MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  root->next_ = MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  return nlohmann::json::parse(LoadedSnapshot(*heap).text());
}

// What a test that loads it would report.
int FailureCount(const std::string& text) {
  ::testing::TestPartResultArray results;
  {
    const ::testing::ScopedFakeTestPartResultReporter reporter(
        ::testing::ScopedFakeTestPartResultReporter::
            INTERCEPT_ONLY_CURRENT_THREAD,
        &results);
    const LoadedSnapshot snapshot(text);
  }
  return results.size();
}
int FailureCount(const nlohmann::json& snapshot) {
  return FailureCount(snapshot.dump());
}

TEST(LoadedSnapshotTest, AcceptsASoundSnapshot) {
  EXPECT_EQ(FailureCount(SoundSnapshot()), 0);
}

TEST(LoadedSnapshotTest, FindsEachFault) {
  const nlohmann::json sound = SoundSnapshot();
  using Fault = void (*)(nlohmann::json&);
  const Fault faults[] = {
      [](auto& json) { json.erase("samples"); },
      [](auto& json) { json["nodes"].push_back(0); },
      [](auto& json) { json["edges"].push_back(0); },
      [](auto& json) { json["snapshot"]["node_count"] = 1; },
      [](auto& json) { json["snapshot"]["edge_count"] = 1; },
      [](auto& json) { json["nodes"][0] = 99; },          // a type
      [](auto& json) { json["nodes"][1] = 99'999; },      // a name
      [](auto& json) { json["nodes"][2] = 3; },           // an id twice
      [](auto& json) { json["nodes"][3] = 1ull << 31; },  // a size
      [](auto& json) { json["nodes"][4] = 4; },           // a count
      [](auto& json) { json["nodes"][5] = 1; },           // detachedness
      [](auto& json) { json["edges"][0] = 99; },          // a type
      [](auto& json) { json["edges"][4] = 99'999; },      // a name
      [](auto& json) { json["edges"][2] = 7; },           // inside of a node
      [](auto& json) { json["edges"][2] = 6'000'000; },
      [](auto& json) { json["strings"][0] = "something"; },
      [](auto& json) { json["locations"] = {1, 1, 1, 1}; },
      [](auto& json) { json["samples"] = {1, 1}; },
      [](auto& json) { json["trace_tree"] = {1, 0, 0, 0}; },
      [](auto& json) { json["trace_function_infos"] = {0, 0, 0, 0, 0, 0}; },
      [](auto& json) { json["snapshot"]["trace_function_count"] = 1; },
  };

  for (size_t i = 0; i < std::size(faults); ++i) {
    nlohmann::json broken = sound;
    faults[i](broken);
    EXPECT_GT(FailureCount(broken), 0) << "fault " << i;
  }
}

TEST(LoadedSnapshotTest, FindsWhatIsNoJson) {
  const std::string text = SoundSnapshot().dump();

  EXPECT_GT(FailureCount(text.substr(0, text.size() - 2)), 0);
  EXPECT_GT(FailureCount(text + "\x01"), 0);
  EXPECT_GT(FailureCount(std::string("{}")), 0);
}

// The root holds a table, and holds a key strongly or weakly; both hold a
// value.
nlohmann::json SnapshotOfAPair(std::string_view type_of_edge_to_key) {
  const nlohmann::json meta = {
      {"node_fields",
       {"type", "name", "id", "self_size", "edge_count", "detachedness"}},
      {"node_types",
       {{"native", "synthetic"},
        "string",
        "number",
        "number",
        "number",
        "number"}},
      {"edge_fields", {"type", "name_or_index", "to_node"}},
      {"edge_types",
       {{"internal", "weak", "property"}, "string_or_number", "node"}},
      {"location_fields", {"object_index", "script_id", "line", "column"}},
      {"sample_fields", nlohmann::json::array()},
      {"trace_function_info_fields", nlohmann::json::array()},
      {"trace_node_fields", nlohmann::json::array()}};
  const int to_key = type_of_edge_to_key == "weak" ? 1 : 2;
  const std::vector<int> nodes = {1, 1, 1, 0, 2, 0, 1, 2, 3, 0, 0, 0, 0, 3, 5,
                                  0, 1, 0, 0, 3, 7, 0, 1, 0, 0, 3, 9, 0, 0, 0};
  const std::vector<int> edges = {2, 3, 12, to_key, 3, 18, 0, 4, 24, 0, 4, 24};
  const std::vector<std::string> strings = {
      "<dummy>", "", "(heap)", "x",
      "1 / part of key (K @7) -> value (V @9) pair in WeakMap (table @5)"};
  const nlohmann::json none = nlohmann::json::array();
  return {{"snapshot", {{"meta", meta}, {"node_count", 5}, {"edge_count", 4}}},
          {"nodes", nodes},
          {"edges", edges},
          {"trace_function_infos", none},
          {"trace_tree", none},
          {"samples", none},
          {"locations", none},
          {"strings", strings}};
}

TEST(LoadedSnapshotTest, APairHoldsItsValueTogether) {
  const LoadedSnapshot both(SnapshotOfAPair("property").dump());
  const LoadedSnapshot only_the_table(SnapshotOfAPair("weak").dump());

  EXPECT_EQ(both.Held(), (std::vector<bool>{true, false, true, true, true}));
  EXPECT_EQ(only_the_table.Held(),
            (std::vector<bool>{true, false, true, false, false}));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
