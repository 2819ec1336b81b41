// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What programs are told of a collection.

#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/cycle_record.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr StackState kNoStack = StackState::kNoHeapPointers;

TEST(CycleReportTest, TheCallbackGetsEachCycle) {
  std::vector<CycleRecord> records;
  const auto heap =
      Heap::Create({.cycle_callback = [&](Heap& of, const CycleRecord& record) {
        records.push_back(record);
        // The heap may be used, and collected.
        MakeGarbageCollected<Block>(of.GetAllocationHandle());
        if (records.size() == 1) CollectPrecisely(of);
      }});
  Persistent<Block> held =
      MakeGarbageCollected<Block>(heap->GetAllocationHandle());
  MakeGarbageCollected<Block>(heap->GetAllocationHandle());

  heap->Collect({.stack = kNoStack, .reason = "first"});
  heap->Collect({.stack = kNoStack, .reason = "third"});

  ASSERT_EQ(records.size(), 2u) << "not from inside itself";
  EXPECT_EQ(records[0].number, 1u);
  EXPECT_STREQ(records[0].cause, "first");
  EXPECT_STREQ(records[0].mode, "atomic");
  EXPECT_GE(records[0].live_bytes, sizeof(Block));
  EXPECT_GE(records[0].freed_bytes, sizeof(Block));
  EXPECT_GE(records[0].pause_ms, records[0].mark_ms);
  EXPECT_EQ(records[0].step_count, 0u);
  EXPECT_EQ(records[1].number, 3u);
}

TEST(CycleReportTest, ACollectionWithoutAReasonIsExplicit) {
  std::string cause;
  const auto heap =
      Heap::Create({.cycle_callback = [&](Heap&, const CycleRecord& record) {
        cause = record.cause;
      }});

  heap->Collect({.stack = kNoStack, .reason = nullptr});

  EXPECT_EQ(cause, "explicit");
}

TEST(CycleReportTest, StepsAreCountedWithTheirCycle) {
  std::vector<CycleRecord> records;
  const auto heap =
      Heap::Create({.marking_support = MarkingType::kIncremental,
                    .cycle_callback = [&](Heap&, const CycleRecord& record) {
                      records.push_back(record);
                    }});
  Collector& collector = CollectorOf(*heap);
  collector.BeginMarking();
  while (!collector.StepMarking(kNoStack)) {
  }
  collector.FinishMarking({.stack = kNoStack, .reason = "steps"});
  CollectPrecisely(*heap);

  ASSERT_EQ(records.size(), 2u);
  EXPECT_STREQ(records[0].mode, "incremental");
  EXPECT_GE(records[0].step_count, 2u);
  EXPECT_GE(records[0].step_ms_total, records[0].step_ms_max);
  EXPECT_EQ(records[1].step_count, 0u);
  const HeapStatistics statistics =
      heap->CollectStatistics(HeapStatistics::kBrief);
  EXPECT_EQ(statistics.pause_count, records[0].step_count + 2);
  EXPECT_GE(statistics.pause_ms_max, statistics.pause_ms_p999);
  EXPECT_GE(statistics.pause_ms_p99, statistics.pause_ms_p50);
  EXPECT_GT(statistics.pause_ms_p50, 0);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
