// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the build on malloc must do by hand: free everything once, without
// recursion, and say what it took.

#include "examples/dom/malloc_handles.h"

#include <gtest/gtest.h>

#include "examples/dom/document.h"

namespace dom {
namespace {

// Deeper and longer than a stack of 8 MiB can follow.
constexpr int kManyNodes = 1'000'000;

class MallocHandlesTest : public testing::Test {
 protected:
  Element* MakeElement() { return heap_.Make<Element>(Atom(), kNoPlace); }

  NodeHeap heap_;
};

TEST_F(MallocHandlesTest, SumsUsableSizes) {
  EXPECT_EQ(heap_.TotalBytes(), 0u);
  const String words("some words");
  const size_t string_bytes = heap_.StringBytes();
  EXPECT_GE(string_bytes, 8u + words.size());
  Root<Node> text(heap_.Make<Text>(words));

  EXPECT_EQ(heap_.TotalBytes(), string_bytes + mi_usable_size(text.get()));

  text = nullptr;
  EXPECT_EQ(heap_.TotalBytes(), string_bytes);
}

TEST_F(MallocHandlesTest, FreesADeepTreeWithoutRecursion) {
  Root<Node> root(MakeElement());
  Node* innermost = root.get();
  for (int i = 0; i < kManyNodes; ++i) {
    Node* const child = MakeElement();
    innermost->AppendChild(child);
    innermost = child;
  }

  root = nullptr;

  EXPECT_EQ(heap_.TotalBytes(), 0u);
}

TEST_F(MallocHandlesTest, FreesManySiblingsAndAttributesWithoutRecursion) {
  Root<Element> root(MakeElement());
  Attr* attribute = nullptr;
  for (int i = 0; i < kManyNodes; ++i) {
    root->AppendChild(heap_.Make<Comment>(String("x")));
    Attr* const next = heap_.Make<Attr>(Atom(), Atom());
    root->AppendAttribute(attribute, next);
    attribute = next;
  }

  root = nullptr;

  EXPECT_EQ(heap_.TotalBytes(), 0u);
}

TEST_F(MallocHandlesTest, FreesManyListenersWithoutRecursion) {
  Root<Document> document(heap_.Make<Document>(String("a")));
  Element* const element = MakeElement();
  document->AppendChild(element);
  {
    Attr* const attribute = heap_.Make<Attr>(Atom("onclick"), Atom("f()"));
    element->AppendAttribute(nullptr, attribute);
    for (int i = 0; i < kManyNodes; ++i) document->Register(heap_, *attribute);
  }

  heap_.Discard(*document, document->RemoveChild(element));

  EXPECT_TRUE(document->listeners().empty());
  EXPECT_LT(heap_.TotalBytes(), 4'000u);  // tables
}

TEST_F(MallocHandlesTest, FreesATreeWithItsRoot) {
  Root<Document> document(heap_.Make<Document>(String("a")));
  document->AppendChild(MakeElement());
  document->last_child()->AppendChild(heap_.Make<Text>(String("b")));

  document = nullptr;

  EXPECT_EQ(heap_.TotalBytes(), 0u);
}

TEST_F(MallocHandlesTest, FreesNothingBesideADetachedNode) {
  Root<Document> document(heap_.Make<Document>(String("a")));
  for (int i = 0; i < 3; ++i) document->AppendChild(MakeElement());
  const size_t all_bytes = heap_.TotalBytes();
  Node* const middle = document->first_child()->next_sibling();
  const size_t node_bytes = mi_usable_size(middle);

  heap_.Discard(*document, document->RemoveChild(middle));

  EXPECT_EQ(heap_.TotalBytes(), all_bytes - node_bytes);
}

}  // namespace
}  // namespace dom
