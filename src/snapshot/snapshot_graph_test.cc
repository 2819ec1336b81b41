// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is known before anything is written: counts, and what it costs.

#include "snapshot/snapshot_graph.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/fixed_nodes.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> left_;
  Member<Node> right_;
  HALFWORD_FIELDS(Node, left_, right_)
};
class Named : public GarbageCollected<Named> {
 public:
  explicit Named(uint64_t number) : number_(number) {}
  std::string GetHumanReadableName() const {
    return "a name of about forty bytes: " + std::to_string(number_);
  }
  uint64_t number_;
  HALFWORD_FIELDS(Named, number_)
};
class Tag : public GarbageCollected<Tag> {
 public:
  explicit Tag(uint64_t number) : number_(number) {}
  std::string GetHumanReadableName() const {
    return "<tag number=" + std::to_string(number_) + ">";
  }
  uint64_t number_;
  HALFWORD_FIELDS(Tag, number_)
};
class Texts : public GarbageCollected<Texts> {
 public:
  String sum_;
  HeapVector<WeakMember<Node>> weak_;
  EphemeronPair<Node, Node> pair_;
  HALFWORD_FIELDS(Texts, sum_, weak_, pair_)
};

class SnapshotGraphTest : public HeapTest {
 protected:
  // Of a list of so many.
  Node* MakeList(size_t count) {
    Node* last = nullptr;
    PreparePages<Node>();
    for (size_t i = 0; i < count; ++i) {
      auto* const node =
          MakeGarbageCollected<Node>(heap().GetAllocationHandle());
      node->left_ = last;
      last = node;
    }
    return last;
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(SnapshotGraphTest);

TEST_P(SnapshotGraphTest, CountsNodesAndEdges) {
  const Persistent<Node> root = MakeList(1000);
  root->right_ = root->left_.Get();
  SnapshotGraph graph(&collector(), kPrecise);

  ASSERT_TRUE(graph.Begin() && graph.Count()) << graph.error();

  EXPECT_EQ(graph.nodes().count(), 1000u);
  EXPECT_EQ(graph.node_count(), graph.first_object() + 1000u);
  EXPECT_EQ(graph.first_object(), graph.plain_nodes().size());
  uint64_t plain_edges = 0;
  for (const SnapshotGraph::PlainNode& node : graph.plain_nodes()) {
    plain_edges += node.edge_count;
  }
  EXPECT_EQ(graph.edge_count(), plain_edges + 1000);
  EXPECT_EQ(
      graph.plain_nodes()[NodeOfRootKind(RootKind::kPersistent)].edge_count,
      1u);
  NumberStream::Reader counts(graph.edge_counts());
  uint64_t object_edges = 0;
  for (size_t i = 0; i < 1000; ++i) object_edges += counts.Take();
  EXPECT_EQ(object_edges, 1000u);
}

TEST_P(SnapshotGraphTest, CountsStringsLeavesPairsAndIndices) {
  const Persistent<Texts> texts = Make<Texts>();
  texts->sum_ = String(std::string(300, 'a')) + "xyz";
  const Persistent<Node> node = Make<Node>();
  texts->weak_.push_back(nullptr);
  texts->weak_.push_back(nullptr);
  texts->weak_.push_back(node.Get());
  texts->pair_.key = node.Get();
  texts->pair_.value = Make<Node>();
  SnapshotGraph graph(&collector(), kPrecise);

  ASSERT_TRUE(graph.Begin() && graph.Count()) << graph.error();

  EXPECT_EQ(graph.string_count(), 1u);
  EXPECT_EQ(graph.leaf_count(), 1u);
  EXPECT_EQ(graph.pairs().count(), 1u);
  EXPECT_EQ(graph.weak_index_end(), 3u);
  EXPECT_EQ(graph.first_leaf(), graph.first_object() + graph.nodes().count());
  EXPECT_EQ(graph.node_count(), graph.first_leaf() + 1u);
  graph.WalkPairs([&](const SnapshotGraph::Pair& pair) {
    EXPECT_EQ(pair.key, reinterpret_cast<uintptr_t>(node.Get()));
    EXPECT_EQ(pair.table, reinterpret_cast<uintptr_t>(texts.Get()));
    EXPECT_EQ(pair.value,
              reinterpret_cast<uintptr_t>(texts->pair_.value.Get()));
  });
}

// design/snapshots.md#req.snapshot.memory
TEST_P(SnapshotGraphTest, TakesLittleMemory) {
  constexpr size_t kCount = 300'000;
  const Persistent<Node> root = MakeList(kCount);
  StringSink sink;

  const SnapshotReport report = WriteHeapSnapshot(heap(), sink, kPrecise);

  ASSERT_TRUE(report.ok()) << report.error;
  const size_t live = heap()
                          .CollectStatistics(HeapStatistics::kBrief)
                          .live_bytes_after_collection;
  EXPECT_LE(report.memory_bytes, std::max(live * 15 / 100, 6 * kCount));
}

// Where each object has a name of its own, names could take more than the heap.
TEST_P(SnapshotGraphTest, BoundsTheMemoryOfNames) {
  constexpr size_t kCount = 100'000;
  std::vector<Persistent<Named>> named;
  for (size_t i = 0; i < kCount; ++i) named.emplace_back(Make<Named>(i));
  StringSink sink;

  const SnapshotReport report = WriteHeapSnapshot(heap(), sink, kPrecise);

  ASSERT_TRUE(report.ok()) << report.error;
  EXPECT_LT(report.string_count, kCount);
  EXPECT_GT(report.string_count, 1000u);
  const size_t live = heap()
                          .CollectStatistics(HeapStatistics::kBrief)
                          .live_bytes_after_collection;
  EXPECT_LE(report.memory_bytes, (size_t{2} << 20) + live / 4);
  const LoadedSnapshot snapshot(heap());
  EXPECT_GT(snapshot.FindAll(kTypeName<Named>).size(), 0u);
}

TEST_P(SnapshotGraphTest, NamesThatNoLongerFitStayInTheirRows) {
  constexpr size_t kCount = 100'000;
  std::vector<Persistent<Tag>> tags;
  for (size_t i = 0; i < kCount; ++i) tags.emplace_back(Make<Tag>(i));

  const LoadedSnapshot snapshot(heap());

  EXPECT_EQ(snapshot.FindAll("<tag number=0>").size(), 1u);
  EXPECT_GT(snapshot.FindAll("<tag>").size(), 1000u);
  EXPECT_EQ(snapshot.FindAll(kTypeName<Tag>).size(), 0u);
}

TEST_P(SnapshotGraphTest, SecondAndLaterOnesTakeTheSame) {
  const Persistent<Node> root = MakeList(10'000);
  StringSink sinks[4];
  size_t memory_bytes[4];
  size_t committed_bytes[4];
  for (int i = 0; i < 4; ++i) {
    const SnapshotReport report = WriteHeapSnapshot(heap(), sinks[i], kPrecise);
    ASSERT_TRUE(report.ok()) << report.error;
    memory_bytes[i] = report.memory_bytes;
    committed_bytes[i] =
        heap().CollectStatistics(HeapStatistics::kBrief).committed_size_bytes;
  }

  for (int i = 1; i < 4; ++i) {
    EXPECT_EQ(memory_bytes[i], memory_bytes[0]);
    EXPECT_EQ(committed_bytes[i], committed_bytes[0]);
    EXPECT_EQ(sinks[i].text(), sinks[0].text());
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
