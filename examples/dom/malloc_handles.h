// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The document object model's memory as C++ has it without a collector: a
// std::unique_ptr where one object owns another, a plain pointer where it does
// not, std::unordered_map, and the counted strings of malloc_strings.h. It is
// what the collected heap is measured against, so it is written to be good, not
// to lose: no vtable, one allocation for a string, and an end that does not
// recurse. One thing it cannot do is ask the heap what a node is, so that each
// node has a byte more, which behind five pointers makes a word.

#ifndef EXAMPLES_DOM_MALLOC_HANDLES_H_
#define EXAMPLES_DOM_MALLOC_HANDLES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "examples/dom/malloc_atoms.h"
#include "examples/dom/malloc_memory.h"
#include "examples/dom/malloc_strings.h"
#include "examples/dom/page_places.h"

namespace dom {

class Node;
class Document;
class Element;
class Text;
class Comment;
class Attr;
class Listener;

// How a unique_ptr frees its target with all that this owns. A tree can be
// deeper, and a list of siblings longer, than the stack: none of these recurse
// along them, as the destructors of plain unique_ptrs would.
struct Destroyer {
  void operator()(Node* detached) const;
  void operator()(Attr* first) const;
  void operator()(Listener* first) const;

 private:
  template <typename T>
  static void FreeList(T* first);
  static void FreeEmptied(Node* node);
};

// A unique_ptr that is spelt like a Member.
template <typename T>
class Owned : public std::unique_ptr<T, Destroyer> {
 public:
  using std::unique_ptr<T, Destroyer>::unique_ptr;

  // Takes over the object; frees what was held before.
  Owned& operator=(T* object) {
    this->reset(object);
    return *this;
  }
  T* Release() { return this->release(); }
};

template <typename T>
using Link = T*;
template <typename T>
using Weak = T*;
template <typename T>
using Root = Owned<T>;

template <typename T>
class Managed {};

template <typename K, typename V>
using Table = std::unordered_map<K, V, std::hash<K>, std::equal_to<K>,
                                 Allocator<std::pair<const K, V>>>;

// What a collected heap says of an object by its class is not said here.
#define HALFWORD_FIELDS(...)
#define HALFWORD_BASES(...)
struct SourcePosition {};
inline SourcePosition SourcePositionOf(Place) { return {}; }

// What tells an Element from a Text: this byte.
class KindTag {
 public:
  template <typename T>
  static constexpr KindTag Of() {
    return KindTag(std::is_same_v<T, Document>  ? Kind::kDocument
                   : std::is_same_v<T, Element> ? Kind::kElement
                   : std::is_same_v<T, Text>    ? Kind::kText
                                                : Kind::kComment);
  }
  friend bool operator==(KindTag, KindTag) = default;

 private:
  enum class Kind : uint8_t { kDocument, kElement, kText, kComment };
  constexpr explicit KindTag(Kind kind) : kind_(kind) {}

  Kind kind_;
};

// AnyNode is Node, or const Node: a parameter, since Node is defined later.
template <typename T, typename AnyNode>
bool Is(const AnyNode* node) {
  return node->kind() == KindTag::Of<T>();
}
template <typename T, typename AnyNode>
auto* DynamicTo(AnyNode* node) {
  using Target = std::conditional_t<std::is_const_v<AnyNode>, const T, T>;
  return Is<T>(node) ? static_cast<Target*>(node) : nullptr;
}

// Memory for nodes, and for the strings and tables that are made while
// it is the youngest. Requires: all of them are gone before it is.
class NodeHeap {
 public:
  static constexpr std::string_view kKind = "malloc";
  // No tool can list what malloc holds, or say what it is.
  static constexpr bool kHasSnapshots = false;
  // Nor does malloc's memory outlive its process.
  static constexpr bool kHasImages = false;

  template <typename T, typename... Arguments>
  T* Make(Arguments&&... arguments) {
    void* const memory = memories_.objects.Take(sizeof(T));
    return new (memory) T(std::forward<Arguments>(arguments)...);
  }

  // Frees a node that was removed from the document, with its subtree, and
  // takes what is in it out of the document's tables.
  void Discard(Document& document, Node* removed);

  // There is never garbage: what is not reached has been freed.
  void Collect() {}

  size_t TotalBytes() const {
    return memories_.objects.UsedBytes() + memories_.strings.UsedBytes();
  }
  size_t StringBytes() const { return memories_.strings.UsedBytes(); }

 private:
  Memories memories_;
  AtomTable atoms_;
};

}  // namespace dom

#endif  // EXAMPLES_DOM_MALLOC_HANDLES_H_
