// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hand-made graphs of tests/devtools/cases, whose figures DevTools' own
// worker has computed. Each tells one rule from what it might be taken for.
//
// Of the expectations those are compared that figures have so far. The
// difference of two snapshots (17) is not among them: see diff_test.cc.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/row_reader.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

using Json = nlohmann::json;

std::filesystem::path Folder() { return HALFWORD_SNAPSHOT_CASES; }

std::string TextOf(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// A case, read and computed.
class Case {
 public:
  explicit Case(const std::string& file)
      : snapshot_(ReadSnapshot((Folder() / (file + ".heapsnapshot")).string())),
        figures_(ComputeFigures(&snapshot_, FigureScope::kNodes)) {
    const DominatorTree& tree = figures_.tree;
    places_.resize(tree.count());
    for (uint32_t i = 0; i < tree.count(); ++i) places_[tree.nodes[i]] = i;
    ReadIds();
  }

  const Figures& figures() const { return figures_; }

  // The columns of the expectation that figures have, in its order.
  Json NodeRow(Node node) const {
    const HeapGraph& graph = snapshot_.graph;
    const ClassTable& classes = figures_.classes;
    const DominatorTree& tree = figures_.tree;
    const uint32_t place = places_[node];
    const bool is_detached =
        graph.KindOf(node) == NodeKind::kNative &&
        graph.detachedness[node] == Detachedness::kDetached;
    return {ids_[node],
            TypeNameOf(graph.KindOf(node)),
            classes.NameOf(classes.ClassOf(node)),
            graph.self_bytes[node],
            figures_.retained_bytes[place],
            figures_.distances[node],
            ids_[tree.nodes[tree.parents[place]]],
            graph.detachedness[node],
            is_detached,
            bool{figures_.is_page_node[node]}};
  }

  static Json WantedRow(const Json& row) {
    const std::string flags = row[9];
    return {row[0],
            row[1],
            row[3],
            row[4],
            row[5],
            row[6],
            row[7],
            row[8],
            flags.find('D') != std::string::npos,
            flags.find('P') != std::string::npos};
  }

  // In the form of the expectation, but for the ids.
  Json Aggregates() const {
    Json rows = Json::object();
    for (const ClassRow& row : figures_.class_rows) {
      rows[figures_.classes.KeyOf(row.index)] = {
          {"name", row.name},
          {"count", row.count},
          {"distance", row.distance},
          {"self", row.shallow_bytes},
          {"maxRet", row.retained_bytes}};
    }
    return rows;
  }

  Json Statistics() const {
    const SnapshotStatistics& sums = figures_.statistics;
    return {{"total", sums.total_bytes},
            {"native",
             {{"total", sums.native_bytes},
              {"typedArrays", sums.typed_array_bytes}}},
            {"v8heap",
             {{"total", sums.total_bytes - sums.native_bytes},
              {"code", sums.code_bytes},
              {"jsArrays", sums.js_array_bytes},
              {"strings", sums.string_bytes},
              {"system", sums.system_bytes}}}};
  }

  Json Shapes() const {
    Json shapes = Json::array();
    for (const Shape& shape : figures_.shapes) {
      shapes.push_back({shape.name, shape.count});
    }
    return shapes;
  }

  // They stand there as pairs, or with their properties.
  static Json WantedShapes(const Json& wanted) {
    Json shapes = Json::array();
    for (const Json& shape : wanted) {
      shapes.push_back(shape.is_array() ? shape
                                        : Json{shape["name"], shape["count"]});
    }
    return shapes;
  }

 private:
  // A graph does not keep them.
  void ReadIds() {
    const SnapshotHeader::NodeFields& fields = snapshot_.sections.header.node;
    RowReader rows(*snapshot_.file, snapshot_.sections.nodes, fields.count);
    for (Node node = 0; node < snapshot_.graph.node_count(); ++node) {
      ids_.push_back(rows.Next("nodes")[fields.id]);
    }
  }

  Snapshot snapshot_;
  Figures figures_;
  std::vector<uint32_t> places_;  // by node, where it is in the tree
  std::vector<uint32_t> ids_;
};

void Compare(const Case& found, const Json& wanted) {
  if (wanted.contains("nodes")) {
    for (Node node = 0; node < wanted["nodes"].size(); ++node) {
      EXPECT_EQ(found.NodeRow(node), Case::WantedRow(wanted["nodes"][node]));
    }
  }
  if (wanted.contains("totalSize")) {
    EXPECT_EQ(found.figures().statistics.total_bytes, wanted["totalSize"]);
  }
  if (wanted.contains("aggregates")) {
    Json rows = wanted["aggregates"];
    for (Json& row : rows) row.erase("ids");
    EXPECT_EQ(found.Aggregates(), rows);
  }
  if (wanted.contains("statistics")) {
    EXPECT_EQ(found.Statistics(), wanted["statistics"]);
  }
  if (wanted.contains("interfaceDefinitions")) {
    EXPECT_EQ(found.Shapes(),
              Case::WantedShapes(wanted["interfaceDefinitions"]));
  }
}

TEST(CasesTest, HaveTheFiguresOfDevTools) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(Folder())) {
    std::string name = entry.path().filename().string();
    if (!name.ends_with(".expected.json")) continue;
    name = name.substr(0, name.find('.'));
    if (name == "17-diff") continue;
    SCOPED_TRACE(name);
    const bool is_pair = name == "22-repeated-user-root";
    Compare(Case(is_pair ? name + ".a" : name),
            Json::parse(TextOf(entry.path())));
    ++count;
  }
  EXPECT_EQ(count, 27);
}

// DevTools gives up on a queue that is longer than the file has nodes.
TEST(CasesTest, LoadWhereDevToolsFails) {
  const Case found("22-repeated-user-root.b");
  const Json wanted =
      Json::parse(TextOf(Folder() / "22-repeated-user-root.expected.json"));

  ASSERT_EQ(found.figures().tree.count(), 4);
  for (Node node = 0; node < 4; ++node) {
    EXPECT_EQ(found.NodeRow(node), Case::WantedRow(wanted["nodes"][node]));
  }
}

}  // namespace

}  // namespace halfword::analysis
