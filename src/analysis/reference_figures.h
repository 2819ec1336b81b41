// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ReferenceFigures: DevTools' rules once more, as plainly as they can be said:
// sets that grow until they do not, and reachability tried node by node. Slow,
// and sharing nothing with the analyser. Only tests include this file.

#ifndef HALFWORD_ANALYSIS_REFERENCE_FIGURES_H_
#define HALFWORD_ANALYSIS_REFERENCE_FIGURES_H_

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/file/json_text.h"
#include "analysis/file/snapshot_testing.h"

namespace halfword::analysis {

class ReferenceFigures {
 public:
  struct Row {
    std::string name;
    uint64_t count = 0;
    int32_t distance = 0;
    uint64_t shallow_bytes = 0;
    uint64_t retained_bytes = 0;

    bool operator==(const Row&) const = default;
  };

  explicit ReferenceFigures(const TestGraph& graph)
      : graph_(graph), count_(graph.nodes.size()) {
    for (const TestGraph::Object& node : graph.nodes) {
      names.push_back(graph.strings[node.name]);
      self_bytes.push_back(node.self_bytes);
    }
    edges_.resize(count_);
    for (const TestGraph::Link& edge : graph.edges) {
      edges_[edge.source].push_back(edge);
    }
    FindUserRoots();
    FindPage();
    SpreadDetachedness();
    if (!user_roots_.empty()) MoveSizes();
    FindDistances();
    FindDominators();
    FindClasses();
    FindRows();
    FindStatistics();
  }

  // By node.
  std::vector<std::string> names;
  std::vector<uint32_t> self_bytes;
  std::vector<uint64_t> retained_bytes;
  std::vector<int32_t> distances;
  std::vector<uint32_t> dominators;
  std::vector<uint32_t> detachedness;
  std::vector<bool> is_page;
  std::vector<std::string> class_names;
  // By key.
  std::map<std::string, Row> rows;
  // Total, native, typed arrays, code, strings, arrays, system.
  std::vector<uint64_t> statistics;

 private:
  using Link = TestGraph::Link;

  static constexpr int32_t kNone = -5;

  const std::string& TypeOf(uint32_t node) const {
    return graph_.nodes[node].type;
  }
  std::string NameOf(const Link& edge) const {
    return edge.type == "element" || edge.type == "hidden"
               ? std::to_string(edge.name_or_index)
               : graph_.strings[edge.name_or_index];
  }
  bool IsTrees(uint32_t node) const {
    return TypeOf(node) == "synthetic" && names[node] == "(Document DOM trees)";
  }

  // "the table's id" and "the text without its number", of an internal edge.
  bool IsPair(const Link& edge, std::string* text, std::string* table) const {
    static const std::regex expression(
        R"(\d+( / part of key \(.*? @\d+\) -> value \(.*? @\d+\) pair in )"
        R"(WeakMap \(table @(\d+)\)))");
    const std::string name = NameOf(edge);
    std::smatch match;
    if (edge.type != "internal" || !std::regex_match(name, match, expression)) {
      return false;
    }
    *text = match[1];
    *table = match[2];
    return true;
  }

  void FindUserRoots() {
    for (const Link& edge : edges_[graph_.root]) {
      if (TypeOf(edge.target) != "synthetic" || IsTrees(edge.target)) {
        user_roots_.push_back(edge.target);
      }
    }
  }

  void FindPage() {
    is_page.resize(count_);
    for (const Link& edge : edges_[graph_.root]) {
      if (edge.type == "shortcut" ||
          (edge.type == "element" && IsTrees(edge.target))) {
        is_page[edge.target] = true;
      }
    }
    for (size_t round = 0; round < count_; ++round) {
      for (const Link& edge : graph_.edges) {
        if (edge.type != "weak" && is_page[edge.source]) {
          is_page[edge.target] = true;
        }
      }
    }
  }

  void SpreadDetachedness() {
    detachedness.resize(count_);
    is_renamed_.resize(count_);
    for (uint32_t node = 0; node < count_; ++node) {
      if (graph_.has_detachedness()) {
        detachedness[node] = graph_.nodes[node].detachedness & 3;
      } else if (TypeOf(node) == "native" &&
                 names[node].starts_with("Detached ")) {
        detachedness[node] = 2;
      }
    }
    if (!graph_.has_detachedness()) return;
    for (const uint32_t state : {1U, 2U}) {
      for (size_t round = 0; round < count_; ++round) {
        for (const Link& edge : graph_.edges) {
          if (edge.type != "hidden" && edge.type != "weak" &&
              TypeOf(edge.source) == "native" &&
              TypeOf(edge.target) == "native" &&
              detachedness[edge.source] == state &&
              detachedness[edge.target] == 0) {
            detachedness[edge.target] = state;
          }
        }
      }
    }
    for (uint32_t node = 0; node < count_; ++node) {
      if (TypeOf(node) != "native" || detachedness[node] != 2) continue;
      is_renamed_[node] = true;
      names[node] = "Detached " + names[node];
    }
  }

  bool IsMovable(uint32_t node) const {
    return TypeOf(node) == "hidden" || TypeOf(node) == "array" ||
           (TypeOf(node) == "native" &&
            names[node] == "system / ExternalStringData");
  }

  void MoveSizes() {
    std::vector<std::set<uint32_t>> owners(count_);
    for (uint32_t node = 0; node < count_; ++node) {
      if (!IsMovable(node)) owners[node] = {node};
    }
    for (size_t round = 0; round < count_; ++round) {
      for (const Link& edge : graph_.edges) {
        if (edge.type == "weak" || !IsMovable(edge.target)) continue;
        owners[edge.target].insert(owners[edge.source].begin(),
                                   owners[edge.source].end());
      }
    }
    for (uint32_t node = 0; node < count_; ++node) {
      if (!IsMovable(node) || owners[node].size() != 1) continue;
      const uint32_t owner = *owners[node].begin();
      if (TypeOf(owner) == "synthetic" || owner == graph_.root) continue;
      self_bytes[owner] += std::exchange(self_bytes[node], 0);
    }
  }

  bool MayPass(const Link& edge) {
    const std::string name = NameOf(edge);
    if (TypeOf(edge.source) == "hidden" &&
        names[edge.source] == "system / NativeContext" &&
        name == "sloppy_function_map") {
      return false;
    }
    if (TypeOf(edge.source) == "array" &&
        names[edge.source] == "(map descriptors)") {
      const auto index = std::strtol(name.c_str(), nullptr, 10);
      return index < 2 || index % 3 != 1;
    }
    std::string text;
    std::string table;
    if (!IsPair(edge, &text, &table)) return true;
    if (met_pairs_.erase(text) != 0) return true;
    met_pairs_.insert(text);
    return false;
  }

  void Walk(std::vector<uint32_t> queue) {
    for (size_t next = 0; next < queue.size(); ++next) {
      for (const Link& edge : edges_[queue[next]]) {
        if (edge.type == "weak" || distances[edge.target] != kNone ||
            !MayPass(edge)) {
          continue;
        }
        distances[edge.target] = distances[edge.source] + 1;
        queue.push_back(edge.target);
      }
    }
  }

  void FindDistances() {
    distances.assign(count_, kNone);
    for (const uint32_t node : user_roots_) distances[node] = 1;
    Walk(user_roots_);
    distances[graph_.root] = user_roots_.empty() ? 0 : 100'000'000;
    Walk({graph_.root});
  }

  bool IsEssential(const Link& edge) const {
    std::string text;
    std::string table;
    if (IsPair(edge, &text, &table) &&
        std::to_string(graph_.nodes[edge.source].id) == table) {
      return false;
    }
    if (edge.type == "weak" || edge.source == edge.target) return false;
    if (edge.source == graph_.root) return true;
    if (edge.type == "shortcut") return false;
    return !is_page[edge.target] || is_page[edge.source];
  }

  std::vector<bool> ReachedWithout(const std::vector<Link>& links,
                                   uint32_t without) const {
    std::vector<bool> is_reached(count_);
    is_reached[graph_.root] = without != graph_.root;
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      for (const Link& edge : links) {
        if (!is_reached[edge.source] || is_reached[edge.target] ||
            edge.target == without) {
          continue;
        }
        has_grown = is_reached[edge.target] = true;
      }
    }
    return is_reached;
  }

  void FindDominators() {
    std::vector<Link> links;
    std::vector<bool> has_parent(count_);
    for (const Link& edge : graph_.edges) {
      if (!IsEssential(edge)) continue;
      links.push_back(edge);
      has_parent[edge.target] = true;
    }
    for (uint32_t node = 0; node < count_; ++node) {
      if (!has_parent[node]) links.push_back({graph_.root, "", 0, node});
    }
    const std::vector<bool> is_reached =
        ReachedWithout(links, static_cast<uint32_t>(count_));
    std::vector<std::set<uint32_t>> above(count_);
    for (uint32_t node = 0; node < count_; ++node) {
      const std::vector<bool> still = ReachedWithout(links, node);
      for (uint32_t other = 0; other < count_; ++other) {
        if (is_reached[other] && !still[other] && other != node) {
          above[other].insert(node);
        }
      }
    }
    dominators.assign(count_, graph_.root);
    retained_bytes.assign(self_bytes.begin(), self_bytes.end());
    for (uint32_t node = 0; node < count_; ++node) {
      if (node == graph_.root) continue;
      above[node].insert(graph_.root);
      for (const uint32_t one : above[node]) {
        if (above[one].size() > above[dominators[node]].size()) {
          dominators[node] = one;
        }
        retained_bytes[one] += self_bytes[node];
      }
    }
    above_ = std::move(above);
  }

  std::vector<std::string> PropertiesOf(uint32_t node) const {
    std::vector<std::string> properties;
    for (const Link& edge : edges_[node]) {
      if (edge.type != "property" || NameOf(edge) == "__proto__") continue;
      properties.push_back(NameOf(edge));
    }
    return properties;
  }
  bool IsPlain(uint32_t node) const {
    return node >= graph_.root && TypeOf(node) == "object" &&
           names[node] == "Object";
  }

  struct Candidate {
    std::string name;
    std::multiset<std::string> properties;
    uint64_t count;
  };

  Candidate CandidateOf(uint32_t node) const {
    Candidate candidate = {"{", {}, 1};
    for (const std::string& property : PropertiesOf(node)) {
      const std::string shown =
          property.find_first_of(",'\"{}") != std::string::npos
              ? nlohmann::json(property).dump()
              : property;
      if (candidate.name.size() > 1 &&
          Utf16Length(candidate.name) + Utf16Length(shown) > 120) {
        break;
      }
      if (candidate.name.size() > 1) candidate.name += ", ";
      candidate.name += shown;
      candidate.properties.insert(property);
    }
    candidate.name += "}";
    return candidate;
  }

  std::vector<Candidate> FindShapes() const {
    std::vector<Candidate> shapes;
    for (uint32_t node = 0; node < count_; ++node) {
      if (!IsPlain(node) || PropertiesOf(node).empty()) continue;
      const Candidate candidate = CandidateOf(node);
      const auto known = std::find_if(
          shapes.begin(), shapes.end(),
          [&](const Candidate& one) { return one.name == candidate.name; });
      if (known == shapes.end()) {
        shapes.push_back(candidate);
      } else {
        ++known->count;
      }
    }
    std::erase_if(shapes, [](const Candidate& one) { return one.count < 2; });
    std::stable_sort(shapes.begin(), shapes.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return a.count > b.count;
                     });
    return shapes;
  }

  // The name, and what tells classes of one name apart.
  std::pair<std::string, std::string> FirstClassOf(uint32_t node) const {
    const std::string& type = TypeOf(node);
    const std::string& name = names[node];
    const auto made = [](const std::string& text) {
      return std::pair(text, "made");
    };
    if (type == "hidden") return made("(system)");
    if (type == "code") return made("(compiled code)");
    if (type == "closure") return made("Function");
    if (type == "regexp") return made("RegExp");
    if (type != "object" && type != "native") return made("(" + type + ")");
    for (const std::string begin : {"<", "Detached <"}) {
      if (!name.starts_with(begin)) continue;
      const size_t space = name.find(' ', begin == "<" ? 0 : 10);
      return made(space == std::string::npos ? name
                                             : name.substr(0, space) + ">");
    }
    return {name, (is_renamed_[node] ? "renamed " : "slot ") +
                      std::to_string(graph_.nodes[node].name)};
  }

  void FindClasses() {
    const std::vector<Candidate> shapes = FindShapes();
    for (uint32_t node = 0; node < count_; ++node) {
      auto [name, inside] = FirstClassOf(node);
      if (IsPlain(node)) {
        const auto list = PropertiesOf(node);
        const std::multiset<std::string> properties(list.begin(), list.end());
        const Candidate* best = nullptr;
        for (const Candidate& shape : shapes) {
          if (std::includes(properties.begin(), properties.end(),
                            shape.properties.begin(), shape.properties.end()) &&
              (best == nullptr ||
               shape.properties.size() > best->properties.size())) {
            best = &shape;
          }
        }
        if (best != nullptr) {
          name = best->name;
          inside = "shape";
        }
      }
      std::string key = "," + name;
      for (const TestGraph::Located& located : graph_.locations) {
        if (graph_.location_fields.empty() || located.node != node ||
            TypeOf(node) != "object") {
          continue;
        }
        key = std::to_string(located.script_id) + "," +
              std::to_string(located.line) + "," +
              std::to_string(located.column) + "," + name;
        inside = "located";
      }
      class_names.push_back(name);
      classes_.push_back({key, inside});
    }
  }

  void FindRows() {
    using Class = std::pair<std::string, std::string>;
    std::map<Class, Row> by_class;
    std::vector<Class> order;
    for (uint32_t node = 0; node < count_; ++node) {
      if (self_bytes[node] == 0) continue;
      Row& row = by_class[classes_[node]];
      if (row.count++ == 0) {
        order.push_back(classes_[node]);
        row.name = class_names[node];
        row.distance = distances[node];
      }
      row.distance = std::min(row.distance, distances[node]);
      row.shallow_bytes += self_bytes[node];
      bool is_below = false;
      for (const uint32_t one : above_[node]) {
        is_below = is_below ||
                   (self_bytes[one] != 0 && classes_[one] == classes_[node]);
      }
      if (!is_below) row.retained_bytes += retained_bytes[node];
    }
    for (const Class& one : order) rows[one.first] = by_class[one];
  }

  uint64_t ElementBytesOf(uint32_t node) const {
    for (const Link& edge : edges_[node]) {
      if (edge.type != "internal" || NameOf(edge) != "elements") continue;
      const auto holders = std::count_if(
          graph_.edges.begin(), graph_.edges.end(),
          [&](const Link& other) { return other.target == edge.target; });
      return holders == 1 ? self_bytes[edge.target] : 0;
    }
    return 0;
  }

  void FindStatistics() {
    uint64_t total = graph_.extra_native_bytes;
    uint64_t native = graph_.extra_native_bytes;
    uint64_t typed = 0;
    uint64_t code = 0;
    uint64_t strings = 0;
    uint64_t arrays = 0;
    uint64_t system = 0;
    for (uint32_t node = 0; node < count_; ++node) {
      const uint64_t bytes = self_bytes[node];
      const std::string& type = TypeOf(node);
      total += bytes;
      if (type == "hidden") {
        system += bytes;
      } else if (type == "native") {
        native += bytes;
        if (names[node] == "system / JSArrayBufferData") typed += bytes;
      } else if (type == "code") {
        code += bytes;
      } else if (type.ends_with("string")) {
        strings += bytes;
      } else if (names[node] == "Array") {
        arrays += bytes + ElementBytesOf(node);
      }
    }
    statistics = {total, native, typed, code, strings, arrays, system};
  }

  const TestGraph& graph_;
  const size_t count_;
  std::vector<std::vector<Link>> edges_;  // by source
  std::vector<uint32_t> user_roots_;
  std::vector<bool> is_renamed_;
  std::set<std::string> met_pairs_;
  std::vector<std::set<uint32_t>> above_;  // dominators, of any distance
  std::vector<std::pair<std::string, std::string>> classes_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REFERENCE_FIGURES_H_
