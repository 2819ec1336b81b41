// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Indices and the names that stand for them, and a snapshot with far ones.

#include "snapshot/weak_index.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Item : public GarbageCollected<Item> {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(Item, number_)
};
class Holder : public GarbageCollected<Holder> {
 public:
  HeapVector<WeakMember<Item>> weak_;
  HALFWORD_FIELDS(Holder, weak_)
};

TEST(WeakIndexTest, EachNameStandsForItsIndices) {
  uint64_t next = 0;
  for (uint32_t name = 0; next <= UINT32_MAX; ++name) {
    const WeakIndexRange range = IndicesOfWeakName(name);
    ASSERT_EQ(range.first, next);
    EXPECT_EQ(WeakNameOf(static_cast<uint32_t>(range.first)), name);
    EXPECT_EQ(WeakNameOf(static_cast<uint32_t>(range.last)), name);
    EXPECT_EQ(WeakNameCount(range.last + 1), name + 1);
    next = range.last + 1;
  }
  EXPECT_EQ(WeakNameCount(0), 0u);
  EXPECT_EQ(WeakNameCount(1), 1u);
  EXPECT_LE(WeakNameCount(uint64_t{UINT32_MAX} + 1), 2 * kOwnWeakIndices);
}

class WeakIndexSnapshotTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(WeakIndexSnapshotTest);

// design/snapshots.md#req.snapshot.memory: DevTools' as well.
TEST_P(WeakIndexSnapshotTest, AFarElementDoesNotNameAllBeforeIt) {
  const Persistent<Holder> holder = Make<Holder>();
  const Persistent<Item> item = Make<Item>();
  holder->weak_.resize(300'000);
  for (const size_t index : {size_t{0}, size_t{65535}, size_t{65536},
                             size_t{131072}, size_t{299'999}}) {
    holder->weak_[index] = item.Get();
  }

  const LoadedSnapshot snapshot(heap());

  std::vector<std::string> names;
  const size_t array = snapshot.Follow(snapshot.NodeOf(holder.Get()), "weak_");
  for (const ShownEdge& edge : snapshot.EdgesOf(array)) {
    EXPECT_EQ(edge.type, "weak");
    EXPECT_EQ(edge.target, snapshot.NodeOf(item.Get()));
    names.push_back(edge.name);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"0", "65535", "65536 to 131071",
                                      "131072 to 196607", "262144 to 327679"}));
  EXPECT_LE(snapshot.report().string_count, kOwnWeakIndices + 200);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
