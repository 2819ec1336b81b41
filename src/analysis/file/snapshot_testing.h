// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TestGraph: a snapshot in few lines, and its text. Only tests include this
// file.

#ifndef HALFWORD_ANALYSIS_FILE_SNAPSHOT_TESTING_H_
#define HALFWORD_ANALYSIS_FILE_SNAPSHOT_TESTING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/test_file.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

inline std::string QuotedText(std::string_view text) {
  return nlohmann::json(text).dump();
}

// Nodes are ordinals, in the order of Add(). The first has the id 1, the next
// 3, and so on. Names are slots of the string table.
struct TestGraph {
  struct Object {
    std::string type;
    uint32_t name;
    uint32_t self_bytes;
    uint32_t detachedness;
    uint32_t id;
  };
  struct Link {
    uint32_t source;
    std::string type;
    uint32_t name_or_index;
    uint32_t target;
  };
  struct Located {
    uint32_t node;
    uint32_t script_id;
    uint32_t line;
    uint32_t column;
  };

  // The slot of a text, which is made if there is none.
  uint32_t Slot(std::string_view text) {
    const auto place = std::find(strings.begin(), strings.end(), text);
    return place != strings.end()
               ? static_cast<uint32_t>(place - strings.begin())
               : NewSlot(text);
  }
  // A slot of its own, even if another has the same text.
  uint32_t NewSlot(std::string_view text) {
    strings.emplace_back(text);
    return static_cast<uint32_t>(strings.size() - 1);
  }

  uint32_t Add(std::string_view type, std::string_view name,
               uint32_t self_bytes = 0, uint32_t detachedness = 0) {
    const auto node = static_cast<uint32_t>(nodes.size());
    nodes.push_back({std::string(type), Slot(name), self_bytes, detachedness,
                     2 * node + 1});
    return node;
  }

  // name: digits where the type's names are numbers.
  void Connect(uint32_t source, std::string_view type, std::string_view name,
               uint32_t target) {
    const bool has_index = type == "element" || type == "hidden";
    edges.push_back({source, std::string(type),
                     has_index
                         ? static_cast<uint32_t>(std::stoul(std::string(name)))
                         : Slot(name),
                     target});
  }

  // The two edges of an ephemeron.
  void ConnectPair(uint32_t table, uint32_t key, uint32_t value) {
    const std::string text =
        " / part of key (K @" + std::to_string(nodes[key].id) +
        ") -> value (V @" + std::to_string(nodes[value].id) +
        ") pair in WeakMap (table @" + std::to_string(nodes[table].id) + ")";
    Connect(table, "internal", "1" + text, value);
    Connect(key, "internal", "2" + text, value);
  }

  // Edges by source; those of one stay in their order.
  std::vector<Link> SortedEdges() const {
    std::vector<Link> sorted = edges;
    std::stable_sort(
        sorted.begin(), sorted.end(),
        [](const Link& a, const Link& b) { return a.source < b.source; });
    return sorted;
  }

  bool has_detachedness() const {
    return std::find(node_fields.begin(), node_fields.end(), "detachedness") !=
           node_fields.end();
  }

  std::string Text() const {
    std::string text = "{\"snapshot\":" + Header().dump();
    text += ",\n\"nodes\":" + NodeNumbers();
    text += ",\n\"edges\":" + EdgeNumbers();
    if (!location_fields.empty()) {
      text += ",\n\"locations\":" + LocationNumbers();
    }
    return text + ",\n\"strings\":" + nlohmann::json(strings).dump() + "}\n";
  }

  std::vector<std::string> strings = {""};
  std::vector<Object> nodes;
  std::vector<Link> edges;
  std::vector<Located> locations;
  uint32_t root = 0;
  uint64_t extra_native_bytes = 0;
  std::vector<std::string> node_types = {std::begin(kNodeTypes),
                                         std::end(kNodeTypes)};
  std::vector<std::string> edge_types = {"context",  "element", "property",
                                         "internal", "hidden",  "shortcut",
                                         "weak"};
  std::vector<std::string> node_fields = {
      "type", "name", "id", "self_size", "edge_count", "detachedness"};
  std::vector<std::string> edge_fields = {"type", "name_or_index", "to_node"};
  std::vector<std::string> location_fields;

 private:
  using Json = nlohmann::json;
  using Row = std::vector<std::pair<std::string_view, uint64_t>>;

  static uint64_t Find(const std::vector<std::string>& names,
                       std::string_view name) {
    return static_cast<uint64_t>(std::find(names.begin(), names.end(), name) -
                                 names.begin());
  }

  Json Header() const {
    Json node_types_of_fields = Json::array();
    for (const std::string& field : node_fields) {
      node_types_of_fields.push_back(field == "type" ? Json(node_types)
                                                     : Json("number"));
    }
    Json edge_types_of_fields = Json::array();
    for (const std::string& field : edge_fields) {
      edge_types_of_fields.push_back(field == "type" ? Json(edge_types)
                                                     : Json("number"));
    }
    Json meta = {{"node_fields", node_fields},
                 {"node_types", node_types_of_fields},
                 {"edge_fields", edge_fields},
                 {"edge_types", edge_types_of_fields}};
    if (!location_fields.empty()) meta["location_fields"] = location_fields;
    Json header = {{"meta", meta},
                   {"node_count", nodes.size()},
                   {"edge_count", edges.size()}};
    if (root != 0) header["root_index"] = root * node_fields.size();
    if (extra_native_bytes != 0) {
      header["extra_native_bytes"] = extra_native_bytes;
    }
    return header;
  }

  static void Append(const std::vector<std::string>& fields, const Row& row,
                     std::string* text) {
    for (const std::string& field : fields) {
      const auto place =
          std::find_if(row.begin(), row.end(),
                       [&](const auto& pair) { return pair.first == field; });
      if (text->size() > 1) *text += ',';
      *text += std::to_string(place != row.end() ? place->second : 77);
    }
    *text += '\n';
  }

  std::string NodeNumbers() const {
    std::vector<uint32_t> edge_counts(nodes.size());
    for (const Link& edge : edges) ++edge_counts[edge.source];
    std::string text = "[";
    for (size_t i = 0; i < nodes.size(); ++i) {
      const Object& node = nodes[i];
      Append(node_fields,
             {{"type", Find(node_types, node.type)},
              {"name", node.name},
              {"id", node.id},
              {"self_size", node.self_bytes},
              {"edge_count", edge_counts[i]},
              {"detachedness", node.detachedness}},
             &text);
    }
    return text + ']';
  }

  std::string EdgeNumbers() const {
    std::string text = "[";
    for (const Link& edge : SortedEdges()) {
      Append(edge_fields,
             {{"type", Find(edge_types, edge.type)},
              {"name_or_index", edge.name_or_index},
              {"to_node", edge.target * node_fields.size()}},
             &text);
    }
    return text + ']';
  }

  std::string LocationNumbers() const {
    std::string text = "[";
    for (const Located& located : locations) {
      Append(location_fields,
             {{"object_index", located.node * node_fields.size()},
              {"script_id", located.script_id},
              {"line", located.line},
              {"column", located.column}},
             &text);
    }
    return text + ']';
  }
};

// The graph has a root already.
inline TestGraph GraphWithRoot() {
  TestGraph graph;
  graph.Add("synthetic", "");
  return graph;
}

// Every kind of section, pairs, arrays, plain objects.
inline TestGraph LargerGraph() {
  TestGraph graph = GraphWithRoot();
  graph.location_fields = {"object_index", "script_id", "line", "column"};
  const uint32_t window = graph.Add("object", "Window", 10);
  graph.Connect(0, "shortcut", "1", window);
  for (uint32_t i = 0; i < 40; ++i) {
    const uint32_t table = graph.Add("array", "table", 16);
    const uint32_t object = graph.Add("object", "Object", i);
    const uint32_t node = graph.Add("native", "<p \"\u00e4\">", 30, i % 3);
    graph.Connect(window, "element", std::to_string(i), table);
    graph.Connect(window, "property", "\\" + std::to_string(i), object);
    graph.Connect(object, "property", "x", node);
    graph.Connect(object, "property", "y\n", table);
    graph.ConnectPair(table, object, node);
    graph.locations.push_back({object, 1, 2, i % 3});
  }
  return graph;
}

inline Snapshot ReadText(std::string_view text) {
  return ReadSnapshot(TestFile(text).path());
}
inline Snapshot Read(const TestGraph& graph) { return ReadText(graph.Text()); }

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_SNAPSHOT_TESTING_H_
