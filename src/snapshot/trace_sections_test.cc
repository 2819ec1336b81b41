// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The text of the sections; what is in them is tested in
// allocation_traces_test.cc.

#include "snapshot/trace_sections.h"

#include <string>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "nlohmann/json.hpp"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  HALFWORD_FIELDS(Node, next_)
};

nlohmann::json Take(Heap& heap) {
  StringSink sink;
  const SnapshotReport report = WriteHeapSnapshot(heap, sink, kPrecise);
  EXPECT_EQ(report.error, "");
  return nlohmann::json::parse(sink.text());
}

TEST(TraceSectionsTest, AreEmptyWithoutTracking) {
  const auto heap = Heap::Create();
  const nlohmann::json json = Take(*heap);

  EXPECT_EQ(json["snapshot"]["trace_function_count"], 0);
  for (const char* section :
       {"trace_function_infos", "trace_tree", "samples"}) {
    EXPECT_TRUE(json[section].empty()) << section;
  }
  EXPECT_EQ(json["snapshot"]["meta"]["node_fields"].size(), 6u);
}

TEST(TraceSectionsTest, AreWhatDevToolsReads) {
  const auto heap = Heap::Create();
  StartTrackingAllocations(*heap);
  const Persistent<Node> node =
      MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  const nlohmann::json json = Take(*heap);
  const nlohmann::json& meta = json["snapshot"]["meta"];

  EXPECT_EQ(meta["node_fields"],
            nlohmann::json({"type", "name", "id", "self_size", "edge_count",
                            "trace_node_id", "detachedness"}));
  EXPECT_EQ(meta["node_types"].size(), 7u);
  EXPECT_EQ(json["nodes"].size(),
            json["snapshot"]["node_count"].get<size_t>() * 7);
  EXPECT_EQ(json["trace_function_infos"].size(),
            json["snapshot"]["trace_function_count"].get<size_t>() * 6);
  // One root, without allocations of its own, of the function "(root)".
  ASSERT_EQ(json["trace_tree"].size(), 5u);
  EXPECT_EQ(json["trace_tree"][0], 1);
  EXPECT_EQ(json["trace_tree"][1], 0);
  EXPECT_EQ(json["trace_tree"][2], 0);
  EXPECT_FALSE(json["trace_tree"][4].empty());
  const auto name = json["trace_function_infos"][1].get<size_t>();
  EXPECT_EQ(json["strings"][name], "(root)");
  EXPECT_EQ(json["samples"][0], 0);
}

// Redaction is of what the program's users wrote, not of its functions.
TEST(TraceSectionsTest, AreThereInARedactedSnapshot) {
  const auto heap = Heap::Create();
  StartTrackingAllocations(*heap);
  const Persistent<Node> node =
      MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  const LoadedSnapshot snapshot(
      *heap, {.stack = StackState::kNoHeapPointers, .redact = true});

  EXPECT_FALSE(snapshot.StackOf(snapshot.NodeOf(node.Get())).empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
