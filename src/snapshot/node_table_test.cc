// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The places of objects among nodes, beside a std::map of them.

#include "snapshot/node_table.h"

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// By address; of a heap that is swept and whose runs are closed.
std::map<uintptr_t, NodeOrdinal> OrdinalsOf(HeapCore& heap,
                                            NodeOrdinal first_ordinal) {
  std::map<uintptr_t, NodeOrdinal> ordinals;
  heap.ForEachPage([&](PageIndex page) {
    for (size_t granule = 0; granule < kPageGranules; ++granule) {
      const uintptr_t address = PageAddress(page) + granule * kGranuleBytes;
      if (IsAllocated(address)) ordinals[address] = 0;
    }
  });
  for (auto& [address, ordinal] : ordinals) ordinal = first_ordinal++;
  return ordinals;
}

void ExpectIs(const NodeTable& table,
              const std::map<uintptr_t, NodeOrdinal>& ordinals) {
  ASSERT_EQ(table.count(), ordinals.size());
  for (const auto& [address, ordinal] : ordinals) {
    ASSERT_EQ(table.OrdinalOf(address), ordinal);
    ASSERT_EQ(table.ObjectOf(ordinal), address);
  }
}

TEST(NodeTableTest, IsEmptyInAnEmptyHeap) {
  TestHeap heap;
  TestHeap other;
  const auto object = reinterpret_cast<uintptr_t>(other.Allocate<Sized<32>>());
  const NodeTable table(heap, 7);

  EXPECT_EQ(table.count(), 0u);
  EXPECT_EQ(table.OrdinalOf(object), kNoNode);
  EXPECT_EQ(table.OrdinalOf(0), kNoNode);
  table.ForEachPage([](PageIndex, NodeOrdinal) { ADD_FAILURE(); });
}

TEST(NodeTableTest, NumbersObjectsByAddress) {
  TestHeap heap;
  heap.Allocate<Sized<32>>();
  heap.Allocate<Sized<100>>();
  heap.Allocate<Sized<3 * kPageBytes>>();
  heap.Allocate<Sized<32>>();
  heap.CloseRuns();

  const NodeTable table(heap, 10);

  const auto ordinals = OrdinalsOf(heap, 10);
  EXPECT_EQ(ordinals.size(), 4u);
  ExpectIs(table, ordinals);
}

TEST(NodeTableTest, KnowsNoOtherAddress) {
  TestHeap heap;
  TestHeap other;
  const auto small = reinterpret_cast<uintptr_t>(heap.Allocate<Sized<64>>());
  const auto large =
      reinterpret_cast<uintptr_t>(heap.Allocate<Sized<3 * kPageBytes>>());
  const auto foreign = reinterpret_cast<uintptr_t>(other.Allocate<Sized<64>>());
  heap.CloseRuns();
  other.CloseRuns();
  const NodeTable table(heap, 0);

  for (const uintptr_t address :
       {small + kGranuleBytes, small - small % kPageBytes + kPageBytes,
        large + kGranuleBytes, large + kPageBytes, large + 2 * kPageBytes,
        foreign, uintptr_t{0}, uintptr_t{8}, side_tables.begin,
        side_tables.begin - kPageBytes, ~uintptr_t{7}}) {
    if (address == large || address == small) continue;
    EXPECT_EQ(table.OrdinalOf(address), kNoNode) << std::hex << address;
  }
}

class NodeTableRandomTest : public ::testing::TestWithParam<bool> {
 protected:
  void Allocate() {
    switch (random_() % 32) {
      case 0:
        heap_.Allocate<Sized<kPageBytes>>(random_() % (4 * kPageBytes));
        break;
      case 1:
      case 2:
      case 3:
        heap_.Allocate<Sized<1000>>();
        break;
      case 4:
        heap_.Allocate<Sized<6000>>();
        break;
      default:
        if (random_() % 2 == 0) {
          heap_.Allocate<Sized<16>>();
        } else {
          heap_.Allocate<Sized<48>>();
        }
        break;
    }
  }

  // Sweeps away all but one in that many.
  void Thin(unsigned one_of) {
    heap_.CloseRuns();
    for (const auto& [address, ordinal] : OrdinalsOf(heap_, 0)) {
      if (random_() % one_of == 0) {
        TestHeap::Keep(reinterpret_cast<const void*>(address));
      }
    }
    heap_.SweepAll();
  }

  const TestSeed seed_;
  std::mt19937 random_{seed_.value()};
  TestHeap heap_;
};

TEST_P(NodeTableRandomTest, KnowsEveryObjectAndPage) {
  if (GetParam()) {
    HeapCoreTestPeer::GiveOwnPages(heap_, TypeInfoOf<Sized<16>>());
    HeapCoreTestPeer::GiveOwnPages(heap_, TypeInfoOf<Sized<48>>());
  }
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 8000; ++i) Allocate();
    Thin(1 + static_cast<unsigned>(random_() % 6));
    for (int i = 0; i < 100; ++i) Allocate();
    heap_.CloseRuns();
    const auto first = static_cast<NodeOrdinal>(random_() % 1000);
    const auto ordinals = OrdinalsOf(heap_, first);

    const NodeTable table(heap_, first);

    ExpectIs(table, ordinals);
    auto next = ordinals.begin();
    table.ForEachPage([&](PageIndex page, NodeOrdinal first_of_page) {
      NodeOrdinal ordinal = first_of_page;
      ForEachObject(page, [&](uintptr_t object) {
        ASSERT_NE(next, ordinals.end());
        ASSERT_EQ(object, next->first);
        ASSERT_EQ(ordinal++, next->second);
        ++next;
      });
    });
    EXPECT_EQ(next, ordinals.end());
    if (HasFailure()) return;
  }
}

std::string PagesName(const ::testing::TestParamInfo<bool>& of_test) {
  return of_test.param ? "OwnPages" : "SharedPages";
}
INSTANTIATE_TEST_SUITE_P(, NodeTableRandomTest, ::testing::Bool(), PagesName);

TEST(NodeTableTest, CostsLittle) {
  TestHeap heap;
  for (int i = 0; i < 100'000; ++i) heap.Allocate<Sized<32>>();
  heap.CloseRuns();
  size_t pages = 0;
  heap.ForEachPage([&](PageIndex) { ++pages; });

  const NodeTable table(heap, 0);

  // Its number, and a node for each word of the bitmap.
  const size_t page_bytes = sizeof(PageIndex) + kPageBitmapWords * 4;
  EXPECT_GE(table.bytes(), pages * page_bytes);
  EXPECT_LE(table.bytes(), pages * (page_bytes + 8));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
