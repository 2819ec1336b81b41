// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The numbers of a snapshot, as text: where they stand and how they are parted.

#include "snapshot/graph_writer.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "nlohmann/json.hpp"
#include "snapshot/fixed_nodes.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  String text_;
  WeakMember<Node> weak_;
  EphemeronPair<Node, Node> pair_;
  HALFWORD_FIELDS(Node, next_, text_, weak_, pair_)
};

class GraphWriterTest : public HeapTest {
 protected:
  // The numbers of nodes or edges, of a new graph.
  std::vector<uint64_t> Numbers(void (GraphWriter::*write)()) {
    SnapshotGraph graph(&collector(), kPrecise);
    EXPECT_TRUE(graph.Begin() && graph.Count());
    StringSink sink;
    JsonOutput output(sink);
    const StringLayout layout(&graph);
    GraphWriter writer(&graph, layout, &output);
    (writer.*write)();
    output.Flush();
    EXPECT_EQ(sink.text().substr(0, 1), "\n");
    const nlohmann::json numbers = nlohmann::json::parse(
        "[" + sink.text() + "]", nullptr, /*allow_exceptions=*/false);
    EXPECT_TRUE(numbers.is_array());
    const size_t expected = write == &GraphWriter::WriteNodes
                                ? graph.node_count() * kNodeFieldCount
                                : graph.edge_count() * 3;
    EXPECT_EQ(numbers.size(), expected);
    return numbers.get<std::vector<uint64_t>>();
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(GraphWriterTest);

TEST_P(GraphWriterTest, BeginsWithTheRoot) {
  const std::vector<uint64_t> nodes = Numbers(&GraphWriter::WriteNodes);

  ASSERT_GE(nodes.size(), kNodeFieldCount);
  EXPECT_EQ(nodes[0], static_cast<uint64_t>(NodeType::kSynthetic));
  EXPECT_EQ(nodes[2], 1u);
  EXPECT_EQ(nodes[3], 0u);
  EXPECT_EQ(nodes[4], 3u);
  EXPECT_EQ(nodes[5], 0u);
}

TEST_P(GraphWriterTest, AnEdgeNamesTheFirstNumberOfItsTarget) {
  const std::vector<uint64_t> edges = Numbers(&GraphWriter::WriteEdges);

  ASSERT_GE(edges.size(), 9u);
  EXPECT_EQ(edges[0], static_cast<uint64_t>(EdgeType::kElement));
  EXPECT_EQ(edges[1], 1u);
  EXPECT_EQ(edges[2], kGcRootsNode * kNodeFieldCount);
  EXPECT_EQ(edges[3], static_cast<uint64_t>(EdgeType::kShortcut));
  EXPECT_EQ(edges[5], kHeapNode * kNodeFieldCount);
}

// Of all kinds, more than the output's buffer holds; each has its own number.
TEST_P(GraphWriterTest, WritesMoreThanABuffer) {
  constexpr size_t kCount = 20'000;
  PreparePages<Node>();
  Persistent<Node> last;
  for (size_t i = 0; i < kCount; ++i) {
    Node* const node = MakeGarbageCollected<Node>(heap().GetAllocationHandle());
    node->next_ = last.Get();
    node->weak_ = last.Get();
    node->text_ = "text " + std::to_string(i);
    node->pair_ = EphemeronPair<Node, Node>(last.Get(), node);
    last = node;
  }

  const LoadedSnapshot snapshot(heap());

  size_t node = snapshot.NodeOf(last.Get());
  for (size_t i = kCount; i-- > 1;) {
    ASSERT_NE(node, LoadedSnapshot::kNone);
    const size_t text = snapshot.Follow(node, "text_");
    ASSERT_NE(text, LoadedSnapshot::kNone);
    ASSERT_EQ(snapshot[text].name, "text " + std::to_string(i));
    const size_t next = snapshot.Follow(node, "next_");
    // next_, text_, weak_, the key, the pair; and the pair of which it is key.
    ASSERT_EQ(snapshot[node].edge_count, i + 1 == kCount ? 5u : 6u);
    ASSERT_EQ(snapshot.Follow(node, "weak_"), next);
    node = next;
  }
}

TEST_P(GraphWriterTest, StringsStandInTheOrderOfTheirNumbers) {
  const Persistent<Node> node = Make<Node>();
  node->text_ = String(std::string(300, 'a')) + "xyz";
  node->weak_ = node.Get();
  SnapshotGraph graph(&collector(), kPrecise);
  ASSERT_TRUE(graph.Begin() && graph.Count());

  const StringLayout layout(&graph);

  EXPECT_EQ(layout.contents, 1u);
  EXPECT_EQ(layout.leaves, 2u);
  EXPECT_EQ(layout.pairs, 3u);
  EXPECT_EQ(layout.indices, 3u);
  EXPECT_EQ(layout.names, 3u);
  EXPECT_EQ(layout.count, 3u + graph.names().count());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
