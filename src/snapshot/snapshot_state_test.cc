// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers of nodes over several snapshots of a heap, up to the last one.

#include "snapshot/snapshot_state.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/fixed_nodes.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  uint64_t number_ = 0;
  HALFWORD_FIELDS(Node, next_, number_)
};

class SnapshotStateTest : public HeapTest {
 protected:
  SnapshotState& state() {
    return SnapshotState::Of(heap().GetAllocationHandle());
  }
  static std::map<std::string, uint64_t> CostIds(
      const LoadedSnapshot& snapshot) {
    std::map<std::string, uint64_t> ids;
    for (const ShownEdge& edge : snapshot.EdgesOf(snapshot.Find("(heap)"))) {
      ids[snapshot[edge.target].name] = snapshot[edge.target].id;
    }
    return ids;
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(SnapshotStateTest);

static_assert(kFixedNodeCount <= kFirstFreeNumber);
static_assert(uint64_t{IdOfNumber(kLastNumber)} + 1 <= UINT32_MAX);
static_assert(IdOfNumber(0) == 1);

TEST_P(SnapshotStateTest, AHeapHasOne) {
  const std::unique_ptr<Heap> other = Heap::Create();

  EXPECT_EQ(&state(), &state());
  EXPECT_NE(&state(), &SnapshotState::Of(other->GetAllocationHandle()));
  EXPECT_EQ(state().next_number(), kFirstFreeNumber);
}

TEST_P(SnapshotStateTest, ACostKeepsItsNumber) {
  const uint32_t first = state().NumberOfCost("(free pages)0");
  const uint32_t second = state().NumberOfCost("(free slots of 16 bytes)0");

  EXPECT_EQ(first, kFirstFreeNumber);
  EXPECT_EQ(second, kFirstFreeNumber + 1);
  EXPECT_EQ(state().NumberOfCost("(free pages)0"), first);
  state().next_number() = kLastNumber + 1;
  EXPECT_EQ(state().NumberOfCost("(free pages)1"), 0u);
  EXPECT_EQ(state().NumberOfCost("(free pages)0"), first);
}

TEST_P(SnapshotStateTest, FixedAndCostNodesKeepTheirIds) {
  const Persistent<Node> node = Make<Node>();
  const LoadedSnapshot first(heap());
  for (int i = 0; i < 1000; ++i) Make<Node>();
  const Persistent<Block> block = Make<Block>();

  const LoadedSnapshot second(heap());

  for (size_t i = 0; i < kFixedNodeCount; ++i) {
    EXPECT_EQ(first[i].id, 2 * i + 1);
    EXPECT_EQ(second[i].id, 2 * i + 1);
  }
  const std::map<std::string, uint64_t> later = CostIds(second);
  for (const auto& [name, id] : CostIds(first)) {
    const auto place = later.find(name);
    if (place != later.end()) {
      EXPECT_EQ(place->second, id) << name;
    }
  }
}

TEST_P(SnapshotStateTest, ObjectsKeepTheirIdsAndNoIdComesAgain) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  std::map<uint64_t, uint64_t> numbers;  // by id, of all that ever lived
  std::map<uint64_t, uint64_t> ids;      // by number
  std::vector<Persistent<Node>> nodes;
  uint64_t last_number = 0;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 400; ++i) {
      nodes.emplace_back(Make<Node>());
      nodes.back()->number_ = ++last_number;
    }
    std::shuffle(nodes.begin(), nodes.end(), random);
    nodes.resize(nodes.size() - nodes.size() / 3);
    if (random() % 2 == 0) CollectPrecisely(heap());
    // Freed by hand, and its slot perhaps taken at once.
    for (int i = 0; i < 20; ++i) {
      Node* const node = nodes.back().Get();
      nodes.pop_back();
      subtle::FreeUnreferencedObject(heap().GetHeapHandle(), *node);
      nodes.insert(nodes.begin(), Persistent<Node>(Make<Node>()));
      nodes.front()->number_ = ++last_number;
    }

    const LoadedSnapshot snapshot(heap());

    for (const Persistent<Node>& node : nodes) {
      const size_t shown = snapshot.NodeOf(node.Get());
      ASSERT_NE(shown, LoadedSnapshot::kNone);
      const uint64_t id = snapshot[shown].id;
      EXPECT_EQ(ids.try_emplace(node->number_, id).first->second, id);
      EXPECT_EQ(numbers.try_emplace(id, node->number_).first->second,
                node->number_);
    }
    if (HasFailure()) return;
  }
}

TEST_P(SnapshotStateTest, SaysThatIdsAreUsedUp) {
  std::vector<Persistent<Node>> nodes(10);
  for (Persistent<Node>& node : nodes) node = Make<Node>();
  state().next_number() = kLastNumber - 5;
  StringSink sink;

  const SnapshotReport report = WriteHeapSnapshot(heap(), sink, kPrecise);

  EXPECT_NE(report.error.find("ids that snapshots of one heap can give"),
            std::string::npos)
      << report.error;
  EXPECT_EQ(sink.text(), "");
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(SnapshotStateTest, GivesTheLastId) {
  const Persistent<Node> node = Make<Node>();
  // So that costs have their numbers.
  const LoadedSnapshot before(heap());
  const Persistent<Node> last = Make<Node>();
  state().next_number() = kLastNumber;

  const LoadedSnapshot snapshot(heap());

  ASSERT_TRUE(snapshot.report().ok()) << snapshot.report().error;
  EXPECT_EQ(SnapshotIdOf(last.Get()), UINT32_MAX - 2);
  const LoadedSnapshot later(heap());
  EXPECT_TRUE(later.report().ok());
  EXPECT_EQ(SnapshotIdOf(node.Get()), before[before.NodeOf(node.Get())].id);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
