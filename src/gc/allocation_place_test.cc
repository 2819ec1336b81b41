// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A handle with a place makes objects in every build; where memory is debugged,
// the place is the one that reports name.

#include <string>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/memory_debug.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  explicit Node(int value) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Node, value_)
  HALFWORD_TRAILING(Node, char)
};

// As a user writes it: the place of the caller is passed on.
Node* MakeNode(AllocationPlace place, int value) {
  return MakeGarbageCollected<Node>(place, value);
}

Node* MakeLongNode(AllocationPlace place, int value) {
  return MakeGarbageCollected<Node>(place, AdditionalBytes(100), value);
}

TEST(AllocationPlaceTest, StandsForItsHandle) {
  const auto heap = Heap::Create();
  EXPECT_EQ(MakeNode(heap->GetAllocationHandle(), 3)->value_, 3);
  EXPECT_EQ(MakeLongNode(heap->GetAllocationHandle(), 4)->value_, 4);
}

// Other builds do not remember places.
#if HALFWORD_MEMORY_DEBUG

std::string HereText(size_t line) {
  return "allocation_place_test.cc:" + std::to_string(line);
}

void ExpectMadeAt(const Node* node, size_t line) {
  const std::string text = ObjectText(node).c_str();
  EXPECT_NE(text.find(HereText(line)), std::string::npos) << text;
  EXPECT_NE(text.find("made at"), std::string::npos) << text;
}

TEST(AllocationPlaceTest, IsWhereAnObjectWasMade) {
  const auto heap = Heap::Create();
  AllocationHandle& handle = heap->GetAllocationHandle();
  ExpectMadeAt(MakeGarbageCollected<Node>(handle, 1), __LINE__);
  ExpectMadeAt(MakeGarbageCollected<Node>(handle, AdditionalBytes(50'000), 1),
               __LINE__ - 1);
}

TEST(AllocationPlaceTest, IsThatOfTheCallerOfAFunctionThatTakesOne) {
  const auto heap = Heap::Create();
  ExpectMadeAt(MakeNode(heap->GetAllocationHandle(), 1), __LINE__);
  ExpectMadeAt(MakeLongNode(heap->GetAllocationHandle(), 1), __LINE__);
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
