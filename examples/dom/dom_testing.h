// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the tests of the tree share: a page from a string, and a tree as a
// string that a person can read.

#ifndef EXAMPLES_DOM_DOM_TESTING_H_
#define EXAMPLES_DOM_DOM_TESTING_H_

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "examples/dom/dom.h"
#include "examples/dom/page.h"

namespace dom {

inline std::unique_ptr<Page> ParseForTest(std::string html) {
  Complaints complaints;
  auto page = Page::Parse("test.html", std::move(html), complaints);
  if (page == nullptr) throw std::runtime_error(complaints.lines().front());
  return page;
}

inline std::string Repeat(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// The tree under a node as (tag name=value (child) "text" <!--comment-->).
// Recursive: for small trees.
inline std::string Describe(const Node* node) {
  if (const auto* text = DynamicTo<Text>(node)) {
    return std::string("\"").append(text->text().view()).append("\"");
  }
  if (const auto* comment = DynamicTo<Comment>(node)) {
    return std::string("<!--").append(comment->text().view()).append("-->");
  }
  std::string words = "(#document";
  if (const auto* element = DynamicTo<Element>(node)) {
    words = std::string("(").append(element->tag().view());
    for (const Attr* attribute = element->first_attribute();
         attribute != nullptr; attribute = attribute->next()) {
      words.append(" ").append(attribute->name().view());
      words.append("=").append(attribute->value().view());
    }
  }
  for (const Node* child = node->first_child(); child != nullptr;
       child = child->next_sibling()) {
    words.append(" ").append(Describe(child));
  }
  return words + ')';
}

}  // namespace dom

#endif  // EXAMPLES_DOM_DOM_TESTING_H_
