// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What only the collected heap can do, in either width.

#include "examples/dom/gc_handles.h"

#include <gtest/gtest.h>

#include "examples/dom/dom.h"

namespace dom {
namespace {

// Deeper and longer than a stack of 8 MiB can follow.
constexpr int kManyNodes = 1'000'000;

class GcHandlesTest : public testing::Test {
 protected:
  Element* MakeElement() { return heap_.Make<Element>(Atom(), kNoPlace); }

  NodeHeap heap_;
};

TEST_F(GcHandlesTest, TotalBytesCoverTheObjectsAndLittleMore) {
  Root<Element> root(MakeElement());
  for (int i = 0; i < kManyNodes; ++i) root->AppendChild(MakeElement());
  heap_.Collect();

  const double bytes_per_node =
      static_cast<double>(heap_.TotalBytes()) / kManyNodes;

  // Two bits a granule, and the record of each page.
  constexpr size_t kGranule = halfword::internal::kGranuleBytes;
  constexpr size_t kGranules = (sizeof(Element) + kGranule - 1) / kGranule;
  constexpr double kSlotBytes = kGranules * kGranule;
  EXPECT_GE(bytes_per_node, kSlotBytes);
  // With memory debugging a granule and where the object was made, too.
  constexpr double kDebugBytes =
      halfword::internal::kMemoryDebug ? kGranule + 16 : 0;
  EXPECT_LT(bytes_per_node, (kSlotBytes + kDebugBytes) * 1.06);
}

TEST_F(GcHandlesTest, CollectsWhatWasDetachedHoweverDeepItIs) {
  Root<Element> root(MakeElement());
  heap_.Collect();
  const size_t empty_bytes = heap_.TotalBytes();
  root->AppendChild(MakeElement());
  Node* innermost = root->first_child();
  for (int i = 0; i < kManyNodes; ++i) {
    Node* const child = MakeElement();
    innermost->AppendChild(child);
    innermost = child;
  }
  heap_.Collect();
  EXPECT_GT(heap_.TotalBytes(), kManyNodes * sizeof(Element));

  root->RemoveChild(root->first_child());
  heap_.Collect();

  EXPECT_EQ(heap_.TotalBytes(), empty_bytes);
}

TEST_F(GcHandlesTest, KeepsATreeByAnyNodeOfIt) {
  Root<Node> leaf(MakeElement());
  {
    Node* const parent = MakeElement();
    parent->AppendChild(leaf.get());
    parent->AppendChild(heap_.Make<Text>(String("kept")));
  }

  heap_.Collect();

  // A link upwards is a reference like any other.
  EXPECT_EQ(DynamicTo<Text>(leaf->parent()->last_child())->text(), "kept");
}

TEST_F(GcHandlesTest, SaysWhatTheBytesOfStringsTake) {
  EXPECT_EQ(heap_.StringBytes(), 0u);
  Root<Text> text(heap_.Make<Text>(String("abc")));
  EXPECT_EQ(heap_.StringBytes(), 0u);  // in the Text itself

  text = heap_.Make<Text>(String("abcdefghijk"));

  // Behind a head of 4 bytes and before a NUL.
  EXPECT_GE(heap_.StringBytes(), 16u);
  EXPECT_LE(heap_.StringBytes(), halfword::internal::kMemoryDebug ? 32u : 16u);
}

TEST_F(GcHandlesTest, HasOneBodyForEqualAtomsAndNoneForDeadOnes) {
  Root<Element> first(heap_.Make<Element>(Atom("blockquote"), kNoPlace));
  const Root<Element> second(heap_.Make<Element>(Atom("blockquote"), kNoPlace));
  heap_.Collect();
  const size_t one_body_bytes = heap_.StringBytes();
  EXPECT_EQ(first->tag().string().data(), second->tag().string().data());

  first = heap_.Make<Element>(Atom("figcaption"), kNoPlace);
  EXPECT_EQ(heap_.StringBytes(), 2 * one_body_bytes);
  first = nullptr;
  heap_.Collect();

  EXPECT_EQ(heap_.StringBytes(), one_body_bytes);
}

}  // namespace
}  // namespace dom
