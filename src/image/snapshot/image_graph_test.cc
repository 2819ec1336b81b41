// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is counted, where it can be counted by hand. That all is shown as a heap
// shows it is image_snapshot_test.cc's.

#include "image/snapshot/image_graph.h"

#include "halfword/halfword.h"
#include "image/image_check.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class GraphNode : public GarbageCollected<GraphNode> {
 public:
  Member<GraphNode> left_;
  Member<GraphNode> right_;
  String name_;
  HALFWORD_FIELDS(GraphNode, left_, right_, name_)
};

namespace {

using ImageGraphTest = ImageTest;

TEST_F(ImageGraphTest, CountsObjectsEdgesAndStrings) {
  {
    const auto heap = Open<GraphNode>();
    AllocationHandle& handle = heap->GetAllocationHandle();
    auto* const top = MakeGarbageCollected<GraphNode>(handle);
    heap->SetRoot("top", top);
    heap->SetRoot("again", top);
    top->left_ = MakeGarbageCollected<GraphNode>(handle);
    top->right_ = top->left_;
    top->name_ = String(handle, "not in the word");
    Save(heap.get());
  }
  ImageView view(Path());
  ASSERT_TRUE(OpenChecked(&view).ok());
  ImageGraph graph(view);
  EXPECT_TRUE(graph.HasIds());
  // Two nodes, a string, the catalog, the types of slots.
  EXPECT_EQ(graph.live().count(), 5u);
  EXPECT_EQ(graph.node_count(), graph.first_object() + 5u);
  EXPECT_EQ(graph.roots().size(), 4u);
  uint64_t edges = 0;
  NumberStream::Reader counts(graph.edge_counts());
  graph.live().ForEach([&](ImageGranule object) {
    const uint64_t count = counts.Take();
    edges += count;
    const TypePlan& plan = graph.PlanOf(object);
    if (count != 0) {
      EXPECT_EQ(graph.ClassNameOf(object), TypeInfoOf<GraphNode>().name);
    }
    if (!graph.IsNamedByBytes(plan, object)) return;
    EXPECT_EQ(graph.ContentOf(plan, object), "not in the word");
    EXPECT_FALSE(graph.LeafOf(plan, object).has_value());
  });
  EXPECT_EQ(edges, 3u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
