// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tree by itself: sizes, classes, links, attributes. Built and run for each
// memory manager.

#include "examples/dom/dom.h"

#include <gtest/gtest.h>

#include <string>

#include "examples/dom/document.h"
#include "examples/dom/dom_testing.h"

namespace dom {
namespace {

class DomTest : public testing::Test {
 protected:
  Element* MakeElement(std::string_view tag) {
    return heap_.Make<Element>(Atom(tag), kNoPlace);
  }
  Element* Append(Node* parent, std::string_view tag) {
    Element* const element = MakeElement(tag);
    parent->AppendChild(element);
    return element;
  }
  std::string DescribeAll() const { return Describe(document_.get()); }

  // The invariant of Node, for all nodes of the tree.
  void ExpectLinked() const {
    for (const Node* node = document_.get(); node != nullptr;
         node = node->NextInDocument(document_.get())) {
      const Node* previous = nullptr;
      for (const Node* child = node->first_child(); child != nullptr;
           child = child->next_sibling()) {
        EXPECT_EQ(child->parent(), node);
        EXPECT_EQ(child->previous_sibling(), previous);
        previous = child;
      }
      EXPECT_EQ(node->last_child(), previous);
    }
  }

  NodeHeap heap_;
  Root<Document> document_{heap_.Make<Document>(String("test.html"))};
};

TEST_F(DomTest, NodesAreAsSmallAsTheirFields) {
  // Five references, and what the class adds. Only a build on malloc says in
  // the object what it is.
  const size_t reference_bytes = sizeof(Owned<Node>);
  const size_t kind_bytes = NodeHeap::kKind == "malloc" ? reference_bytes : 0;

  EXPECT_EQ(reference_bytes, NodeHeap::kKind == "32" ? 4u : 8u);
  EXPECT_EQ(sizeof(Text), 6 * reference_bytes + kind_bytes);
  EXPECT_EQ(sizeof(Comment), sizeof(Text));
  EXPECT_EQ(sizeof(Element), 8 * reference_bytes);
  EXPECT_EQ(sizeof(Attr), 4 * reference_bytes);
}

TEST_F(DomTest, NodesKnowTheirClass) {
  Node* const element = Append(document_.get(), "p");
  Node* const text = heap_.Make<Text>(String("x"));
  element->AppendChild(text);
  Node* const comment = heap_.Make<Comment>(String("y"));
  element->AppendChild(comment);

  EXPECT_TRUE(Is<Document>(static_cast<Node*>(document_.get())));
  EXPECT_TRUE(Is<Element>(element));
  EXPECT_FALSE(Is<Text>(element));
  EXPECT_EQ(DynamicTo<Text>(text)->text(), "x");
  EXPECT_EQ(DynamicTo<Comment>(text), nullptr);
  EXPECT_EQ(DynamicTo<Comment>(comment)->text(), "y");
  EXPECT_EQ(document_->path(), "test.html");
}

TEST_F(DomTest, AppendsChildrenInOrder) {
  Element* const list = Append(document_.get(), "ul");
  Append(list, "a");
  Append(list, "b");
  Append(list, "c");

  EXPECT_EQ(DescribeAll(), "(#document (ul (a) (b) (c)))");
  ExpectLinked();
}

TEST_F(DomTest, RemovesAChildFromAnyPlace) {
  for (const char* removed : {"a", "b", "c"}) {
    Element* const list = Append(document_.get(), "ul");
    for (const char* tag : {"a", "b", "c"}) Append(list, tag);
    Node* child = list->first_child();
    while (!(DynamicTo<Element>(child)->tag() == removed)) {
      child = child->next_sibling();
    }

    EXPECT_EQ(list->RemoveChild(child), child);

    EXPECT_EQ(child->parent(), nullptr);
    EXPECT_EQ(child->next_sibling(), nullptr);
    EXPECT_EQ(child->previous_sibling(), nullptr);
    ExpectLinked();
    heap_.Discard(*document_, child);
  }
  EXPECT_EQ(DescribeAll(),
            "(#document (ul (b) (c)) (ul (a) (c)) (ul (a) (b)))");
}

TEST_F(DomTest, RemovesTheOnlyChildAndTakesItBack) {
  Element* const list = Append(document_.get(), "ul");
  Node* const item = Append(list, "li");
  Append(item, "b");

  list->RemoveChild(item);
  EXPECT_EQ(list->first_child(), nullptr);
  EXPECT_EQ(list->last_child(), nullptr);
  list->AppendChild(item);

  EXPECT_EQ(DescribeAll(), "(#document (ul (li (b))))");
  ExpectLinked();
}

TEST_F(DomTest, WalksInDocumentOrderAndStaysUnderTheRoot) {
  Element* const a = Append(document_.get(), "a");
  Element* const b = Append(a, "b");
  Append(b, "c");
  Append(a, "d");
  Append(document_.get(), "e");
  const auto walk = [&](const Node* root) {
    std::string tags;
    for (const Node* node = root; node != nullptr;
         node = node->NextInDocument(root)) {
      if (const auto* element = DynamicTo<Element>(node)) {
        tags += element->tag().view();
      }
    }
    return tags;
  };

  EXPECT_EQ(walk(document_.get()), "abcde");
  EXPECT_EQ(walk(a), "abcd");
  EXPECT_EQ(walk(b), "bc");
  EXPECT_EQ(walk(b->first_child()), "c");
}

TEST_F(DomTest, KeepsAttributesInOrder) {
  Element* const link = Append(document_.get(), "a");
  Attr* previous = nullptr;
  for (const char* name : {"href", "class", "id"}) {
    Attr* const attribute =
        heap_.Make<Attr>(Atom(name), Atom(std::string(name) + "!"));
    link->AppendAttribute(previous, attribute);
    previous = attribute;
  }

  EXPECT_EQ(DescribeAll(), "(#document (a href=href! class=class! id=id!))");
  EXPECT_EQ(link->FindAttribute(Atom("class"))->value(), "class!");
  EXPECT_EQ(link->FindAttribute(Atom("class"))->owner(), link);
  EXPECT_EQ(link->FindAttribute(Atom("style")), nullptr);
}

TEST_F(DomTest, ElementsAreCalledAsTheirTagAndId) {
  const auto name_with_id = [&](std::string_view id) {
    Element* const element = MakeElement("p");
    document_->AppendChild(element);
    element->AppendAttribute(nullptr, heap_.Make<Attr>(Atom("id"), Atom(id)));
    return element->GetHumanReadableName();
  };
  const std::string long_id(63, 'x');

  EXPECT_EQ(Append(document_.get(), "x-panel")->GetHumanReadableName(),
            "<x-panel>");
  EXPECT_EQ(name_with_id("a b\"c"), "<p id=\"a b\"c\">");
  EXPECT_EQ(name_with_id(""), "<p id=\"\">");
  EXPECT_EQ(name_with_id(long_id + 'x'), "<p id=\"" + long_id + "x\">");
  EXPECT_EQ(name_with_id(long_id + "xy"), "<p id=\"" + long_id + "x...\">");
  // Half of a character is not shown.
  EXPECT_EQ(name_with_id(long_id + "\u00e9"), "<p id=\"" + long_id + "...\">");
}

TEST_F(DomTest, HoldsTextOfAnyLength) {
  for (const size_t bytes : {0u, 1u, 3u, 4u, 5u, 4096u, 1'000'000u}) {
    const std::string words(bytes, 'x');
    auto* const text = heap_.Make<Text>(String(words));
    document_->AppendChild(text);
    EXPECT_EQ(text->text(), words);
  }
}

}  // namespace
}  // namespace dom
