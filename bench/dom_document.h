// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The synthetic document of the suites dom and small_heap: nodes with the five
// links of a browser's tree (parent, first and last child, next and previous
// sibling), of which three quarters are elements, a fifth of them with an
// attribute, and one quarter texts with a body of 4 to 27 bytes. It is made in
// document order, as a parser makes it, from a fixed sequence of numbers.
//
// A node tells its kind by a flag, in every variant. Only memory managers that
// release or trace through a pointer to the base give it a virtual function
// beside that (runtime.h, Polymorphic).

#ifndef HALFWORD_BENCH_DOM_DOCUMENT_H_
#define HALFWORD_BENCH_DOM_DOCUMENT_H_

#include <cstdint>
#include <utility>

#include "bench/measure.h"
#include "bench/runtime.h"

namespace bench {

struct Node : Polymorphic<Node> {
  static constexpr uint32_t kIsText = 1;

  explicit Node(uint32_t node_flags) : flags(node_flags) {}
  bool is_text() const { return (flags & kIsText) != 0; }

  Link<Node> parent = nullptr;
  Owner<Node> first_child = nullptr;
  Link<Node> last_child = nullptr;
  Owner<Node> next = nullptr;
  Link<Node> previous = nullptr;
  uint32_t flags;
  HALFWORD_BENCH_FIELDS(Node, parent, first_child, last_child, next, previous,
                        flags)
};

struct Attribute : Object<Attribute> {
  Attribute(uint32_t attribute_name, uint32_t attribute_value)
      : name(attribute_name), value(attribute_value) {}

  Owner<Attribute> next_attribute = nullptr;
  uint32_t name;
  uint32_t value;
  HALFWORD_BENCH_FIELDS(Attribute, next_attribute, name, value)
};

struct Element : Node {
  Element(uint32_t node_flags, uint32_t element_tag)
      : Node(node_flags), tag(element_tag) {}

  uint32_t tag;
  Owner<Attribute> attributes = nullptr;
  HALFWORD_BENCH_FIELDS(Element, tag, attributes)
  HALFWORD_BENCH_BASES(Element, Node)
};

// The bytes of a text, behind their count.
struct TextBody : Object<TextBody> {
  static constexpr bool kLeaf = true;

  explicit TextBody(uint32_t count) : byte_count(count) {}
  char* bytes() { return reinterpret_cast<char*>(this + 1); }

  uint32_t byte_count;
  HALFWORD_BENCH_FIELDS(TextBody, byte_count)
  HALFWORD_BENCH_TRAILING(TextBody, char)
};

struct Text : Node {
  explicit Text(uint32_t node_flags) : Node(node_flags | kIsText) {}

  uint32_t line = 0;
  Owner<TextBody> body = nullptr;
  HALFWORD_BENCH_FIELDS(Text, line, body)
  HALFWORD_BENCH_BASES(Text, Node)
};

// Makes `child` the last child of `parent`.
inline void Append(Node* parent, Local<Node> child) {
  Node* node = Get(child);
  Node* last = Get(parent->last_child);
  node->parent = parent;
  node->previous = last;
  if (last == nullptr) {
    parent->first_child = std::move(child);
  } else {
    last->next = std::move(child);
  }
  parent->last_child = node;
}

// Gives every fifth element an attribute.
inline void AddAttribute(Runtime& runtime, Random& random, Element* element) {
  if (random.Below(5) == 0) {
    element->attributes =
        runtime.Make<Attribute>(element->flags >> 12, random.Next());
  }
}

// Makes the elements of a document: one class, a number for the tag.
struct PlainElements {
  Local<Element> operator()(Runtime& runtime, Random& random) const {
    uint32_t number = random.Next();
    Local<Element> element =
        runtime.Make<Element>(number & 0xfff0, number >> 25);
    AddAttribute(runtime, random, Get(element));
    return element;
  }
};

inline Local<Text> MakeText(Runtime& runtime, Random& random) {
  uint32_t number = random.Next();
  uint32_t byte_count = 4 + random.Below(24);
  Local<Text> text = runtime.Make<Text>(number & 0xfff0);
  Get(text)->body = runtime.MakeTrailing<TextBody>(byte_count, byte_count);
  char* bytes = Get(Get(text)->body)->bytes();
  for (uint32_t i = 0; i < byte_count; ++i) {
    bytes[i] = static_cast<char>(number >> (i & 15));
  }
  return text;
}

// Puts `node_count` nodes under `parent`, in document order. A child element
// takes up to a quarter of what is left, so the tree is about ten levels deep
// and its widest element has some hundred children. `make_element` makes an
// element with its attributes from (runtime, random).
template <typename MakeElement>
void FillElement(Runtime& runtime, Random& random, Node* parent,
                 uint32_t node_count, const MakeElement& make_element) {
  while (node_count > 0) {
    if (random.Below(4) == 0) {
      Append(parent, MakeText(runtime, random));
      --node_count;
      continue;
    }
    uint32_t child_node_count = 1 + random.Below(1 + node_count / 4);
    Local<Element> element = make_element(runtime, random);
    Node* child = Get(element);
    Append(parent, std::move(element));
    FillElement(runtime, random, child, child_node_count - 1, make_element);
    node_count -= child_node_count;
  }
}

// Returns the root of a document of `node_count` nodes.
template <typename MakeElement = PlainElements>
Local<Node> MakeDocument(Runtime& runtime, uint32_t node_count,
                         const MakeElement& make_element = {}) {
  Random random(0x9e3779b97f4a7c15);
  Local<Node> root = make_element(runtime, random);
  FillElement(runtime, random, Get(root), node_count - 1, make_element);
  return root;
}

// The node after `node` in document order, or null at the end.
inline Node* NextInDocument(Node* node) {
  if (Node* child = Get(node->first_child)) return child;
  while (node != nullptr) {
    if (Node* next = Get(node->next)) return next;
    node = Get(node->parent);
  }
  return nullptr;
}

}  // namespace bench

#endif  // HALFWORD_BENCH_DOM_DOCUMENT_H_
