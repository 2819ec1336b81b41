// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the build on malloc must do by hand: free everything once, without
// recursion, and say what it took.

#include "examples/dom/malloc_handles.h"

#include <gtest/gtest.h>

#include <string>

#include "examples/dom/dom.h"
#include "examples/dom/dom_testing.h"

namespace dom {
namespace {

// Deeper and longer than a stack of 8 MiB can follow.
constexpr int kManyNodes = 1'000'000;

class MallocHandlesTest : public testing::Test {
 protected:
  Element* MakeElement() { return heap_.Make<Element>(Atom{0}, 0u); }

  NodeHeap heap_;
};

TEST_F(MallocHandlesTest, SumsUsableSizes) {
  EXPECT_EQ(heap_.TotalBytes(), 0u);
  Characters* const characters = MakeCharacters(heap_, "some words");
  Node* const text = heap_.Make<Text>(characters);

  EXPECT_EQ(heap_.TotalBytes(),
            mi_usable_size(characters) + mi_usable_size(text));

  heap_.Discard(text);
  EXPECT_EQ(heap_.TotalBytes(), 0u);
}

TEST_F(MallocHandlesTest, FreesADeepTreeWithoutRecursion) {
  Node* const root = MakeElement();
  Node* innermost = root;
  for (int i = 0; i < kManyNodes; ++i) {
    Node* const child = MakeElement();
    innermost->AppendChild(child);
    innermost = child;
  }

  heap_.Discard(root);

  EXPECT_EQ(heap_.TotalBytes(), 0u);
}

TEST_F(MallocHandlesTest, FreesManySiblingsAndAttributesWithoutRecursion) {
  Element* const root = MakeElement();
  Attr* attribute = nullptr;
  for (int i = 0; i < kManyNodes; ++i) {
    root->AppendChild(heap_.Make<Comment>(MakeCharacters(heap_, "")));
    Attr* const next = heap_.Make<Attr>(Atom{0}, MakeCharacters(heap_, "x"));
    root->AppendAttribute(attribute, next);
    attribute = next;
  }

  heap_.Discard(root);

  EXPECT_EQ(heap_.TotalBytes(), 0u);
}

TEST_F(MallocHandlesTest, FreesATreeWithItsRoot) {
  Root<Document> document(heap_.Make<Document>(MakeCharacters(heap_, "a")));
  document->AppendChild(MakeElement());
  document->last_child()->AppendChild(
      heap_.Make<Text>(MakeCharacters(heap_, "b")));

  document = nullptr;

  EXPECT_EQ(heap_.TotalBytes(), 0u);
}

TEST_F(MallocHandlesTest, FreesNothingBesideADetachedNode) {
  Root<Document> document(heap_.Make<Document>(MakeCharacters(heap_, "a")));
  for (int i = 0; i < 3; ++i) document->AppendChild(MakeElement());
  const size_t all_bytes = heap_.TotalBytes();
  Node* const middle = document->first_child()->next_sibling();
  const size_t node_bytes = mi_usable_size(middle);

  heap_.Discard(document->RemoveChild(middle));

  EXPECT_EQ(heap_.TotalBytes(), all_bytes - node_bytes);
}

}  // namespace
}  // namespace dom
