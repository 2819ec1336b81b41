// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MakeRandomGraph(): a small snapshot in which every rule matters: names that
// rules know, pairs, cycles that nothing holds, twins in the string table, any
// order of fields. Only tests include this file.

#ifndef HALFWORD_ANALYSIS_RANDOM_GRAPH_H_
#define HALFWORD_ANALYSIS_RANDOM_GRAPH_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include "analysis/file/snapshot_testing.h"

namespace halfword::analysis {

class RandomGraphMaker {
 public:
  explicit RandomGraphMaker(std::mt19937* random) : random_(*random) {}

  TestGraph Make() {
    graph_ = TestGraph();
    ChooseFields();
    const uint32_t count = 4 + Below(Chance(50) ? 8 : 37);
    graph_.root = Chance(85) ? 0 : count - 1;
    for (uint32_t node = 0; node < count; ++node) AddNode(node);
    const bool has_user_roots = Chance(70);
    for (uint32_t edges = 1 + Below(4); edges > 0; --edges) {
      AddEdge(graph_.root, Below(count));
      if (!has_user_roots) {
        graph_.nodes[graph_.edges.back().target].type = "synthetic";
      }
    }
    for (uint32_t edges = count * (1 + Below(6)) / 2; edges > 0; --edges) {
      AddEdge(Below(count), Below(count));
    }
    for (uint32_t steps = Chance(50) ? count / 2 : 0; steps > 0; --steps) {
      const uint32_t node = Below(count - 1);
      AddEdge(node, node + 1);
    }
    for (uint32_t pairs = Below(4); pairs > 0; --pairs) AddPair(count);
    for (uint32_t places = Below(10); places > 0; --places) {
      graph_.locations.push_back({Below(count), 7, Below(2), Below(2)});
    }
    return graph_;
  }

 private:
  uint32_t Below(size_t limit) {
    return static_cast<uint32_t>(random_() % limit);
  }
  bool Chance(uint32_t percent) { return Below(100) < percent; }
  template <typename List>
  std::string OneOf(const List& list) {
    return std::string(list[Below(std::size(list))]);
  }

  void ChooseFields() {
    if (Chance(30)) graph_.node_fields.pop_back();  // detachedness
    if (Chance(30)) graph_.node_fields.push_back("trace_node_id");
    if (Chance(30)) {
      std::shuffle(graph_.node_fields.begin(), graph_.node_fields.end(),
                   random_);
      std::shuffle(graph_.edge_fields.begin(), graph_.edge_fields.end(),
                   random_);
    }
    if (Chance(50)) {
      graph_.location_fields = {"object_index", "script_id", "line", "column"};
    }
    if (Chance(20)) graph_.extra_native_bytes = Below(1000);
    has_twins_ = Chance(30);
  }

  void AddNode(uint32_t node) {
    static constexpr std::string_view kUsual[] = {"object", "object", "native",
                                                  "array", "hidden"};
    static constexpr std::string_view kNames[] = {"Array",
                                                  "Object",
                                                  "Object",
                                                  "Object",
                                                  "Foo",
                                                  "Bar",
                                                  "<div>",
                                                  "<div a>",
                                                  "Detached <div b>",
                                                  "Detached Foo",
                                                  "<a b c",
                                                  "(system)",
                                                  "Function",
                                                  "system / ExternalStringData",
                                                  "system / JSArrayBufferData",
                                                  "system / NativeContext",
                                                  "(map descriptors)",
                                                  "(Document DOM trees)",
                                                  "(GC roots)",
                                                  "",
                                                  "{a, b}"};
    const bool is_root = node == graph_.root;
    graph_.Add(is_root      ? "synthetic"
               : Chance(80) ? OneOf(kUsual)
                            : OneOf(kNodeTypes),
               "", Chance(30) ? 0 : (Chance(5) ? 1U << 31 : Below(100)),
               Chance(50) ? 0 : Below(8));
    graph_.nodes.back().name = SlotOf(OneOf(kNames));
  }

  uint32_t SlotOf(const std::string& text) {
    return has_twins_ && Chance(20) ? graph_.NewSlot(text) : graph_.Slot(text);
  }

  void AddEdge(uint32_t source, uint32_t target) {
    static constexpr std::string_view kUsual[] = {"property", "property",
                                                  "element", "internal"};
    static constexpr std::string_view kNames[] = {
        "a",    "b",         "c",        "a",
        "b",    "__proto__", "elements", "sloppy_function_map",
        "it's", "x,y",       "",         "0",
        "1",    "2",         "3",        "4",
        "7",    "04",        " 10",      "-4",
        "+7",   "13x"};
    const std::string type =
        Chance(60) ? OneOf(kUsual) : OneOf(graph_.edge_types);
    const bool has_index = type == "element" || type == "hidden";
    graph_.edges.push_back(
        {source, type, has_index ? Below(14) : SlotOf(OneOf(kNames)), target});
  }

  void AddPair(uint32_t count) {
    graph_.ConnectPair(Below(count), Below(count), Below(count));
    if (Chance(10)) graph_.edges.pop_back();
    if (Chance(10)) graph_.edges.back().source = Below(count);
    if (Chance(10)) graph_.edges.back().type = "weak";
  }

  std::mt19937& random_;
  TestGraph graph_;
  bool has_twins_ = false;
};

inline TestGraph MakeRandomGraph(std::mt19937* random) {
  return RandomGraphMaker(random).Make();
}

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_RANDOM_GRAPH_H_
