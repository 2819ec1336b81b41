// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a document knows of its elements, and that it forgets them.

#include "examples/dom/document.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace dom {
namespace {

class DocumentTest : public testing::Test {
 protected:
  // A child of the document with one attribute.
  Element* Append(std::string_view name, std::string_view value) {
    auto* const element = heap_.Make<Element>(Atom("p"), kNoPlace);
    auto* const attribute = heap_.Make<Attr>(Atom(name), Atom(value));
    element->AppendAttribute(nullptr, attribute);
    document_->AppendChild(element);
    document_->Register(heap_, *attribute);
    return element;
  }
  void Remove(Element* element) {
    heap_.Discard(*document_, document_->RemoveChild(element));
  }

  NodeHeap heap_;
  Root<Document> document_{heap_.Make<Document>(String("test.html"))};
};

TEST_F(DocumentTest, FindsElementsByTheirIds) {
  Element* const first = Append("id", "first");
  Element* const x = Append("id", "x");

  EXPECT_EQ(document_->FindById(Atom("first")), first);
  EXPECT_EQ(document_->FindById(Atom("x")), x);
  EXPECT_EQ(document_->FindById(Atom("FIRST")), nullptr);
  EXPECT_EQ(document_->FindById(Atom("")), nullptr);
}

TEST_F(DocumentTest, MeansTheFirstOfElementsWithOneId) {
  Element* const first = Append("id", "twice");
  Element* const second = Append("id", "twice");

  EXPECT_EQ(document_->FindById(Atom("twice")), first);
  Remove(second);
  heap_.Collect();

  EXPECT_EQ(document_->FindById(Atom("twice")), first);
  EXPECT_EQ(document_->ids().size(), 1u);
}

TEST_F(DocumentTest, TakesNoEmptyIdsAndLinks) {
  Append("id", "");
  Append("href", "#");
  Append("href", "other.html#x");
  Append("for", "");
  Append("onclick", "");

  EXPECT_TRUE(document_->ids().empty());
  EXPECT_TRUE(document_->listeners().empty());
}

TEST_F(DocumentTest, KnowsWhatAnElementListensTo) {
  Element* const link = Append("href", "#there");
  Element* const label = Append("for", "there");
  Element* const button = Append("onclick", "f()");

  const Listener* const of_link = document_->FirstListenerOf(link);
  EXPECT_EQ(of_link->event(), Atom("click"));
  EXPECT_EQ(of_link->target_id(), Atom("there"));
  EXPECT_TRUE(of_link->script().empty());
  EXPECT_EQ(of_link->next(), nullptr);
  EXPECT_EQ(document_->FirstListenerOf(label)->target_id(), Atom("there"));
  const Listener* const of_button = document_->FirstListenerOf(button);
  EXPECT_EQ(of_button->event(), Atom("click"));
  EXPECT_EQ(of_button->script(), Atom("f()"));
  EXPECT_TRUE(of_button->target_id().empty());
}

TEST_F(DocumentTest, KeepsSeveralListenersOfAnElement) {
  Element* const element = Append("onclick", "f()");
  Attr* last = element->first_attribute();
  for (const char* name : {"onfocus", "onblur"}) {
    auto* const attribute = heap_.Make<Attr>(Atom(name), Atom("g()"));
    element->AppendAttribute(last, attribute);
    document_->Register(heap_, *attribute);
    last = attribute;
  }

  std::string events;
  for (const Listener* listener = document_->FirstListenerOf(element);
       listener != nullptr; listener = listener->next()) {
    events += listener->event().view();
    events += ' ';
  }

  EXPECT_EQ(events, "blur focus click ");
  EXPECT_EQ(document_->listeners().size(), 1u);
}

TEST_F(DocumentTest, ForgetsWhatWasRemoved) {
  Append("id", "stays");
  Append("onclick", "stays()");
  Element* const parent = Append("id", "goes");
  auto* const child = heap_.Make<Element>(Atom("a"), kNoPlace);
  child->AppendAttribute(nullptr,
                         heap_.Make<Attr>(Atom("href"), Atom("#stays")));
  parent->AppendChild(child);
  document_->Register(heap_, *child->first_attribute());
  ASSERT_EQ(document_->listeners().size(), 2u);

  Remove(parent);
  heap_.Collect();

  EXPECT_EQ(document_->ids().size(), 1u);
  EXPECT_EQ(document_->FindById(Atom("goes")), nullptr);
  EXPECT_EQ(document_->listeners().size(), 1u);
}

TEST_F(DocumentTest, ForgetsOnlyTheElementThatIsUnregistered) {
  Element* const first = Append("id", "twice");
  Element* const second = Append("id", "twice");
  Element* const button = Append("onclick", "f()");

  document_->Unregister(second);
  EXPECT_EQ(document_->FindById(Atom("twice")), first);
  document_->Unregister(first);
  document_->Unregister(button);

  EXPECT_EQ(document_->FindById(Atom("twice")), nullptr);
  EXPECT_EQ(document_->FirstListenerOf(button), nullptr);
}

}  // namespace
}  // namespace dom
