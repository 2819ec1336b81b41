// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The order of a file's sections, which DevTools reads as a stream, and what is
// reported where the sink takes only some of them.

#include "snapshot/snapshot_sections.h"

#include <memory>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  String text_;
  HALFWORD_FIELDS(Node, next_, text_)
};

TEST(SnapshotSectionsTest, StandInTheOrderInWhichDevToolsReadsThem) {
  const std::unique_ptr<Heap> heap = Heap::Create();
  const LoadedSnapshot snapshot(*heap);
  const std::string& text = snapshot.text();

  size_t last = 0;
  for (const std::string_view begin :
       {"{\"snapshot\":{\"meta\":{",
        "\"node_count\":", "\"edge_count\":", "\"nodes\":[\n",
        "\n],\n\"edges\":[\n", "\n],\n\"trace_function_infos\":[]",
        "\"trace_tree\":[]", "\"samples\":[]", "\"locations\":[",
        "\"strings\":[\n\"<dummy>\"", "\n]}\n"}) {
    const size_t place = text.find(begin, last);
    ASSERT_NE(place, std::string::npos) << begin;
    last = place;
  }
  EXPECT_EQ(text.find("{\"snapshot\":"), 0u);
  EXPECT_EQ(last + 4, text.size());
}

// Whichever section the last byte is in.
TEST(SnapshotSectionsTest, SayThatTheSinkIsFull) {
  const std::unique_ptr<Heap> heap = Heap::Create();
  Persistent<Node> last;
  for (int i = 0; i < 5000; ++i) {
    Node* const node = MakeGarbageCollected<Node>(heap->GetAllocationHandle());
    node->next_ = last.Get();
    node->text_ = "a string of its own: " + std::to_string(i);
    last = node;
  }
  const LoadedSnapshot whole(*heap);
  const size_t bytes = whole.text().size();
  ASSERT_GT(bytes, size_t{400'000});

  for (const size_t room : {size_t{0}, bytes / 4, bytes / 2, bytes - 1}) {
    StringSink sink(room);
    const SnapshotReport report = WriteHeapSnapshot(*heap, sink, kPrecise);
    EXPECT_EQ(report.error, "the sink of the snapshot refused");
    EXPECT_EQ(sink.text(), whole.text().substr(0, sink.text().size()));
  }
  EXPECT_EQ(Findings(*heap), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
