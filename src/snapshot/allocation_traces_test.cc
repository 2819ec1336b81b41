// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which frames are shown, and under which names.

#include "snapshot/allocation_traces.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"

namespace traced_program {

class Node : public halfword::GarbageCollected<Node> {
 public:
  halfword::Member<Node> next_;
  HALFWORD_FIELDS(Node, next_)
};

// A constructor that allocates, called from inside of Halfword.
class Pair : public halfword::GarbageCollected<Pair> {
 public:
  explicit Pair(halfword::AllocationHandle& handle)
      : part_(halfword::MakeGarbageCollected<Node>(handle)) {}
  halfword::Member<Node> part_;
  HALFWORD_FIELDS(Pair, part_)
};

[[gnu::noinline]] Node* MakeNode(halfword::Heap& heap) {
  Node* const node =
      halfword::MakeGarbageCollected<Node>(heap.GetAllocationHandle());
  asm volatile("" ::: "memory");
  return node;
}

[[gnu::noinline]] Node* FirstCaller(halfword::Heap& heap) {
  Node* const node = MakeNode(heap);
  asm volatile("" ::: "memory");
  return node;
}

[[gnu::noinline]] Node* SecondCaller(halfword::Heap& heap) {
  Node* const node = MakeNode(heap);
  asm volatile("" ::: "memory");
  return node;
}

class Text : public halfword::GarbageCollected<Text> {
 public:
  halfword::String text_;
  halfword::HeapVector<uint32_t> numbers_;
  HALFWORD_FIELDS(Text, text_, numbers_)
};

[[gnu::noinline]] void FillText(Text* text) {
  text->text_ = halfword::String("a string that is not in its word");
  text->numbers_.push_back(1);
  asm volatile("" ::: "memory");
}

[[gnu::noinline]] Pair* MakePair(halfword::Heap& heap) {
  auto* const pair = halfword::MakeGarbageCollected<Pair>(
      heap.GetAllocationHandle(), heap.GetAllocationHandle());
  asm volatile("" ::: "memory");
  return pair;
}

[[gnu::noinline]] Node* Recurse(halfword::Heap& heap, int depth) {
  Node* const node = depth == 0 ? MakeNode(heap) : Recurse(heap, depth - 1);
  asm volatile("" ::: "memory");
  return node;
}

}  // namespace traced_program

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using traced_program::FillText;
using traced_program::FirstCaller;
using traced_program::MakePair;
using traced_program::Node;
using traced_program::Pair;
using traced_program::Recurse;
using traced_program::SecondCaller;
using traced_program::Text;

bool Has(const std::string& function, const char* name) {
  return function.find(name) != std::string::npos;
}

std::string Lines(const std::vector<std::string>& stack) {
  std::string text;
  for (const std::string& function : stack) text += function + "\n";
  return text;
}

class AllocationTracesTest : public testing::Test {
 protected:
  AllocationTracesTest() { StartTrackingAllocations(heap()); }

  Heap& heap() { return *heap_; }

  std::vector<std::string> StackOf(const void* object) {
    const LoadedSnapshot snapshot(heap());
    return snapshot.StackOf(snapshot.NodeOf(object));
  }

 private:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
};

TEST_F(AllocationTracesTest, AStackBeginsWithWhoCalledHalfword) {
  const Persistent<Node> node = FirstCaller(heap());
  const auto stack = StackOf(node.Get());

  ASSERT_GE(stack.size(), 4u);
  EXPECT_EQ(stack[0], "traced_program::MakeNode(halfword::Heap&)")
      << Lines(stack);
}

TEST_F(AllocationTracesTest, OneSiteIsOnceForEachWayThere) {
  const Persistent<Node> first = FirstCaller(heap());
  const Persistent<Node> second = SecondCaller(heap());
  const Persistent<Node> again = FirstCaller(heap());
  const LoadedSnapshot snapshot(heap());
  const auto first_stack = snapshot.StackOf(snapshot.NodeOf(first.Get()));
  const auto second_stack = snapshot.StackOf(snapshot.NodeOf(second.Get()));
  const auto trace_of = [&](const Persistent<Node>& node) {
    return snapshot[snapshot.NodeOf(node.Get())].trace;
  };

  EXPECT_TRUE(Has(first_stack.at(1), "FirstCaller")) << Lines(first_stack);
  EXPECT_TRUE(Has(second_stack.at(1), "SecondCaller")) << Lines(second_stack);
  EXPECT_EQ(first_stack.at(2), second_stack.at(2));
  EXPECT_EQ(first_stack.back(), "(root)");
  EXPECT_EQ(trace_of(again), trace_of(first));
  EXPECT_NE(trace_of(second), trace_of(first));
  EXPECT_EQ(snapshot.traces().at(trace_of(first)).count, 2u);
  EXPECT_EQ(snapshot.traces().at(trace_of(second)).count, 1u);
  EXPECT_GE(snapshot.traces().at(trace_of(second)).bytes, sizeof(Node));
  EXPECT_TRUE(Has(snapshot.traces().at(trace_of(first)).module, "test"));
}

TEST_F(AllocationTracesTest, WhatAConstructorAllocatesHasItsFrame) {
  const Persistent<Pair> pair = MakePair(heap());
  const auto stack = StackOf(pair->part_.Get());

  const auto frame = std::find_if(
      stack.begin(), stack.end(),
      [](const std::string& function) { return Has(function, "MakePair"); });
  ASSERT_NE(frame, stack.end()) << Lines(stack);
  EXPECT_TRUE(Has(stack[0], "Pair")) << Lines(stack);
}

TEST_F(AllocationTracesTest, ADeepStackHasItsInnermostFrames) {
  const Persistent<Node> node = Recurse(heap(), 1000);
  const auto stack = StackOf(node.Get());

  EXPECT_LE(stack.size(), AllocationTracker::kFrameCountMax + 1);
  EXPECT_GE(stack.size(), AllocationTracker::kFrameCountMax / 2);
  EXPECT_TRUE(Has(stack[1], "Recurse"));
  EXPECT_TRUE(Has(stack[stack.size() - 2], "Recurse"));
}

TEST_F(AllocationTracesTest, StringsAndContainersHaveSites) {
  const HeapScope scope(heap());
  const Persistent<Text> text =
      MakeGarbageCollected<Text>(heap().GetAllocationHandle());
  FillText(text.Get());
  const LoadedSnapshot snapshot(heap());
  const size_t holder = snapshot.NodeOf(text.Get());

  for (const char* field : {"text_", "numbers_"}) {
    const auto stack = snapshot.StackOf(snapshot.Follow(holder, field));
    ASSERT_GE(stack.size(), 2u) << field;
    EXPECT_TRUE(Has(stack[0], "FillText")) << field << "\n" << Lines(stack);
  }
}

TEST_F(AllocationTracesTest, SamplesCoverAllThatIsTracked) {
  const Persistent<Node> node = FirstCaller(heap());
  const LoadedSnapshot snapshot(heap());

  ASSERT_GE(snapshot.samples().size(), 2u);
  EXPECT_EQ(snapshot.samples().front().time_us, 0u);
  EXPECT_LT(snapshot.samples().front().last_id, SnapshotIdOf(node.Get()));
  EXPECT_GE(snapshot.samples().back().last_id, SnapshotIdOf(node.Get()));
}

TEST(AllocationTracesOffTest, NothingIsShownWhereNothingIsTracked) {
  const auto heap = Heap::Create();
  const Persistent<Node> node = FirstCaller(*heap);
  const LoadedSnapshot snapshot(*heap);

  EXPECT_TRUE(snapshot.traces().empty());
  EXPECT_TRUE(snapshot.samples().empty());
  EXPECT_EQ(snapshot[snapshot.NodeOf(node.Get())].trace, 0u);
}

TEST(IsLibraryFunctionTest, KnowsHalfwordAndTheStandardLibrary) {
  EXPECT_TRUE(IsLibraryFunction("_ZNSt6vectorIiSaIiEE9push_backEOi"));
  EXPECT_TRUE(IsLibraryFunction("_ZNKSt6vectorIiSaIiEE4sizeEv"));
  EXPECT_TRUE(IsLibraryFunction("_ZSt12construct_atIiJEEPT_S1_"));
  FunctionTable table;
  const uint32_t own =
      table.IndexOf(reinterpret_cast<uintptr_t>(&IsLibraryFunction));
  const uint32_t programs =
      table.IndexOf(reinterpret_cast<uintptr_t>(&FirstCaller));
  const std::vector<std::string> names = table.ReadNames();
  EXPECT_TRUE(IsLibraryFunction(names[own])) << names[own];
  EXPECT_FALSE(IsLibraryFunction(names[programs])) << names[programs];
  for (const char* name : {"", "main", "_Z", "_ZN", "_ZNK", "_Z3foov",
                           "_ZN8halfword5otherEv", "_ZN9halfwords1fEv"}) {
    EXPECT_FALSE(IsLibraryFunction(name)) << name;
  }
}

TEST(IsLibraryFunctionTest, NoNameDoesHarm) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  const std::string letters = "_ZNKSt8halfword12VRO";
  for (int round = 0; round < 10'000; ++round) {
    std::string name;
    while (random() % 12 != 0) name += letters[random() % letters.size()];
    EXPECT_FALSE(IsLibraryFunction(name) && name.size() < 4) << name;
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
